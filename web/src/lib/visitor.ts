/** A browser without a session cookie is sent the page marked like this (web/build/entry-pages.ts): then there is nobody to ask about. */
export const isVisitor = (): boolean => document.documentElement.dataset.visitor !== undefined

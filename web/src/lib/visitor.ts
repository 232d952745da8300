/** The gateway marks the page it sends to a browser without a session cookie (web/build/entry-pages.ts): no need to fetch the user. */
export const isVisitor = (): boolean => document.documentElement.dataset.visitor !== undefined

/** Without schemas, since the page asks before it sends. */
export const maxLogoBytes = 1024 * 1024

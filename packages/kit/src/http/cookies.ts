/** The cookies of a browser that is or was signed in. */
export type CookieName = 'kh_access' | 'kh_refresh' | 'kh_device' | 'kh_step'

/**
 * Over HTTPS a cookie has the prefix with which browsers accept it from this host only, by HTTPS and for all paths: neither a sibling
 * domain nor somebody on the network can put another one in its place. One without the prefix is not read there.
 */
export const cookieName = (name: CookieName, secure: boolean): string => (secure ? `__Host-${name}` : name)

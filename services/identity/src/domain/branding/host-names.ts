import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** Names that lead to the machine or the network itself (RFC 6761, 6762 and common practice). */
const internal = new Set(['localhost', 'local', 'internal', 'test', 'invalid', 'onion', 'arpa', 'lan', 'home', 'corp'])

/** A typed host name as it is stored: in lower case and ASCII. Null where it is none that a landlord can have. */
export function readHostName(typed: string): string | null {
  // `domainToASCII` stops reading at these.
  if (/[\s/:?#@[\]\\]/.test(typed.trim())) return null
  const ascii = domainToASCII(typed.trim().replace(/\.$/, '').toLowerCase())
  const labels = ascii.split('.')
  if (ascii === '' || ascii.length > 253 || labels.length < 2 || !labels.every((one) => label.test(one))) return null
  // Browsers read a name that ends in a number as an address.
  if (isIP(ascii) !== 0 || /^(?:\d+|0x[\da-f]*)$/.test(labels.at(-1) ?? '')) return null
  return ascii
}

/** Why a host name cannot be a landlord's; null where it can. */
export function hostProblem(host: string, publicUrl: string): string | null {
  const site = new URL(publicUrl).hostname
  if (internal.has(host.split('.').at(-1) ?? ''))
    return 'This name is not reachable from the internet. Enter a public host name.'
  // Cookies and origins of names above and below the site's would mix with its own.
  if (host === site || host.endsWith(`.${site}`) || site.endsWith(`.${host}`))
    return 'This name belongs to this site. Enter a host name of your own domain.'
  return null
}

/** Where the proof of a host is looked for, and what it says. */
export const proofName = (host: string): string => `_keyhold.${host}`
export const proofText = (token: string): string => `keyhold-verify=${token}`

/** The host of a `Host` header without its port; null where there is none. */
export function hostOf(header: string | undefined): string | null {
  if (header === undefined || !URL.canParse(`http://${header}`)) return null
  return new URL(`http://${header}`).hostname
}

/** What links to a host start with: the scheme and the port are the site's. */
export function hostUrl(host: string, publicUrl: string): string {
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${host}${port === '' ? '' : `:${port}`}`
}

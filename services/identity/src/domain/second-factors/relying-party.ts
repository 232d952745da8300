import { isIP } from 'node:net'

/** The site as browsers know it when they make a passkey. */
export interface RelyingParty {
  id: string
  origin: string
}

/** Passkeys belong to a host name, reached by https or on this machine (WebAuthn Level 3, 5.1.2 and 13.4.9). Undefined for any other site. */
export function relyingParty(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
  return !isAddress && (protocol === 'https:' || isLocal) ? { id: hostname, origin } : undefined
}

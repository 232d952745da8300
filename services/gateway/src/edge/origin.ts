import { BlockList, isIP } from 'node:net'
import type { IncomingMessage } from 'node:http'
import { refuse } from '@keyhold/kit/http/problem'

/** Where a request came from, as far as trusted proxies say. */
export interface Origin {
  ip: string
  secure: boolean
}

/** What is known about the way from a browser to this process. */
export interface Trust {
  /** Whose forwarding headers are believed. */
  proxies: BlockList
  /** The site is served by https: whatever a proxy says or leaves out, cookies are for https only. */
  isSiteSecure: boolean
}

/** Reads addresses and CIDR ranges, comma-separated, or `none`. @throws on anything else */
export function parseTrusted(text: string): BlockList {
  const list = new BlockList()
  if (text.trim() === 'none') return list
  for (const entry of text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)) {
    const [address = '', prefix] = entry.split('/')
    const version = isIP(address)
    if (
      !version ||
      (prefix !== undefined && !(/^\d{1,3}$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128)))
    )
      throw new Error(`"${entry}" is neither an address nor a range`)
    const family = version === 4 ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const nearby = parseTrusted('127.0.0.0/8, ::1, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7')

/** Whether a caller is in the same network and used no proxy: a metrics scraper, not the public. */
export function isNearby(incoming: IncomingMessage | undefined): boolean {
  return (
    incoming !== undefined &&
    incoming.headers['x-forwarded-for'] === undefined &&
    isTrusted(nearby, plain(incoming.socket?.remoteAddress ?? ''))
  )
}

const plain = (address: string) => (address.startsWith('::ffff:') ? address.slice(7) : address)
const isTrusted = (trusted: BlockList, address: string) => {
  const version = isIP(address)
  return version !== 0 && trusted.check(address, version === 4 ? 'ipv4' : 'ipv6')
}

/** The nearest address that is not a trusted proxy. Forwarding headers of anybody else are ignored. */
export function originOf(incoming: IncomingMessage | undefined, { proxies, isSiteSecure }: Trust): Origin {
  const peer = plain(incoming?.socket?.remoteAddress ?? '')
  if (!incoming || !isTrusted(proxies, peer)) return { ip: peer, secure: isSiteSecure }
  const chain = String(incoming.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => plain(part.trim()))
  let ip = peer
  for (const address of chain.toReversed()) {
    // Entries before one that is not an address were not written by our proxies.
    if (!isIP(address)) break
    ip = address
    if (!isTrusted(proxies, address)) break
  }
  return {
    ip,
    secure:
      isSiteSecure ||
      String(incoming.headers['x-forwarded-proto'] ?? '')
        .split(',')[0]
        ?.trim() === 'https',
  }
}

/**
 * Refuses a state-changing call that a browser made for another site. Browsers send `Sec-Fetch-Site`, older ones `Origin`;
 * a program that sends neither does not send a victim's cookies.
 */
export function refuseForeign(header: (name: string) => string | undefined, publicUrl: string | undefined): void {
  const site = header('sec-fetch-site')
  if (site === 'same-origin') return
  const origin = header('origin')
  if (site === undefined && origin === undefined) return
  if (origin !== undefined && origin !== 'null') {
    const host = URL.canParse(origin) ? new URL(origin).host : ''
    const own = publicUrl ? new URL(publicUrl).host : undefined
    if (site === undefined ? host === header('host') || host === own : host === own && site !== 'cross-site') return
  }
  refuse('foreign-origin', 'This call came from another site and was refused.')
}

/**
 * Whether a browser can have meant this site by the name in its `Host` header: the name of PUBLIC_URL, an address, or a name of the same machine. A name
 * of somebody else that leads here would make their page one of ours (DNS rebinding).
 */
export function isOwnHost(host: string | undefined, publicUrl: string | undefined): boolean {
  if (host === undefined) return true
  if (publicUrl !== undefined && host.toLowerCase() === new URL(publicUrl).host) return true
  if (!URL.canParse(`http://${host}`)) return false
  const { hostname } = new URL(`http://${host}`)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0
}

import { isIPv6 } from 'node:net'

/** The network that an address is counted by: itself for IPv4, its /64 for IPv6, since a household or a server has a whole /64. */
export function networkOf(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  const address = ip.split('%')[0] ?? ''
  if (!isIPv6(address)) return ip
  // The URL parser writes an address in its one canonical form.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [front = '', back] = canonical.split('::')
  const head = front === '' ? [] : front.split(':')
  const tail = back === undefined || back === '' ? [] : back.split(':')
  const zeros = back === undefined ? 0 : 8 - head.length - tail.length
  return `${[...head, ...Array<string>(zeros).fill('0'), ...tail].slice(0, 4).join(':')}::/64`
}

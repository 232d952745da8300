import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A service of breached passwords with the wire format of Have I Been Pwned's range API, padding included. `mode` may change while it runs. */
export async function startBreachedPasswords(known: string[]) {
  const hashes = known.map((password) => createHash('sha1').update(password).digest('hex').toUpperCase())
  const state = { mode: 'up' as 'up' | 'failing' | 'silent', asked: [] as string[] }
  const server = createServer((request, response) => {
    state.asked.push(request.url ?? '')
    if (state.mode === 'silent') return
    const prefix = /^\/range\/([0-9A-F]{5})$/.exec(request.url ?? '')?.[1]
    response.statusCode = state.mode === 'failing' ? 503 : prefix ? 200 : 400
    const padding = hashes.map((hash) => `${hash.slice(5).split('').toReversed().join('')}:0`)
    const found = hashes.filter((hash) => hash.startsWith(prefix ?? '-')).map((hash) => `${hash.slice(5)}:42`)
    response.end([...padding, ...found].join('\r\n'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    state,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

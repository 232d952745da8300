import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCalendarClient } from './fetch-calendar.ts'
import { isPublicAddress } from './public-address.ts'

const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'
const bomb = gzipSync(Buffer.alloc(50_000_000))
const seen: { path: string; headers: NodeJS.Dict<string | string[]> }[] = []
const answers: Record<string, (response: ServerResponse) => unknown> = {
  '/plain': (r) => r.setHeader('etag', '"1"').end(calendar),
  '/zipped': (r) => r.setHeader('content-encoding', 'gzip').end(gzipSync(calendar)),
  '/bomb': (r) => r.setHeader('content-encoding', 'gzip').end(bomb),
  '/huge': (r) => r.end(Buffer.alloc(3_000_000)),
  '/gone': (r) => r.writeHead(404).end('no'),
  '/busy': (r) => r.writeHead(429).end('no'),
  '/broken': (r) => r.writeHead(502).end('no'),
  '/same': (r) => r.writeHead(304).end(),
  '/loop': (r) => r.writeHead(302, { location: '/loop' }).end(),
  '/moved': (r) => r.writeHead(301, { location: '/plain' }).end(),
  '/to-file': (r) => r.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/slow': () => {},
  '/slow-body': (r) => r.write('BEGIN:VCALENDAR\r\n'),
  '/reset': (r) => r.destroy(),
}
const server = createServer((request, response) => {
  seen.push({ path: request.url ?? '', headers: request.headers })
  answers[request.url ?? '']?.(response)
})
let base = ''
const local = openCalendarClient({ allowsLocal: true, timeoutMs: 400 })
const real = openCalendarClient({ timeoutMs: 400 })
const none = { etag: null, lastModified: null }
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await Promise.all([local.close(), real.close()])
  server.closeAllConnections()
  server.close()
})

test('a calendar is read, also compressed, after a redirect, and by what was answered last time', async () => {
  expect(await local.fetch(`${base}/plain`, none)).toMatchObject({ outcome: 'text', text: calendar, etag: '"1"' })
  expect(await local.fetch(`${base}/zipped`, none)).toMatchObject({ outcome: 'text', text: calendar })
  expect(await local.fetch(`${base}/moved`, none)).toMatchObject({ outcome: 'text', text: calendar })
  expect(await local.fetch(`${base}/same`, { etag: '"7"', lastModified: 'Tue, 03 Mar 2026 10:00:00 GMT' })).toEqual({
    outcome: 'unchanged',
  })
  expect(seen.at(-1)?.headers).toMatchObject({
    'if-none-match': '"7"',
    'if-modified-since': 'Tue, 03 Mar 2026 10:00:00 GMT',
  })
})

test.each([
  ['/huge', 'The calendar is larger than 2 MB.'],
  ['/bomb', 'The calendar is larger than 2 MB.'],
  ['/gone', 'There is no calendar at this address any more.'],
  ['/busy', 'The site says that it was asked too often.'],
  ['/broken', 'The site answered with an error (502).'],
  ['/loop', 'The address leads from one to the next without an end.'],
  ['/to-file', 'The address must begin with https://'],
  ['/slow', 'The site did not answer in time.'],
  ['/slow-body', 'The site did not answer in time.'],
  ['/reset', 'The site could not be reached.'],
])('%s fails: %s', async (path, error) => {
  const answer = await local.fetch(`${base}${path}`, none)
  expect(answer).toMatchObject({ outcome: 'failed', error })
  expect(JSON.stringify(answer)).not.toContain('127.0.0.1')
})

const hostile = [
  'http://calendar.example.com/a.ics',
  'ftp://calendar.example.com/a.ics',
  'file:///etc/passwd',
  'gopher://x',
  'javascript:alert(1)',
  'not an address',
  '',
  'https://user:secret@calendar.example.com/a.ics',
  'https://calendar.example.com:8443/a.ics',
  'https://localhost/a.ics',
  'https://127.0.0.1/a.ics',
  'https://127.1/a.ics',
  'https://2130706433/a.ics',
  'https://0x7f.0.0.1/a.ics',
  'https://0177.0.0.1/a.ics',
  'https://0.0.0.0/a.ics',
  'https://10.1.2.3/a.ics',
  'https://172.16.0.1/a.ics',
  'https://192.168.1.1/a.ics',
  'https://169.254.169.254/latest/meta-data',
  'https://100.64.0.1/a.ics',
  'https://[::1]/a.ics',
  'https://[::ffff:127.0.0.1]/a.ics',
  'https://[fe80::1]/a.ics',
  'https://[fd00::1]/a.ics',
  'https://[64:ff9b::7f00:1]/a.ics',
  'https://[2002:7f00:1::]/a.ics',
  'https://metadata.google.internal/a.ics',
  'https://printer.local/a.ics',
  'https://postgres/a.ics',
  'webcal://127.0.0.1/a.ics',
]

test.each(hostile)('%s is refused before anything is asked', async (url) => {
  const before = seen.length
  expect(real.problemWith(url)).toBeTypeOf('string')
  expect(await real.fetch(url, none)).toMatchObject({ outcome: 'failed', status: null })
  expect(seen.length).toBe(before)
})

test.each([
  'https://www.airbnb.com/calendar/ical/1.ics?s=2',
  'webcal://calendar.example.com/a.ics',
  'https://8.8.8.8/a.ics',
])('%s may be asked', (url) => {
  expect(real.problemWith(url)).toBeUndefined()
})

test.each([[['127.0.0.1']], [['8.8.8.8', '10.0.0.7']], [['fd00::1']], [[]]])(
  'a name that leads to %j is refused, however public the name looks',
  async (addresses) => {
    const resolve = async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const client = openCalendarClient({ timeoutMs: 400, resolve })
    expect(await client.fetch('https://calendar.example.com/a.ics', none)).toMatchObject({
      outcome: 'failed',
      error: 'The address leads into a private network, which is not allowed.',
    })
    await client.close()
  },
)

test.each([
  ['1.1.1.1', true],
  ['172.32.0.1', true],
  ['2606:4700:4700::1111', true],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['198.19.255.255', false],
  ['::', false],
  ['2001:db8::1', false],
  ['2001:0:5ef5:79fd::1', false],
  ['::ffff:8.8.8.8', false],
  ['fe80::1%eth0', false],
  ['ff02::1', false],
  ['x', false],
])('%s is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic)
})

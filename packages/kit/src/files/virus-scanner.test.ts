import { afterEach, expect, test } from 'vitest'
import { freePort } from '../lib/free-port.ts'
import { type Daemon, type ScannedStream, startClamav } from '../testing/clamav.ts'
import { openScanner } from './virus-scanner.ts'

const daemons: Daemon[] = []
afterEach(() => {
  for (const daemon of daemons.splice(0)) daemon.stop()
})

async function urlOf(answer: (stream: ScannedStream) => string | null): Promise<string> {
  const daemon = await startClamav(answer)
  daemons.push(daemon)
  return daemon.url
}

const scannerAt = (url: string) => openScanner({ CLAMAV_URL: url })
const bytes = Buffer.alloc(200_000, 'lease ')

test('without an address no file is scanned', () => {
  expect(openScanner({})).toBeUndefined()
})

test('a file without a signature passes, and the daemon received all of it', async () => {
  const seen: ScannedStream[] = []
  const url = await urlOf((stream) => {
    seen.push(stream)
    return 'stream: OK'
  })
  await scannerAt(url)?.scan(bytes)
  expect(seen.map(({ command }) => command)).toEqual(['zINSTREAM'])
  expect(seen[0]?.bytes.equals(bytes)).toBe(true)
})

test('a file with a known signature is refused', async () => {
  const url = await urlOf(() => 'stream: Keyhold.Test.UNOFFICIAL FOUND')
  await expect(scannerAt(url)?.scan(bytes)).rejects.toMatchObject({
    code: 'invalid-input',
    message: 'This file was not saved because a virus was found in it.',
  })
})

test.each([
  ['is too large for the daemon', () => 'INSTREAM size limit exceeded. ERROR'],
  ['gets no answer', () => null],
])('a file that %s is not stored unscanned: 503', async (_, answer) => {
  const url = await urlOf(answer)
  await expect(scannerAt(url)?.scan(bytes)).rejects.toMatchObject({ code: 'unavailable' })
})

test('while the daemon is down the answer is 503', async () => {
  await expect(scannerAt(`tcp://127.0.0.1:${await freePort()}`)?.scan(bytes)).rejects.toMatchObject({
    code: 'unavailable',
    message: 'Files can’t be scanned for viruses right now. Please try again in a moment.',
  })
})

// scripts/clamav.ts starts a real one.
const real = process.env.CLAMAV_TEST_URL

test.skipIf(!real)('a real daemon finds the signature that it was given, and nothing else', async () => {
  const scanner = scannerAt(real ?? '')
  await scanner?.scan(bytes)
  const infected = Buffer.from(`a file with ${process.env.CLAMAV_TEST_TEXT} in it`)
  await expect(scanner?.scan(infected)).rejects.toMatchObject({ code: 'invalid-input' })
})

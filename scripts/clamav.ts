import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@keyhold/kit/lib/free-port'
import { runVitest } from './lib/vitest.ts'

// ClamAV's own daemon with one signature, made up here: `node scripts/clamav.ts <its program>` starts it and lets it scan files.

const [program] = process.argv.slice(2)
if (!program) throw new Error('node scripts/clamav.ts <path of the clamd program>')

const folder = mkdtempSync(join(tmpdir(), 'keyhold-clamav-'))
const port = await freePort()
const text = `keyhold-${randomBytes(12).toString('hex')}`
const signatures = join(folder, 'signatures')
mkdirSync(signatures)
// Name, any type of file, any place in it, bytes.
writeFileSync(join(signatures, 'keyhold.ndb'), `Keyhold.Test:0:*:${Buffer.from(text).toString('hex')}\n`)
const configFile = join(folder, 'clamd.conf')
writeFileSync(
  configFile,
  `TCPAddr 127.0.0.1\nTCPSocket ${port}\nDatabaseDirectory ${signatures}\nTemporaryDirectory ${folder}\nForeground yes\n`,
)
const daemon = spawn(program, ['--config-file', configFile], { stdio: ['ignore', 'inherit', 'inherit'] })
const over = new Promise<void>((resolve) => daemon.once('exit', () => resolve()).once('error', () => resolve()))
let outcome = { passed: 0, failed: 1, skipped: 0 }
try {
  await ready()
  const env = { CLAMAV_TEST_URL: `tcp://127.0.0.1:${port}`, CLAMAV_TEST_TEXT: text }
  outcome = await runVitest(['node'], 60_000, { filters: ['packages/kit/src/files/virus-scanner'], env })
} finally {
  daemon.kill('SIGTERM')
  await over
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${outcome.passed} passed, ${outcome.failed} failed`)
process.exit(outcome.failed > 0 ? 1 : 0)

async function ready(): Promise<void> {
  const isReady = () =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
      socket.once('connect', () => socket.destroy())
    })
  for (const end = performance.now() + 30_000; performance.now() < end; await sleep(100)) {
    if (daemon.exitCode !== null) throw new Error(`ClamAV ended with ${daemon.exitCode}`)
    if (await isReady()) return
  }
  throw new Error('ClamAV does not get ready')
}

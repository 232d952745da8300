import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@keyhold/kit/lib/free-port'
import { runVitest } from './lib/vitest.ts'

// What holds for a folder holds for MinIO's own server: `node scripts/minio.ts <its program>` starts it on a folder of its own and runs the suite.

const [program] = process.argv.slice(2)
if (!program) throw new Error('node scripts/minio.ts <path of the minio program>')

const folder = mkdtempSync(join(tmpdir(), 'keyhold-minio-'))
const endpoint = `http://127.0.0.1:${await freePort()}`
const account = { MINIO_ROOT_USER: 'conformance', MINIO_ROOT_PASSWORD: randomUUID() }
const server = spawn(program, ['server', folder, '--address', new URL(endpoint).host, '--quiet'], {
  env: { ...process.env, ...account },
  stdio: ['ignore', 'inherit', 'inherit'],
})
const over = new Promise<void>((resolve) => server.once('exit', () => resolve()).once('error', () => resolve()))
let outcome = { passed: 0, failed: 1, skipped: 0 }
try {
  await ready()
  const place = {
    S3_TEST_ENDPOINT: endpoint,
    S3_TEST_KEY: account.MINIO_ROOT_USER,
    S3_TEST_SECRET: account.MINIO_ROOT_PASSWORD,
  }
  outcome = await runVitest(['node'], 120_000, { filters: ['packages/kit/src/files/blobs-conformance'], env: place })
} finally {
  server.kill('SIGTERM')
  await over
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${outcome.passed} passed, ${outcome.failed} failed`)
process.exit(outcome.failed > 0 ? 1 : 0)

async function ready(): Promise<void> {
  const isReady = () =>
    fetch(`${endpoint}/minio/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    )
  for (const end = performance.now() + 30_000; performance.now() < end; await sleep(100)) {
    if (server.exitCode !== null) throw new Error(`MinIO ended with ${server.exitCode}`)
    if (await isReady()) return
  }
  throw new Error('MinIO does not get ready')
}

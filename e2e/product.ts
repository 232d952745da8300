import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '@keyhold/kit/lib/free-port'
import { until } from '@keyhold/kit/testing/wait'

export interface Product {
  url: string
  /** Texts and mails that local delivery kept, newest first. */
  outbox(): Promise<{ channel: 'sms' | 'email'; to: string; fromName?: string; subject?: string; body: string }[]>
  /** Who can sign in to the demo portfolio; nobody unless it was asked for. */
  demo: DemoAccount[]
  stop(): Promise<void>
}

interface DemoAccount {
  email: string
  password: string
  role: 'landlord' | 'tenant' | 'super_admin'
}

/** Who may become the platform's administrator in a journey. */
export const administrator = {
  email: 'ada.admin@journey.test',
  firstName: 'Ada',
  lastName: 'Admin',
  phone: '+15035550199',
}

const root = fileURLToPath(new URL('..', import.meta.url))

export interface ProductOptions {
  demo?: boolean
  /** The name of this machine in the site's address: passkeys need one that is no IP address. */
  host?: '127.0.0.1' | 'localhost'
}

/** The product to travel through: the one at `E2E_URL` (compose), or one process started here with a data folder of its own. */
export async function startProduct({ demo = false, host = '127.0.0.1' }: ProductOptions = {}): Promise<Product> {
  const given = process.env.E2E_URL
  if (given) return { url: given, demo: [], outbox: () => readOutbox(given), stop: async () => {} }
  const port = await freePort()
  const url = `http://${host}:${port}`
  const dataDir = mkdtempSync(join(tmpdir(), 'keyhold-e2e-'))
  const settings = {
    PORT: `${port}`,
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    DEMO_DATA: demo ? 'on' : 'off',
    DEV_OUTBOX: 'on',
    SIGNUPS_PER_HOUR: '0',
    TEST_CARDS: 'on',
    LOG_LEVEL: 'silent',
  }
  const admin = {
    SUPER_ADMIN_EMAIL: administrator.email,
    SUPER_ADMIN_NAME: `${administrator.firstName} ${administrator.lastName}`,
    SUPER_ADMIN_PHONE: administrator.phone,
  }
  const child = spawn(process.execPath, ['services/main.ts'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, ...admin, ...settings },
  })
  await ready(url, child)
  return {
    url,
    demo: demo ? (JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as DemoAccount[]) : [],
    outbox: () => readOutbox(url),
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

const readOutbox = async (url: string) =>
  (await (await fetch(`${url}/dev/outbox`)).json()) as Awaited<ReturnType<Product['outbox']>>

async function ready(url: string, child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`the product ended with ${String(code)}`)
  })
  const answering = until(async () => (await fetch(`${url}/readyz`)).ok, {
    // The demo is seeded first, which takes ten times as long on a busy machine.
    timeoutMs: 110_000,
    what: 'the product to be ready',
  })
  await Promise.race([ended, answering])
}

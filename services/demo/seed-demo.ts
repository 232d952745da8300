import { fullName } from '@keyhold/kit/lib/names'
import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { confirm, signup } from '@keyhold/contracts/identity/accounts'
import { devOutbox } from '@keyhold/contracts/messaging/dev-outbox'
import type { Clock } from '@keyhold/kit/runtime/clock'
import type { Log } from '@keyhold/kit/runtime/log'
import type { Runtime } from '@keyhold/kit/runtime/start-services'
import { type DemoAccount, demoAdmin } from './accounts.ts'
import { landlord, tenants } from './data.ts'
import { seedPortfolio, visitor } from './seed-portfolio.ts'

export interface DemoOptions {
  runtime: Runtime
  dataDir: string
  withAdmin: boolean
  clock: Clock
  log: Log
}

/**
 * Seeds the demo portfolio and its accounts, once per data folder, through the same calls that people make. The password is
 * generated and stored beside the data, so that the repository contains no secret.
 */
export async function seedDemo({ runtime, dataDir, withAdmin, clock, log }: DemoOptions): Promise<DemoAccount[]> {
  const file = join(dataDir, 'demo.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as DemoAccount[]
  const password = generatePassword()
  const accounts: DemoAccount[] = [
    { email: landlord.email, password, role: 'landlord' },
    { email: tenants.jordan.email, password, role: 'tenant' },
    ...(withAdmin ? [{ email: demoAdmin.email, password, role: 'super_admin' as const }] : []),
  ]
  // Written first: a crash while seeding must not leave accounts whose password nobody knows.
  writeFileSync(file, JSON.stringify(accounts), { mode: 0o600 })
  try {
    await seedPortfolio(runtime, clock, password)
    if (withAdmin) await seedAdmin(runtime, password)
  } catch (error) {
    log.warn({ error }, 'the demo portfolio was seeded in part only')
  }
  return accounts
}

/** Signs the administrator up and opens the confirmation link, as every administrator does. */
async function seedAdmin({ call }: Runtime, password: string): Promise<void> {
  const { phone } = demoAdmin
  await call(signup, visitor, {
    body: { ...demoAdmin, password, userType: 'super_admin', adminName: fullName(demoAdmin), adminPhone: phone },
  })
  const mails = await call(devOutbox, { role: 'service', name: 'demo', landlordId: null })
  const token = /\/confirm\?token=(\S+)/.exec(mails.find(({ to }) => to === demoAdmin.email)?.body ?? '')?.[1] ?? ''
  await call(confirm, visitor, { body: { token } })
}

const words =
  'amber brisk cedar delta ember fjord grove harbor inlet juniper kestrel lantern meadow nimbus orchard pebble quartz river saddle thicket'.split(
    ' ',
  )
const generatePassword = () =>
  `${words[randomInt(words.length)]}-${words[randomInt(words.length)]}-${randomInt(1000, 10_000)}`

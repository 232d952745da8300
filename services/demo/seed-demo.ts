import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { extendTrial } from '@keyhold/contracts/billing/admin-subscriptions'
import { trialDays } from '@keyhold/contracts/billing/plans'
import { confirm, signup } from '@keyhold/contracts/identity/accounts'
import { devOutbox } from '@keyhold/contracts/messaging/dev-outbox'
import { fullName } from '@keyhold/kit/lib/names'
import type { Bus } from '@keyhold/kit/messaging/bus'
import type { Log } from '@keyhold/kit/runtime/log'
import type { Runtime } from '@keyhold/kit/runtime/start-services'
import { v7 } from 'uuid'
import { type DemoAccount, demoAdmin } from './accounts.ts'
import { seedStory } from './seed/seed-story.ts'
import { visitor } from './seed/tenancy-scenes.ts'
import type { StoryClock } from './story/clock.ts'
import { jordan, landlord } from './story/people.ts'

export interface DemoOptions {
  runtime: Runtime
  bus: Bus
  dataDir: string
  withAdmin: boolean
  clock: StoryClock
  log: Log
}

const fileIn = (dataDir: string) => join(dataDir, 'demo.json')

/** Once per data folder. */
export const isSeeded = (dataDir: string): boolean => existsSync(fileIn(dataDir))

/**
 * Seeds the demo portfolio and its accounts, once per data folder, through the same calls that people make, with the clock on the day of each.
 * The password is generated and stored beside the data, so that the repository contains no secret.
 */
export async function seedDemo({ runtime, bus, dataDir, withAdmin, clock, log }: DemoOptions): Promise<DemoAccount[]> {
  const file = fileIn(dataDir)
  if (isSeeded(dataDir)) return JSON.parse(readFileSync(file, 'utf8')) as DemoAccount[]
  const password = generatePassword()
  const accounts: DemoAccount[] = [
    { email: landlord.email, password, role: 'landlord' },
    { email: jordan.email, password, role: 'tenant' },
    ...(withAdmin ? [{ email: demoAdmin.email, password, role: 'super_admin' as const }] : []),
  ]
  // Written first: a crash while seeding must not leave accounts whose password nobody knows.
  writeFileSync(file, JSON.stringify(accounts), { mode: 0o600 })
  const began = performance.now()
  const { call, calls } = counted(runtime.call)
  try {
    const mayaId = await seedStory({ runtime, call, bus, clock, password })
    clock.moveBack()
    const adminId = withAdmin ? await seedAdmin(call, password) : v7()
    const admin = { role: 'super_admin' as const, userId: adminId, landlordId: adminId, sessionId: v7() }
    // She signed up long ago; who tries the demo has a whole trial before them.
    await call(extendTrial, admin, { body: { userId: mayaId, days: trialDays } })
    await runtime.tick()
  } catch (error) {
    log.warn({ error }, 'the demo portfolio was seeded in part only')
  } finally {
    clock.moveBack()
  }
  log.info({ calls: calls(), ms: Math.round(performance.now() - began) }, 'the demo portfolio is seeded')
  return accounts
}

/** A first start on a busy machine is given time. */
const timeoutMs = 60_000

function counted(call: Runtime['call']): { call: Runtime['call']; calls: () => number } {
  let calls = 0
  return {
    call: (endpoint, actor, input) => {
      calls++
      return call(endpoint, actor, { timeoutMs, ...input })
    },
    calls: () => calls,
  }
}

/** Signs the administrator up and opens the confirmation link, as every administrator does. */
async function seedAdmin(call: Runtime['call'], password: string): Promise<string> {
  const { phone } = demoAdmin
  const { id } = await call(signup, visitor, {
    body: { ...demoAdmin, password, userType: 'super_admin', adminName: fullName(demoAdmin), adminPhone: phone },
  })
  const mails = await call(devOutbox, { role: 'service', name: 'demo', landlordId: null })
  const token = /\/confirm\?token=(\S+)/.exec(mails.find(({ to }) => to === demoAdmin.email)?.body ?? '')?.[1] ?? ''
  await call(confirm, visitor, { body: { token } })
  return id
}

const words =
  'amber brisk cedar delta ember fjord grove harbor inlet juniper kestrel lantern meadow nimbus orchard pebble quartz river saddle thicket'.split(
    ' ',
  )
const generatePassword = () =>
  `${words[randomInt(words.length)]}-${words[randomInt(words.length)]}-${randomInt(1000, 10_000)}`

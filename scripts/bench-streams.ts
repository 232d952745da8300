import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPortalConversation } from '@keyhold/contracts/messaging/conversations'
import { sendPortalMessage } from '@keyhold/contracts/messaging/conversations-messages'
import { createTenant } from '@keyhold/contracts/tenancy/tenants'
import type { Client } from '../services/testing/product.ts'
import { type OpenStream, openStream } from './lib/open-streams.ts'
import { percentiles, textOf } from './lib/percentiles.ts'
import { oneProcess, signIn, sleep, until } from './lib/wirings.ts'

// How fast a message is on open pages: 500 open streams on one gateway, 50 messages a second for 30 seconds, everything in one process on one machine,
// this client on it too. `--streams=500` `--rate=50` `--seconds=30`

const settingOf = (name: string, otherwise: number) =>
  Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise)
const streams = settingOf('streams', 500)
const rate = settingOf('rate', 50)
const seconds = settingOf('seconds', 30)
/** Below what one user may have open. */
const streamsEach = 10

interface Talk {
  client: Client
  conversationId: string
  /** When each message was sent; the n-th that a stream hears is the n-th of them. */
  sentAt: number[]
}

const dir = mkdtempSync(join(tmpdir(), 'keyhold-bench-'))
const wiring = await oneProcess(dir)
const open: OpenStream[] = []

/** Megabytes in memory of the process that listens at the port, by what the system says of it. */
function memoryOf(pid: number | undefined): string {
  if (pid === undefined) return 'unknown'
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return `${Math.round(Number(kilobytes) / 1024)} MB`
}

try {
  await wiring.start()
  const talks: Talk[] = []
  for (let n = 0; n < Math.ceil(streams / streamsEach); n++) {
    const client = await signIn(wiring.url, {
      email: `bench${n}@keyhold.test`,
      password: 'correct-horse-42',
      userType: 'landlord',
    })
    const tenant = await client.api(createTenant, {
      body: { firstName: 'Tess', lastName: 'Tenant', email: `tess${n}@tenants.test` },
    })
    const tenantId = tenant.body.id
    // Messaging learns of the tenant by an event.
    const start = () => client.api(createPortalConversation, { body: { subject: 'Talk', tenantId } })
    let made = await start()
    await until('the tenant to be known', async () => made.status === 201 || (made = await start()).status === 201)
    talks.push({ client, conversationId: made.body.id, sentAt: [] })
  }
  const before = memoryOf(wiring.pid?.())
  const delays: number[] = []
  for (let n = 0; n < streams; n++) {
    const { client, conversationId, sentAt } = talks[n % talks.length]!
    let count = 0
    const heard = ({ type, subject }: { type: string; subject: string }) => {
      if (type !== 'messaging.message.posted' || subject !== conversationId) return
      const at = sentAt[count++]
      if (at !== undefined) delays.push(performance.now() - at)
    }
    open.push(openStream(client, { heard }))
  }
  await Promise.all(open.map(({ ready }) => ready))
  const idle = memoryOf(wiring.pid?.())

  const total = rate * seconds
  const began = performance.now()
  const refused: number[] = []
  const running: Promise<void>[] = []
  for (let n = 0; n < total; n++) {
    const wait = began + (n * 1000) / rate - performance.now()
    if (wait > 0) await sleep(wait)
    const { client, conversationId, sentAt } = talks[n % talks.length]!
    sentAt.push(performance.now())
    running.push(
      client.api(sendPortalMessage, { body: { conversationId, message: `No. ${n}` } }).then(({ status }) => {
        if (status !== 201) refused.push(status)
      }),
    )
  }
  await Promise.all(running)
  const took = (performance.now() - began) / 1000
  const expected = talks.reduce((sum, { sentAt }, index) => {
    const listening = Math.floor(streams / talks.length) + (index < streams % talks.length ? 1 : 0)
    return sum + sentAt.length * listening
  }, 0)
  await until('the last deliveries', async () => delays.length >= expected, 15_000).catch(() => {})
  const figures = percentiles(delays)
  console.log(
    `${cpus().length} cores, load before ${loadavg()[2]?.toFixed(1)}; ${streams} open streams of ${talks.length} landlords, ${total} messages in ${took.toFixed(1)} s`,
  )
  console.log(
    `from sending to every open page of the sender: ${textOf(figures)}; ${delays.length} of ${expected} deliveries`,
  )
  console.log(
    `memory of the process: ${before} before, ${idle} with the streams, ${memoryOf(wiring.pid?.())} at the end`,
  )
  const isGood = refused.length === 0 && delays.length === expected && figures.p50 < 100 && figures.p99 < 500
  console.log(isGood ? 'all figures hold' : `missed: ${refused.length} refused, limits p50 100 ms and p99 500 ms`)
  process.exitCode = isGood ? 0 : 1
} finally {
  for (const stream of open) stream.close()
  await wiring.stop()
  rmSync(dir, { recursive: true, force: true })
}
process.exit()

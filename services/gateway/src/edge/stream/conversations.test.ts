import { performance } from 'node:perf_hooks'
import {
  createPortalConversation,
  LandlordTyping,
  readConversation,
  typeInConversation,
} from '@keyhold/contracts/messaging/conversations'
import { sendPortalMessage, sendTenantMessage } from '@keyhold/contracts/messaging/conversations-messages'
import { listTenants } from '@keyhold/contracts/tenancy/tenants'
import { until } from '@keyhold/kit/testing/wait'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, type Person, type Product, startProduct } from '../../../../testing/product.ts'

let product: Product
let ann: Person
let tina: Person
let otto: Person
const tenantIds = new Map<Person, string>()
const open: AbortController[] = []
beforeAll(async () => {
  product = await startProduct()
  ann = await product.landlord('Ann')
  ;[tina, otto] = [await product.tenantOf(ann), await product.tenantOf(ann, { email: 'otto@tenants.test' })]
  for (const { id, email } of (await ann.api(listTenants)).body)
    for (const person of [tina, otto]) if (person.email === email) tenantIds.set(person, id)
})
afterAll(async () => {
  for (const one of open) one.abort()
  await product.stop()
})

interface Heard {
  type: string
  subject: string
  at: number
}

/** What is reported to an open page of this person, and when. */
async function listen(client: Client): Promise<Heard[]> {
  const heard: Heard[] = []
  const abort = new AbortController()
  open.push(abort)
  const { body } = await client.fetch('/api/stream', { signal: abort.signal })
  let isReady = false
  const read = async () => {
    let rest = ''
    for await (const text of body!.pipeThrough(new TextDecoderStream())) {
      const blocks = (rest + text).split('\n\n')
      rest = blocks.pop() ?? ''
      for (const block of blocks) {
        if (block.includes('event: ready')) isReady = true
        const data = /^data: ?(\{.*\})$/m.exec(block)?.[1]
        if (data) heard.push({ ...(JSON.parse(data) as { type: string; subject: string }), at: performance.now() })
      }
    }
  }
  read().catch(() => {})
  await until(() => isReady, { what: 'the stream to be ready' })
  return heard
}

const start = async (tenant: Person | null) => {
  const tenantId = tenant && tenantIds.get(tenant)
  return (await ann.api(createPortalConversation, { body: { subject: 'Talk', ...(tenantId ? { tenantId } : {}) } }))
    .body.id
}
const say = (conversationId: string, message: string) =>
  ann.api(sendPortalMessage, { body: { conversationId, message } })

test('a message is reported to the other side within 100 ms at the median, and 500 ms of almost all', async () => {
  const id = await start(tina)
  const [landlord, tenant] = [await listen(ann), await listen(tina)]
  const delays: number[] = []
  for (let n = 0; n < 40; n++) {
    const isTenants = n % 2 === 1
    const heard = isTenants ? landlord : tenant
    const count = () =>
      heard.filter(({ type, subject }) => type === 'messaging.message.posted' && subject === id).length
    const before = count()
    const sentAt = performance.now()
    if (isTenants) await tina.api(sendTenantMessage, { body: { conversationId: id, message: `No. ${n}` } })
    else await say(id, `No. ${n}`)
    await until(() => count() > before, { what: `message ${n}` })
    delays.push(heard.findLast(({ type }) => type === 'messaging.message.posted')!.at - sentAt)
  }
  const sorted = delays.toSorted((a, b) => a - b)
  expect({ median: sorted[20]! < 100, almostAll: sorted[38]! < 500 }, JSON.stringify(sorted)).toEqual({
    median: true,
    almostAll: true,
  })
})

test('writing and reading are reported to the other side; neither they nor messages reach another tenant, and private ones no tenant', async () => {
  const [shared, own] = [await start(tina), await start(null)]
  const [tenant, outsider] = [await listen(tina), await listen(otto)]
  await say(own, 'A secret')
  await say(shared, 'Hello')
  await ann.api(typeInConversation, { params: { id: shared } })
  await tina.api(readConversation, { params: { id: shared }, body: { number: 1 } })
  const toOtto = await start(otto)
  await say(toOtto, 'And you?')
  const types = (heard: Heard[], id: string) => heard.filter(({ subject }) => subject === id).map(({ type }) => type)
  await until(() => types(tenant, shared).includes('messaging.conversation.read'))
  await until(() => types(outsider, toOtto).includes('messaging.message.posted'))
  expect(types(tenant, shared)).toContain(LandlordTyping.type)
  expect(types(tenant, shared)).toContain('messaging.message.posted')
  expect([types(tenant, own), types(outsider, own), types(outsider, shared), types(tenant, toOtto)]).toEqual([
    [],
    [],
    [],
    [],
  ])
})

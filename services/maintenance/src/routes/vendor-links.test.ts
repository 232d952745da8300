import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  addRequestNote,
  getMaintenance,
  maintenanceAttention,
  updateMaintenance,
} from '@keyhold/contracts/maintenance/requests'
import { RequestProgressed } from '@keyhold/contracts/maintenance/request-snapshots'
import {
  createTenantMaintenance,
  getTenantMaintenance,
  replyToRequest,
} from '@keyhold/contracts/maintenance/tenant-requests'
import {
  addWorkPhoto,
  answerWorkOrder,
  askAboutWorkOrder,
  expiredLink,
  finishWork,
  maxBillBytes,
  openWorkOrder,
  proposeWorkTime,
  revokedLink,
  sendBill,
  takeWorkTime,
  unknownLink,
  workPhotoFile,
} from '@keyhold/contracts/maintenance/vendor-links'
import {
  answerVendor,
  billFile,
  decideBill,
  revokeWorkOrder,
  sendWorkOrder,
} from '@keyhold/contracts/maintenance/work-orders'
import { DeliveryFailed, DeliveryReleased } from '@keyhold/contracts/messaging/deliveries'
import { offerVisits, pickVisit, proposeVisits } from '@keyhold/contracts/maintenance/visits'
import type { Endpoint } from '@keyhold/contracts/endpoint'
import { picture } from '@keyhold/kit/testing/pictures'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { billsPerWorkOrder, photosPerWorkOrder, unknownLinksPerTenMinutes, vendorStepsPerHour } from '../limits.ts'
import { form, startMaintenanceApp } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startMaintenanceApp>>
beforeAll(async () => void (app = await startMaintenanceApp({ PUBLIC_URL: 'https://rent.test' })))
afterAll(() => app.stop())

const monday = { date: '2026-03-23', from: '14:00', to: '16:00' }
const pdf = (name = 'bill.pdf') => ({ name, bytes: Buffer.from('%PDF-1.7\n%%EOF') })
let networks = 0

async function sent(fields: Record<string, unknown> = {}) {
  app.clock.advance(1000)
  const given = await app.landlordWithTenant()
  const { landlord, tenantActor } = given
  const request = (await app.send(createTenantMaintenance, tenantActor, { body: form })).body
  const vendor = await app.addVendor(landlord, { phone: '+12125550177', email: 'jo@pipes.example' })
  app.owners.properties.push(given.property)
  app.owners.tenants.push({ ...given.tenant, phone: '+12125550188' })
  const { id } = request
  const send = (more: Record<string, unknown> = {}) =>
    app.send(sendWorkOrder, landlord, {
      params: { id },
      body: { vendorId: vendor.id, channel: 'sms', ...fields, ...more },
    })
  const { body, status } = await send()
  const token = decodeURIComponent(new URL(body.link).searchParams.get('token') ?? '')
  const ip = `10.1.${networks++ % 250}.1`
  const via = <E extends Endpoint>(call: E, input: { params?: Record<string, string>; body?: unknown } = {}) =>
    app.send(call, actors.visitor(), {
      ip,
      params: { token, ...input.params } as never,
      ...(input.body === undefined ? {} : { body: input.body as never }),
    })
  return {
    ...given,
    id,
    vendor,
    send,
    order: body,
    status,
    token,
    ip,
    via,
    accept: () => via(answerWorkOrder, { body: { accept: true } }),
    read: async () => (await app.send(getMaintenance, landlord, { params: { id } })).body,
    told: async () => {
      await app.settled()
      return app.published(RequestProgressed).filter(({ requestId, by }) => requestId === id && by === 'vendor')
    },
  }
}

test('a work order is sent as a link; only the hash of its token is stored', async () => {
  const { landlord, status, order, token, read, vendor } = await sent({ accessNotes: 'Key at the desk.' })
  expect(status).toBe(201)
  expect(order.link).toMatch(/^https:\/\/rent\.test\/work-order\?token=[\w-]{43}$/)
  expect(app.owners.sent.at(-1)).toMatchObject({
    channel: 'sms',
    to: '+12125550177',
    landlordId: landlord.landlordId,
    body: expect.stringContaining(order.link),
    fixedBody: expect.not.stringContaining(form.title),
  })
  expect(await read()).toMatchObject({
    vendorId: vendor.id,
    workOrders: [{ vendorName: 'Pipes Ltd', delivery: 'sent', status: 'sent', accessNotes: 'Key at the desk.' }],
  })
  const rows = await app.db('maintenance').read(landlord, (sql) => sql`select * from work_order`)
  expect(JSON.stringify(rows)).not.toContain(token)
})

test('the vendor sees the work and the place, and of the tenant only what the landlord shares', async () => {
  const alone = await sent()
  const { body, status } = await alone.via(openWorkOrder)
  expect([status, body]).toMatchObject([
    200,
    {
      title: form.title,
      address: '12 Oak St, Austin, TX',
      propertyName: 'Oak House',
      tenant: null,
      landlordName: 'Lee Lord',
      status: 'sent',
    },
  ])
  await app.send(replyToRequest, alone.tenantActor, { params: { id: alone.id }, body: { note: 'My code is 1234.' } })
  await app.send(addRequestNote, alone.landlord, { params: { id: alone.id }, body: { note: 'Pays late.' } })
  const text = JSON.stringify((await alone.via(openWorkOrder)).body)
  for (const secret of [
    'Ada',
    'Moss',
    '5550188',
    'ada@example.com',
    '1234',
    'Pays late',
    alone.landlord.landlordId,
    alone.tenant.tenantId,
  ])
    expect(text).not.toContain(secret)
  const shared = await sent({ sharesTenant: true })
  expect((await shared.accept()).body.tenant).toEqual({ name: 'Ada Moss', phone: '+12125550188' })
})

test('from acceptance to the invoice: each step is in the history, and the landlord is told', async () => {
  const { landlord, tenantActor, id, via, accept, read, told } = await sent()
  for (const call of [proposeWorkTime, finishWork, addWorkPhoto])
    expect((await via(call, { body: call === addWorkPhoto ? await picture() : monday })).status).toBe(409)
  expect((await accept()).body).toMatchObject({
    status: 'accepted',
    entries: [{ text: 'You accepted the work', isOwn: true }, {}],
  })
  app.clock.advance(1000)
  await via(askAboutWorkOrder, { body: { note: 'Is there a valve in the unit?' } })
  app.clock.advance(1000)
  const [visit] = (await via(proposeWorkTime, { body: monday })).body.visits
  expect(visit).toMatchObject({ ...monday, by: 'vendor', status: 'offered' })
  await app.send(pickVisit, tenantActor, { params: { id, visitId: visit!.id } })
  expect((await via(openWorkOrder)).body).toMatchObject({ scheduledDate: monday.date, scheduledFrom: '14:00' })
  app.clock.advance(1000)
  const { photos } = (await via(addWorkPhoto, { body: await picture() })).body
  expect(photos).toMatchObject([{ isOwn: true }])
  app.clock.advance(1000)
  const billed = await via(sendBill, { body: { amount: '180.50', file: pdf('../../etc/Rechnung.exe') } })
  expect(billed.body.bills).toMatchObject([{ amount: 180.5, fileName: 'Rechnung.pdf', status: 'proposed' }])
  app.clock.advance(1000)
  expect((await via(finishWork, { body: { note: 'New washer fitted.' } })).body).toMatchObject({ status: 'done' })
  const request = await read()
  expect(request).toMatchObject({ newsFrom: 'vendor', actualCost: null, status: 'open', bills: [{ amount: 180.5 }] })
  expect(request.history.filter(({ by }) => by === 'vendor').map(({ author, note }) => [author, note])).toContainEqual([
    'Pipes Ltd',
    'Is there a valve in the unit?',
  ])
  expect((await told()).map(({ what, isForTenant }) => [what, isForTenant])).toEqual([
    ['work-order-accepted', false],
    ['question', false],
    ['visits-proposed', true],
    ['photos', false],
    ['bill', false],
    ['work-done', false],
  ])
  // The tenant sees the proposal and the photo, not the invoice.
  const text = JSON.stringify((await app.send(getTenantMaintenance, tenantActor, { params: { id } })).body)
  expect(text).not.toMatch(/180\.5|Pipes|valve/)

  const decide = (accepts: boolean, actor = landlord) =>
    app.send(decideBill, actor, { params: { id, billId: request.bills[0]!.id }, body: { accept: accepts } })
  expect((await decide(true, actors.landlord())).status).toBe(404)
  const answers = await Promise.all([decide(true), decide(true)])
  expect(answers.map(({ body }) => body.status)).toEqual(['accepted', 'accepted'])
  expect((await decide(false)).status).toBe(409)
  expect(await read()).toMatchObject({ actualCost: 180.5 })
  const file = await app.send(billFile, landlord, { params: { id, billId: request.bills[0]!.id } })
  expect([file.status, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
    200,
    'application/pdf',
    "attachment; filename*=UTF-8''Rechnung.pdf",
  ])
  expect((await app.send(billFile, actors.landlord(), { params: { id, billId: request.bills[0]!.id } })).status).toBe(
    404,
  )
})

test('a vendor takes a time at which the tenant is at home, and no other', async () => {
  const { tenantActor, id, via, accept, read } = await sent()
  await accept()
  const [home] = (await app.send(proposeVisits, tenantActor, { params: { id }, body: { visits: [monday] } })).body
  const elsewhere = await sent()
  await elsewhere.accept()
  expect((await elsewhere.via(takeWorkTime, { params: { visitId: home!.id } })).status).toBe(404)
  expect((await via(takeWorkTime, { params: { visitId: home!.id } })).status).toBe(200)
  expect(await read()).toMatchObject({ scheduledDate: monday.date, scheduledFrom: '14:00', newsFrom: 'vendor' })
})

test('times that a vendor proposes stay when another vendor of the request proposes theirs', async () => {
  const { landlord, id, via, accept, send } = await sent()
  const rival = await app.addVendor(landlord, { name: 'Rival', phone: '+12125550178' })
  const { body: order } = await send({ vendorId: rival.id })
  const token = decodeURIComponent(new URL(order.link).searchParams.get('token') ?? '')
  const asRival = (call: typeof answerWorkOrder | typeof proposeWorkTime, body: Record<string, unknown>) =>
    app.send(call, actors.visitor(), { ip: '10.9.9.1', params: { token }, body: body as never })
  await accept()
  await asRival(answerWorkOrder, { accept: true })
  expect((await via(proposeWorkTime, { body: monday })).status).toBe(200)
  expect((await asRival(proposeWorkTime, { ...monday, date: '2026-03-24' })).status).toBe(200)
  const { visits } = (await app.send(getMaintenance, landlord, { params: { id } })).body
  expect(visits.filter(({ status }) => status === 'offered').map(({ date }) => date)).toEqual([
    '2026-03-23',
    '2026-03-24',
  ])
})

test('declining needs a reason, which the landlord reads', async () => {
  const { via, read, told } = await sent()
  expect((await via(answerWorkOrder, { body: { accept: false } })).problem.issues).toEqual([
    { path: 'reason', message: 'Say why you decline' },
  ])
  expect((await via(answerWorkOrder, { body: { accept: false, reason: 'On holiday.' } })).body.status).toBe('declined')
  expect((await read()).workOrders).toMatchObject([{ status: 'declined', reason: 'On holiday.' }])
  expect(await told()).toMatchObject([{ what: 'work-order-declined', note: 'On holiday.', author: 'Pipes Ltd' }])
})

test('access notes and the tenant are shown once the vendor has accepted, and not after declining or once the request is closed', async () => {
  const { landlord, id, via, accept, send } = await sent({ accessNotes: 'Code 1234', sharesTenant: true })
  const seen = async () => {
    const { accessNotes, tenant, showsMoreOnceAccepted } = (await via(openWorkOrder)).body
    return [accessNotes, tenant?.phone ?? null, showsMoreOnceAccepted]
  }
  expect(await seen()).toEqual([null, null, true])
  await accept()
  expect(await seen()).toEqual(['Code 1234', '+12125550188', false])
  await via(answerWorkOrder, { body: { accept: false, reason: 'No time' } })
  expect(await seen()).toEqual([null, null, false])
  // Who has declined may have been replaced: they are asked anew.
  const again = await accept()
  expect([again.status, again.problem.detail]).toEqual([409, expect.stringContaining('ask the landlord')])
  expect(await seen()).toEqual([null, null, false])
  const { link } = (await send({ accessNotes: 'Code 1234' })).body
  const params = { token: new URL(link).searchParams.get('token') ?? '' }
  const renewed = await app.send(answerWorkOrder, actors.visitor(), { ip: '10.9.1.1', params, body: { accept: true } })
  expect(renewed.body.accessNotes).toBe('Code 1234')
  for (const status of ['in_progress', 'completed'])
    await app.send(updateMaintenance, landlord, { params: { id }, body: { status } })
  const after = await app.send(openWorkOrder, actors.visitor(), { ip: '10.9.1.1', params })
  expect(after.body).toMatchObject({ accessNotes: null, tenant: null })
})

test('a vendor sees the times that the landlord offered the tenant, and proposes one of them', async () => {
  const { landlord, tenantActor, id, via, accept } = await sent()
  await app.send(offerVisits, landlord, { params: { id }, body: { visits: [monday] } })
  const [slot] = (await accept()).body.visits
  expect(slot).toMatchObject({ ...monday, by: 'landlord', status: 'offered' })
  // The tenant has not agreed to it.
  expect((await via(takeWorkTime, { params: { visitId: slot!.id } })).status).toBe(409)
  const { visits } = (await via(proposeWorkTime, { body: monday })).body
  const own = visits.find(({ by }) => by === 'vendor')
  const picked = await app.send(pickVisit, tenantActor, { params: { id, visitId: own!.id } })
  expect(picked.body).toMatchObject({ ...monday, status: 'chosen' })
  expect((await via(openWorkOrder)).body.visits).toMatchObject([{ by: 'vendor', status: 'chosen' }])
})

test('completing a request withdraws offered times and ends the work orders, each with a line; an invoice stays to be answered', async () => {
  const { landlord, tenantActor, id, via, accept, send, read } = await sent()
  const rival = await app.addVendor(landlord, { name: 'Rival', email: 'rival@example.com' })
  await send({ vendorId: rival.id, channel: 'email' })
  await accept()
  await via(sendBill, { body: { amount: 80, file: pdf() } })
  await app.send(offerVisits, landlord, { params: { id }, body: { visits: [monday] } })
  expect((await app.send(getTenantMaintenance, tenantActor, { params: { id } })).body.timesToPick).toBe(1)
  app.clock.advance(1000)
  app.owners.sent.length = 0
  for (const status of ['in_progress', 'completed'])
    await app.send(updateMaintenance, landlord, { params: { id }, body: { status } })
  const request = await read()
  expect(request.visits).toEqual([])
  expect(request.workOrders.map(({ vendorName, status }) => [vendorName, status])).toEqual([
    ['Rival', 'withdrawn'],
    ['Pipes Ltd', 'done'],
  ])
  const lines = request.history.flatMap(({ changes, isShared }) => changes.map((one) => ({ ...one, isShared })))
  expect(lines).toEqual(
    expect.arrayContaining([
      { field: 'visitOffered', from: '2026-03-23 14:00–16:00', to: null, isShared: true },
      { field: 'workOrderEnded', from: 'Rival', to: 'withdrawn', isShared: false },
      { field: 'workOrderEnded', from: 'Pipes Ltd', to: 'done', isShared: false },
    ]),
  )
  // Only the vendor who might still have come is told.
  expect(app.owners.sent).toMatchObject([{ to: 'rival@example.com', body: expect.stringContaining('withdrawn') }])
  const waiting = async (actor = landlord) =>
    (await app.send(maintenanceAttention, actors.service('gateway', actor.landlordId), { query: {} })).body.bills
  expect(await waiting()).toMatchObject({ total: 1, items: [{ requestId: id, amount: 80, count: 1 }] })
  expect(await waiting(actors.landlord())).toEqual({ total: 0, items: [] })
  expect((await via(sendBill, { body: { amount: 20, file: pdf() } })).status).toBe(200)
  expect((await waiting()).items).toMatchObject([{ amount: 100, count: 2 }])
  for (const { id: billId } of (await read()).bills)
    await app.send(decideBill, landlord, { params: { id, billId }, body: { accept: true } })
  expect((await waiting()).total).toBe(0)
})

test('cancelling a request withdraws the agreed time and the accepted work order, and the vendor is told once', async () => {
  const { landlord, tenantActor, id, via, accept, read } = await sent()
  await accept()
  const [own] = (await via(proposeWorkTime, { body: monday })).body.visits
  await app.send(pickVisit, tenantActor, { params: { id, visitId: own!.id } })
  app.owners.sent.length = 0
  const cancel = () => app.send(updateMaintenance, landlord, { params: { id }, body: { status: 'cancelled' } })
  await Promise.all([cancel(), cancel()])
  expect(app.owners.sent).toMatchObject([{ channel: 'sms', body: expect.stringContaining('withdrawn') }])
  expect(await read()).toMatchObject({ visits: [], workOrders: [{ status: 'withdrawn' }] })
  expect((await via(openWorkOrder)).body).toMatchObject({ status: 'withdrawn', isClosed: true })
  expect((await accept()).status).toBe(409)
})

test('unknown, revoked, replaced and expired links say so and do nothing', async () => {
  const { landlord, id, order, via, send, token } = await sent()
  const calls: [Endpoint, unknown][] = [
    [openWorkOrder, undefined],
    [answerWorkOrder, { accept: true }],
    [askAboutWorkOrder, { note: 'Hello' }],
    [finishWork, {}],
    [addWorkPhoto, await picture()],
    [sendBill, { amount: 1, file: pdf() }],
  ]
  const refusals = async (token_: string, ip: string) =>
    Promise.all(
      calls.map(async ([call, body]) => {
        const answer = await app.send(call, actors.visitor(), {
          ip,
          params: { token: token_ } as never,
          ...(body === undefined ? {} : { body: body as never }),
        })
        return [answer.status, answer.problem.code, answer.problem.detail]
      }),
    )
  const all = (sentence: string) => calls.map(() => [404, 'link-invalid', sentence])
  expect(await refusals(`${token.slice(0, -1)}x`, '10.9.0.1')).toEqual(all(unknownLink))
  // A token is not the id of anything, and an id is no token.
  for (const guess of [order.id, id, 'x', '%', '../..', 'a'.repeat(200)])
    expect((await app.send(openWorkOrder, actors.visitor(), { ip: '10.9.0.2', params: { token: guess } })).status).toBe(
      404,
    )
  const revoke = (actor = landlord) => app.send(revokeWorkOrder, actor, { params: { id, workOrderId: order.id } })
  expect((await revoke(actors.landlord())).status).toBe(404)
  expect((await revoke()).body.status).toBe('revoked')
  expect((await revoke()).status).toBe(200)
  expect(await refusals(token, '10.9.0.3')).toEqual(all(revokedLink))
  // Sent again to the same vendor, an earlier link ends.
  const again = (await send()).body
  const next = (await send()).body
  const tokenOf = (link: string) => new URL(link).searchParams.get('token') ?? ''
  expect(await refusals(tokenOf(again.link), '10.9.0.4')).toEqual(all(revokedLink))
  app.clock.advance(31 * 86_400_000)
  expect(await refusals(tokenOf(next.link), '10.9.0.5')).toEqual(all(expiredLink))
  expect((await via(openWorkOrder)).problem.detail).toBe(revokedLink)
})

test("a link opens its own request's photos only, and not another vendor's", async () => {
  const { landlord, id, via, accept, send, vendor } = await sent()
  const first = await app.addPhoto(landlord, id)
  const file = (photoId: string) => via(workPhotoFile, { params: { photoId, size: 'card' } })
  expect([(await file(first.id)).status, (await file(first.id)).headers['content-type']]).toEqual([200, 'image/webp'])
  const elsewhere = await sent()
  const theirs = await app.addPhoto(elsewhere.landlord, elsewhere.id)
  expect((await file(theirs.id)).status).toBe(404)
  await accept()
  const own = (await via(addWorkPhoto, { body: await picture() })).body.photos.find(({ isOwn }) => isOwn)
  const rival = await app.addVendor(landlord, { name: 'Rival', phone: '+12125550166' })
  expect(rival.id).not.toBe(vendor.id)
  const link = new URL((await send({ vendorId: rival.id })).body.link).searchParams.get('token') ?? ''
  const byRival = (photoId: string) =>
    app.send(workPhotoFile, actors.visitor(), { params: { token: link, photoId, size: 'card' } })
  expect([(await byRival(first.id)).status, (await byRival(own!.id)).status]).toEqual([200, 404])
})

test('files are limited in size, kind and number, and refused ones leave nothing behind', async () => {
  const { via, accept } = await sent()
  await accept()
  const bill = (bytes: Uint8Array, name = 'a.pdf') => via(sendBill, { body: { amount: 10, file: { name, bytes } } })
  const before = (await readdir(join(app.blobs, 'bills')).catch(() => [])).length
  expect((await bill(Buffer.from('<html><script>alert(1)</script></html>'))).status).toBe(415)
  expect((await bill(Buffer.from('MZ\x90'), 'bill.pdf.exe')).status).toBe(415)
  expect((await bill(Buffer.from(''))).status).toBe(415)
  expect((await bill(Buffer.concat([Buffer.from('%PDF-1.7'), Buffer.alloc(maxBillBytes)]))).status).toBe(413)
  expect((await via(addWorkPhoto, { body: Buffer.from('%PDF-1.7 no image') })).status).toBe(415)
  for (const amount of [0, -5, 'free', 1e12])
    expect((await via(sendBill, { body: { amount, file: pdf() } })).status).toBe(400)
  expect((await readdir(join(app.blobs, 'bills')).catch(() => [])).length).toBe(before)
  for (let n = 0; n < billsPerWorkOrder; n++) expect((await bill(pdf().bytes)).status).toBe(200)
  expect((await bill(pdf().bytes)).problem.code).toBe('document-limit-reached')
  app.clock.advance(3_600_000)
  for (let n = 0; n < photosPerWorkOrder; n++)
    expect((await via(addWorkPhoto, { body: await picture() })).status).toBe(200)
  expect((await via(addWorkPhoto, { body: await picture() })).problem.code).toBe('photo-limit-reached')
})

test('a link is limited by the hour, and a network that tries many links by minutes', async () => {
  const { via, ip } = await sent()
  for (let n = 0; n < vendorStepsPerHour + 2; n++) await via(askAboutWorkOrder, { body: { note: `${n}` } })
  expect((await via(askAboutWorkOrder, { body: { note: 'more' } })).status).toBe(429)
  expect((await via(openWorkOrder)).status).toBe(200)
  app.clock.advance(3_601_000)
  expect((await via(askAboutWorkOrder, { body: { note: 'later' } })).status).toBe(200)
  const guess = () => app.send(openWorkOrder, actors.visitor(), { ip, params: { token: 'guess' } })
  for (let n = 0; n < unknownLinksPerTenMinutes; n++) expect((await guess()).status).toBe(404)
  expect((await guess()).status).toBe(429)
  // Whoever has a link is not stopped by others in the same network, such as that of a phone company.
  expect((await via(openWorkOrder)).status).toBe(200)
  app.clock.advance(10 * 60_000)
  expect((await guess()).status).toBe(404)
})

test("another landlord's request and vendor cannot be sent, a closed request not either, and tenants and visitors not at all", async () => {
  const { landlord, tenantActor, id, vendor, send } = await sent()
  const other = await sent()
  const body = { vendorId: vendor.id, channel: 'link' }
  expect((await app.send(sendWorkOrder, other.landlord, { params: { id }, body })).status).toBe(404)
  expect((await app.send(sendWorkOrder, other.landlord, { params: { id: other.id }, body })).status).toBe(404)
  expect((await app.send(sendWorkOrder, tenantActor, { params: { id }, body })).status).toBe(403)
  expect((await app.send(sendWorkOrder, actors.visitor(), { params: { id }, body })).status).toBe(401)
  const mailless = await app.addVendor(landlord, { name: 'No mail' })
  expect((await send({ vendorId: mailless.id, channel: 'email' })).problem.issues).toEqual([
    { path: 'channel', message: 'No mail has no email address' },
  ])
  await app.send(updateMaintenance, landlord, { params: { id }, body: { status: 'cancelled' } })
  expect((await send()).status).toBe(409)
  const rows = await app
    .db('maintenance')
    .read(tenantActor, (sql) => sql`select id from work_order union all select id from vendor_bill`)
  expect(rows).toEqual([])
})

test('where the message fails, the work order exists and the landlord can pass the link on', async () => {
  app.owners.deliver = () => ({
    id: crypto.randomUUID(),
    status: 'failed' as const,
    reason: 'This number has opted out.',
  })
  const { order, via } = await sent()
  delete app.owners.deliver
  expect(order).toMatchObject({ delivery: 'failed', deliveryError: 'This number has opted out.' })
  expect((await via(openWorkOrder)).status).toBe(200)
  const calls = app.owners.sent.length
  const silent = await sent({ channel: 'link' })
  expect([silent.order.delivery, app.owners.sent.length]).toEqual(['none', calls])
})

test('the landlord answers a question: the vendor reads it at the same link and is told, and the tenant is not', async () => {
  const { landlord, tenantActor, id, order, via, send } = await sent()
  await via(askAboutWorkOrder, { body: { note: 'Which tap?' } })
  const answer = (actor = landlord, workOrderId = order.id) =>
    app.send(answerVendor, actor, { params: { id, workOrderId }, body: { note: 'The one in the kitchen.' } })
  app.clock.advance(1000)
  app.owners.sent.length = 0
  expect((await answer()).body).toMatchObject({ told: 'sent', entry: { by: 'landlord', isShared: false } })
  expect(app.owners.sent).toMatchObject([
    { channel: 'sms', to: '+12125550177', body: expect.stringContaining('answered') },
  ])
  expect((await via(openWorkOrder)).body.entries.slice(0, 2)).toMatchObject([
    { isOwn: false, text: 'The one in the kitchen.' },
    { isOwn: true, text: 'Which tap?' },
  ])
  expect((await app.send(getMaintenance, landlord, { params: { id } })).body.newsFrom).toBeNull()
  const { history } = (await app.send(getTenantMaintenance, tenantActor, { params: { id } })).body
  expect(JSON.stringify(history)).not.toContain('kitchen.')
  expect((await answer(actors.landlord())).status).toBe(404)
  const { body: newer } = await send({ channel: 'email' })
  expect((await answer()).status).toBe(409)
  app.owners.sent.length = 0
  expect((await answer(landlord, newer.id)).body.told).toBe('sent')
  expect(app.owners.sent).toMatchObject([
    { channel: 'email', body: expect.stringContaining('The one in the kitchen.') },
  ])
})

test('a message that waited is shown as sent once it is released, or as failed once it waited too long', async () => {
  app.owners.deliver = () => ({ id: randomUUID(), status: 'held', reason: 'It waits.' })
  const [one, other] = [await sent(), await sent()]
  delete app.owners.deliver
  const stateOf = async ({ landlord, id }: typeof one) => {
    await app.settled()
    const { workOrders } = (await app.send(getMaintenance, landlord, { params: { id } })).body
    return workOrders.map(({ delivery, deliveryError }) => [delivery, deliveryError])
  }
  expect(await stateOf(one)).toEqual([['waiting', 'It waits.']])
  const delivery = ({ landlord: { landlordId }, order }: typeof one) => ({
    deliveryId: order.id,
    key: `work-order:${order.id}`,
    landlordId,
    channel: 'sms' as const,
  })
  await app.publish(DeliveryReleased, delivery(one))
  await app.publish(DeliveryFailed, { ...delivery(other), reason: 'It was on hold for more than 14 days.' })
  expect(await stateOf(one)).toEqual([['sent', null]])
  expect(await stateOf(other)).toEqual([['failed', 'It was on hold for more than 14 days.']])
})

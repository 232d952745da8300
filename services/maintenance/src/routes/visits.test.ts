import { getMaintenance, updateMaintenance } from '@keyhold/contracts/maintenance/requests'
import { RequestProgressed } from '@keyhold/contracts/maintenance/request-snapshots'
import { createTenantMaintenance, getTenantMaintenance } from '@keyhold/contracts/maintenance/tenant-requests'
import {
  chooseVisit,
  maxOpenVisits,
  offerVisits,
  pickVisit,
  proposeVisits,
  withdrawVisit,
} from '@keyhold/contracts/maintenance/visits'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form, startMaintenanceApp } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startMaintenanceApp>>
beforeAll(async () => void (app = await startMaintenanceApp()))
afterAll(() => app.stop())

const friday = { date: '2026-03-20', from: '09:00', to: '11:00' }
const monday = { date: '2026-03-23', from: '14:00', to: '16:00' }

async function reported() {
  const given = await app.landlordWithTenant()
  const { body } = await app.send(createTenantMaintenance, given.tenantActor, { body: form })
  app.clock.advance(1000)
  const { id } = body
  return {
    ...given,
    id,
    offer: async (...visits: object[]) => {
      const answer = await app.send(offerVisits, given.landlord, { params: { id }, body: { visits } })
      app.clock.advance(1000)
      return answer
    },
    propose: async (...visits: object[]) => {
      const answer = await app.send(proposeVisits, given.tenantActor, { params: { id }, body: { visits } })
      app.clock.advance(1000)
      return answer
    },
    pick: (visitId: string, actor = given.tenantActor) => app.send(pickVisit, actor, { params: { id, visitId } }),
    choose: (visitId: string, actor = given.landlord) => app.send(chooseVisit, actor, { params: { id, visitId } }),
    seen: async () => (await app.send(getTenantMaintenance, given.tenantActor, { params: { id } })).body,
    read: async () => (await app.send(getMaintenance, given.landlord, { params: { id } })).body,
  }
}

test('the landlord offers times, the tenant picks one, and both see the visit', async () => {
  const { id, offer, pick, seen, read } = await reported()
  const { status, body } = await offer(friday, monday)
  expect([status, body]).toMatchObject([201, [{ ...friday, by: 'landlord', status: 'offered' }, monday]])
  expect((await seen()).visits).toMatchObject([friday, monday])
  const picked = await pick(body[1]!.id)
  expect(picked.body).toMatchObject({ ...monday, status: 'chosen' })
  const agreed = {
    scheduledDate: monday.date,
    scheduledFrom: '14:00',
    scheduledTo: '16:00',
    visits: [{ status: 'chosen' }],
  }
  expect(await seen()).toMatchObject(agreed)
  expect(await read()).toMatchObject({ ...agreed, newsFrom: 'tenant' })
  expect((await seen()).history[0]).toMatchObject({
    by: 'tenant',
    changes: [
      { field: 'scheduledDate', from: null, to: monday.date },
      { field: 'scheduledTime', from: null, to: '14:00–16:00' },
    ],
  })
  await app.settled()
  expect(app.published(RequestProgressed).filter(({ requestId }) => requestId === id)).toMatchObject([
    { what: 'visits-offered', by: 'landlord', isForTenant: true },
    { what: 'scheduled', by: 'tenant', isForTenant: false, scheduledDate: monday.date, scheduledFrom: '14:00' },
  ])
})

test('the tenant proposes times, and the landlord takes one; picking again is possible until then', async () => {
  const { propose, choose, seen } = await reported()
  const first = (await propose(friday)).body
  const second = (await propose(monday, { ...monday, date: '2026-03-24' })).body
  // The earlier proposal is withdrawn.
  expect((await seen()).visits).toHaveLength(2)
  expect((await choose(first[0]!.id)).problem).toMatchObject({
    status: 409,
    detail: expect.stringContaining('not available'),
  })
  expect((await choose(second[0]!.id)).status).toBe(200)
  expect(await seen()).toMatchObject({ scheduledDate: monday.date, scheduledTo: '16:00' })
  // Repeated, it changes nothing.
  expect((await choose(second[0]!.id)).status).toBe(200)
  expect((await seen()).history).toHaveLength(4)
})

test('nobody takes their own time, a withdrawn one, or one of another request', async () => {
  const mine = await reported()
  const other = await reported()
  const [own] = (await mine.offer(friday)).body
  expect((await mine.choose(own!.id)).problem.status).toBe(409)
  const [proposed] = (await mine.propose(monday)).body
  expect((await mine.pick(proposed!.id)).problem.status).toBe(409)
  expect((await other.pick(own!.id)).status).toBe(404)
  expect((await mine.pick(own!.id, other.tenantActor)).status).toBe(404)
  expect((await mine.choose(proposed!.id, other.landlord)).status).toBe(404)
  const withdraw = (actor = mine.landlord) =>
    app.send(withdrawVisit, actor, { params: { id: mine.id, visitId: own!.id } })
  expect((await withdraw(other.landlord)).status).toBe(404)
  expect((await withdraw()).status).toBe(204)
  expect((await withdraw()).status).toBe(404)
  expect((await mine.pick(own!.id)).problem.status).toBe(409)
})

test('two who take different times at once agree on one', async () => {
  const { offer, propose, pick, choose, read } = await reported()
  const [offered] = (await offer(friday)).body
  const [proposed] = (await propose(monday)).body
  const answers = await Promise.all([pick(offered!.id), choose(proposed!.id)])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const { visits, scheduledDate } = await read()
  expect(visits.filter(({ status }) => status === 'chosen')).toMatchObject([{ date: scheduledDate }])
})

test("times are judged in the property's zone: no past ones, none that end before they begin, and not too many", async () => {
  const { offer, pick } = await reported()
  app.clock.set('2026-03-20T13:30:00Z') // 08:30 in Chicago
  expect((await offer({ ...friday, from: '08:00' })).problem.issues).toMatchObject([{ path: 'visits.0.date' }])
  const soon = (await offer(friday)).body
  expect(soon).toMatchObject([friday])
  app.clock.set('2026-03-20T14:30:00Z') // 09:30: it has begun
  expect((await pick(soon[0]!.id)).problem.detail).toContain('has passed')
  expect((await offer({ ...monday, to: '13:00' })).problem.issues).toMatchObject([{ path: 'visits.0.to' }])
  for (const wrong of [
    { ...monday, from: '25:00' },
    { ...monday, date: '2027-03-23' },
    { ...monday, date: 'soon' },
  ])
    expect((await offer(wrong)).status).toBe(400)
  expect((await offer(...Array.from({ length: maxOpenVisits + 1 }, () => monday))).status).toBe(400)
  expect((await offer()).status).toBe(400)
})

test('another day in the edit dialog ends what was agreed; a closed request takes no times', async () => {
  const { landlord, id, offer, pick, read } = await reported()
  const [visit] = (await offer(monday)).body
  await pick(visit!.id)
  const put = (body: object) => app.send(updateMaintenance, landlord, { params: { id }, body })
  await put({ title: 'Tap' })
  expect(await read()).toMatchObject({ scheduledFrom: '14:00' })
  await put({ scheduledDate: '2026-03-27' })
  expect(await read()).toMatchObject({ scheduledDate: '2026-03-27', scheduledFrom: null, visits: [] })
  await put({ status: 'cancelled' })
  expect((await offer(monday)).problem).toMatchObject({ status: 409 })
})

test('visitors and the other role cannot offer or pick', async () => {
  const { landlord, tenantActor, id } = await reported()
  const body = { visits: [monday] }
  expect((await app.send(offerVisits, tenantActor, { params: { id }, body })).status).toBe(403)
  expect((await app.send(proposeVisits, landlord, { params: { id }, body })).status).toBe(403)
  expect((await app.send(offerVisits, actors.visitor(), { params: { id }, body })).status).toBe(401)
})

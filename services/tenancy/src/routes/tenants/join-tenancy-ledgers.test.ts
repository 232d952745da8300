import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { v7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { actors, startTenancyApp } from '../../testing/test-app.ts'
import { peopleOf } from '../../testing/people.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  app = await startTenancyApp()
  people = peopleOf(app)
})
beforeEach(() => app.clock.set('2026-03-15T15:00:00Z'))
afterAll(() => app?.stop())

const join = (landlord: LandlordActor, id: string, tenancyId: string | null, more: Record<string, unknown> = {}) =>
  people.change(landlord, id, { tenancyId, ...more })
const charge = (over: Record<string, unknown> = {}) => ({
  chargeId: v7(),
  propertyId: null,
  paymentType: 'rent' as const,
  amount: 700,
  open: 700,
  dueDate: '2026-03-01',
  settledOn: null,
  ...over,
})

test('nobody can leave a ledger with a debt; future rents are not debts, other future charges are', async () => {
  const landlord = actors.landlord()
  const { ann, ben } = await people.neighbours(landlord)
  const refusal = async (charges: ReturnType<typeof charge>[], awaitingConfirmation = 0) => {
    app.ledgers.set(ben.id, { charges, awaitingConfirmation })
    const { status, problem } = await join(landlord, ben.id, ann.tenancyId)
    return [status, problem.detail]
  }
  expect(
    await refusal([charge(), charge({ open: 0.1, dueDate: '2026-03-15' }), charge({ dueDate: '2026-03-16' })]),
  ).toEqual([
    409,
    'Ben owes $700.10 on a ledger that they would no longer see as a co-tenant. Record the payment or cancel the charge first, or give them a tenancy of their own.',
  ])
  expect(await refusal([charge({ paymentType: 'security_deposit', dueDate: '2026-04-01' })])).toEqual([
    409,
    expect.stringContaining('$700.00'),
  ])
  expect(await refusal([], 1250)).toEqual([
    409,
    'Ben reported a payment of $1,250.00 that awaits your confirmation. Confirm or reject it first.',
  ])
  expect(await people.tenant(landlord, ben.id)).toMatchObject({ tenancyId: ben.tenancyId, isActive: true })
  app.ledgers.set(ben.id, { charges: [charge({ dueDate: '2026-04-01' })] })
  expect((await join(landlord, ben.id, ann.tenancyId)).status).toBe(200)
})

test('nobody can leave prepaid money on a ledger', async () => {
  const landlord = actors.landlord()
  const { ann, ben } = await people.neighbours(landlord)
  const refusal = async (ledger: { credit?: number; charges?: ReturnType<typeof charge>[] }) => {
    app.ledgers.set(ben.id, ledger)
    const { status, problem } = await join(landlord, ben.id, ann.tenancyId)
    return [status, problem.detail]
  }
  const nextStep = 'Reverse that payment, and record it again once they are a co-tenant.'
  expect(await refusal({ credit: 250 })).toEqual([
    409,
    `Ben paid $250.00 ahead on a ledger that they would no longer see as a co-tenant. ${nextStep}`,
  ])
  // Future rents are cancelled with the tenancy, which frees their payments.
  const prepaid = charge({ open: 100, dueDate: '2026-04-01' })
  expect(
    await refusal({ charges: [prepaid, charge({ open: 0, dueDate: '2026-05-01', settledOn: '2026-03-02' })] }),
  ).toEqual([409, expect.stringContaining('Ben paid $1,300.00 ahead')])
  app.ledgers.set(ben.id, { charges: [charge({ open: 0, dueDate: '2026-03-15', settledOn: '2026-03-02' })] })
  expect((await join(landlord, ben.id, ann.tenancyId)).status).toBe(200)
})

test('a former co-tenant has a ledger of their own again, and cannot leave a debt on it', async () => {
  const landlord = actors.landlord()
  const { ann, ben } = await people.neighbours(landlord)
  const cleo = await people.add(landlord, { firstName: 'Cleo', tenancyId: ann.tenancyId })
  await people.change(landlord, cleo.id, { isActive: false })
  app.ledgers.set(cleo.id, { charges: [charge({ open: 300, paymentType: 'other' })] })
  for (const { tenancyId } of [ben, ann]) {
    const refused = await join(landlord, cleo.id, tenancyId, { isActive: true })
    expect([refused.status, refused.problem.detail]).toEqual([409, expect.stringContaining('Cleo owes $300.00')])
  }
  app.ledgers.delete(cleo.id)
  // What the others owe does not matter.
  app.ledgers.set(ann.id, { charges: [charge()] })
  expect((await join(landlord, cleo.id, ben.tenancyId, { isActive: true })).status).toBe(200)
})

test('a member can leave a debt with those who stay, but the last member cannot leave one behind', async () => {
  const landlord = actors.landlord()
  const { ann, ben } = await people.neighbours(landlord)
  const cleo = await people.add(landlord, { firstName: 'Cleo', tenancyId: ann.tenancyId })
  app.ledgers.set(ann.id, { charges: [charge()] })
  const dan = await people.add(landlord, { firstName: 'Dan', tenancyId: ann.tenancyId })
  expect((await join(landlord, dan.id, ben.tenancyId)).status).toBe(200)
  // The tenant in whose name the ledger is cannot leave it to the others.
  const holder = await join(landlord, ann.id, ben.tenancyId)
  expect([holder.status, holder.problem.detail]).toEqual([
    409,
    expect.stringContaining("Others share this tenant's ledger"),
  ])
  await people.change(landlord, ann.id, { isActive: false })
  expect((await join(landlord, ann.id, ben.tenancyId, { isActive: true })).status).toBe(409)
  const last = await join(landlord, cleo.id, ben.tenancyId)
  expect([last.status, last.problem.detail]).toEqual([409, expect.stringContaining('Cleo owes $700.00')])
  app.ledgers.delete(ann.id)
  expect((await join(landlord, cleo.id, ben.tenancyId)).status).toBe(200)
  expect((await people.lastSnapshot(ben.tenancyId))?.tenantIds).toEqual([ben.id, cleo.id, dan.id].toSorted())
  expect(await people.lastSnapshot(ann.tenancyId)).toMatchObject({ movedOutOn: '2026-03-15' })
})

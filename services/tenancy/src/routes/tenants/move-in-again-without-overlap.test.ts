import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { actors, startTenancyApp } from '../../testing/test-app.ts'
import { earlierLease, moveInAgain, movedOutAt, peopleOf, returnedAt } from '../../testing/people.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
let people: ReturnType<typeof peopleOf>
beforeAll(async () => {
  app = await startTenancyApp()
  people = peopleOf(app)
})
beforeEach(() => app.clock.set(movedOutAt))
afterAll(() => app?.stop())

test('a former co-tenant cannot return to a ledger that its holder took to another home, even after the holder left that home', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const ann = await people.add(landlord, { propertyId, ...earlierLease })
  const ben = await people.add(landlord, { firstName: 'Ben', tenancyId: ann.tenancyId })
  await people.change(landlord, ben.id, { isActive: false })
  app.clock.advance(30 * 24 * 60 * 60 * 1000)
  await people.change(landlord, ann.id, { isActive: false })
  app.clock.set(returnedAt)
  await people.change(landlord, ann.id, moveInAgain)
  app.clock.advance(30 * 24 * 60 * 60 * 1000)
  await people.change(landlord, ann.id, { isActive: false })
  // Ben would see what Ann was charged after he left.
  const refused = await people.change(landlord, ben.id, { isActive: true })
  expect([refused.status, refused.problem.detail]).toEqual([
    409,
    expect.stringContaining('now belongs to another home'),
  ])
  expect((await people.tenant(landlord, ben.id)).isActive).toBe(false)
  // Ann herself can return.
  expect((await people.change(landlord, ann.id, { isActive: true })).body).toMatchObject({
    isActive: true,
    leaseStartDate: '2026-08-20',
  })
})

test('a former co-tenant cannot return to a ledger whose holder is a co-tenant elsewhere', async () => {
  const landlord = actors.landlord()
  const ann = await people.add(landlord, { propertyId: app.property(landlord).propertyId, ...earlierLease })
  const ben = await people.add(landlord, { firstName: 'Ben', tenancyId: ann.tenancyId })
  const cleo = await people.add(landlord, {
    firstName: 'Cleo',
    propertyId: app.property(landlord).propertyId,
    ...earlierLease,
  })
  await people.change(landlord, ben.id, { isActive: false })
  expect((await people.change(landlord, ann.id, { tenancyId: cleo.tenancyId })).status).toBe(200)
  expect((await people.change(landlord, ben.id, { isActive: true })).status).toBe(409)
  expect(await people.lastSnapshot(ann.tenancyId)).toMatchObject({ movedOutOn: '2026-03-15' })
})

test('the lease of a tenant who moved in again cannot overlap the earlier tenancy, so no month is charged twice', async () => {
  const landlord = actors.landlord()
  const { ann, tenancyId } = await people.former(landlord)
  const { body } = await people.change(landlord, ann.id, moveInAgain)
  const message = 'An earlier tenancy on the same ledger lasted until March 15, 2026. Enter that date or a later one'
  // A stale page cancels the move-out with the lease it displayed.
  const stale = await people.change(landlord, ann.id, { isActive: true, ...earlierLease })
  expect([stale.status, stale.problem.issues]).toEqual([400, [{ path: 'leaseStartDate', message }]])
  const edited = await people.changeTerms(landlord, body.tenancyId, { startDate: '2026-03-14' })
  expect([edited.status, edited.problem.issues]).toEqual([400, [{ path: 'startDate', message }]])
  expect(await people.tenant(landlord, ann.id)).toMatchObject({
    leaseStartDate: '2026-08-20',
    tenancyId: body.tenancyId,
  })
  expect((await people.changeTerms(landlord, body.tenancyId, { startDate: '2026-03-15' })).status).toBe(200)
  // The earlier tenancy can still be corrected.
  expect((await people.changeTerms(landlord, tenancyId, { startDate: '2025-06-01' })).status).toBe(200)
})

test('a cancelled move-out and a new move-in at the same time never leave overlapping tenancies', async () => {
  const landlord = actors.landlord()
  for (let round = 0; round < 4; round++) {
    app.clock.set(movedOutAt)
    const { ann } = await people.former(landlord)
    const answers = await Promise.all([
      people.change(landlord, ann.id, moveInAgain),
      people.change(landlord, ann.id, { isActive: true, ...earlierLease }),
    ])
    for (const { status } of answers) expect([200, 400]).toContain(status)
    const theirs = (await people.tenanciesOf(landlord, ann.id)).toSorted((a, b) =>
      a.startDate! < b.startDate! ? -1 : 1,
    )
    for (const [i, { startDate }] of theirs.entries()) {
      const earlier = theirs[i - 1]
      if (earlier) expect(startDate! >= earlier.movedOutOn!).toBe(true)
    }
  }
})

test('a co-tenant who left before the start and moves in later opens a tenancy of their own, and the lease of the others does not change', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  const ann = await people.add(landlord, { propertyId, ...earlierLease, leaseStartDate: '2026-04-01' })
  const ben = await people.add(landlord, { firstName: 'Ben', tenancyId: ann.tenancyId })
  await people.change(landlord, ben.id, { isActive: false })
  app.clock.set(returnedAt)
  const { body } = await people.change(landlord, ben.id, moveInAgain)
  expect(body).toMatchObject({ leaseStartDate: '2026-08-20', coTenants: [] })
  expect(await people.tenancy(landlord, ann.tenancyId)).toMatchObject({
    startDate: '2026-04-01',
    endDate: '2026-06-30',
  })
})

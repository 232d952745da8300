import { LoginClosed } from '@keyhold/contracts/identity/tenant-users'
import { UserCreated } from '@keyhold/contracts/identity/accounts'
import { createTenant, getTenant } from '@keyhold/contracts/tenancy/tenants'
import type { Tx } from '@keyhold/kit/database/database'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import { silentLog } from '@keyhold/kit/runtime/log'
import { attemptsBehind, envelopeOf } from '@keyhold/kit/testing/batches'
import { actors } from '@keyhold/kit/testing/test-app'
import { sql } from 'drizzle-orm'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTenancyApp } from '../testing/test-app.ts'
import { identityEvents } from './identity.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
beforeAll(async () => {
  app = await startTenancyApp()
})
afterAll(() => app.stop())

test('a tenant has portal access while they have a login, and no other tenant gains access by it', async () => {
  const landlord = actors.landlord()
  const { landlordId } = landlord
  const add = async (email: string) =>
    (await app.send(createTenant, landlord, { body: { email, firstName: 'Toni', lastName: 'Tenant' } })).body.id
  const [tenantId, other] = [await add('toni@example.com'), await add('other@example.com')]
  const access = async (id: string) => (await app.send(getTenant, landlord, { params: { id } })).body.portalAccess
  const login = (record: string) => ({ userId: v7(), landlordId, tenantId: record })
  const createLogin = (one: ReturnType<typeof login>) =>
    app.publish(UserCreated, {
      ...one,
      userType: 'tenant',
      email: 'toni@example.com',
      firstName: '',
      lastName: '',
      phone: null,
      createdAt: app.clock.now().toISOString(),
    })
  const [mine, theirs] = [login(tenantId), login(other)]
  await createLogin(mine)
  await createLogin(theirs)
  await app.publish(LoginClosed, mine)
  expect([await access(tenantId), await access(other)]).toEqual(['none', 'active'])
  await createLogin(mine)
  expect(await access(tenantId)).toBe('active')
})

const tenantOf = async (landlord: LandlordActor, email: string): Promise<string> =>
  (await app.send(createTenant, landlord, { body: { email, firstName: 'Toni', lastName: 'Tenant' } })).body.id
const accessOf = async (landlord: LandlordActor, id: string) =>
  (await app.send(getTenant, landlord, { params: { id } })).body.portalAccess
const at = (second: number) => new Date(app.clock.now().getTime() + second * 1000).toISOString()
const opened = ({ landlordId }: LandlordActor, tenantId: string, second: number, userId: string = v7()) =>
  envelopeOf(
    UserCreated,
    {
      userId,
      landlordId,
      tenantId,
      userType: 'tenant',
      email: '',
      firstName: '',
      lastName: '',
      phone: null,
      createdAt: at(0),
    },
    at(second),
  )
const closed = ({ landlordId }: LandlordActor, tenantId: string, second: number, userId: string = v7()) =>
  envelopeOf(LoginClosed, { userId, landlordId, tenantId }, at(second))

test('the last login of a tenant decides about access, in whatever order the events of two logins arrive', async () => {
  const landlord = actors.landlord()
  const [reopened, shut] = [await tenantOf(landlord, 'one@example.com'), await tenantOf(landlord, 'two@example.com')]
  for (const event of [opened(landlord, reopened, 3), opened(landlord, reopened, 1), closed(landlord, reopened, 2)]) {
    await app.bus.publish([event])
    await app.settled()
  }
  await app.bus.publish([
    opened(landlord, shut, 1),
    closed(landlord, shut, 4),
    opened(landlord, shut, 3),
    closed(landlord, shut, 2),
  ])
  await app.settled()
  expect([await accessOf(landlord, reopened), await accessOf(landlord, shut)]).toEqual(['active', 'none'])
})

test('two batches at once with the logins of the same tenants in opposite order do not deadlock', async () => {
  const landlord = actors.landlord()
  const ids = [await tenantOf(landlord, 'a@example.com'), await tenantOf(landlord, 'b@example.com')]
  const [first, second] = ids.toSorted() as [string, string]
  const handler = identityEvents().find(({ contract }) => contract.type === UserCreated.type)
  const handle = (...tenantIds: string[]) => {
    const events = tenantIds.map((id) => opened(landlord, id, 1))
    return async (tx: Tx) => handler?.handle(events, { tx, log: silentLog, clock: app.clock })
  }
  const attempts = await attemptsBehind(app.db('tenancy'), serviceActor('tenancy', landlord.landlordId), {
    lock: sql`select from tenant where landlord_id = ${landlord.landlordId} and id = ${first} for update`,
    works: [handle(first, second), handle(second, first)],
  })
  expect(attempts).toEqual([1, 1])
  expect([await accessOf(landlord, first), await accessOf(landlord, second)]).toEqual(['active', 'active'])
})

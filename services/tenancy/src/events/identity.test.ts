import { LoginClosed } from '@keyhold/contracts/identity/tenant-users'
import { UserCreated } from '@keyhold/contracts/identity/accounts'
import { createTenant, getTenant } from '@keyhold/contracts/tenancy/tenants'
import { actors } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTenancyApp } from '../testing/test-app.ts'

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

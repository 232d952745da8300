import { createProperty, deleteProperty, getProperty } from '@keyhold/contracts/properties/properties'
import { createInvitation, registerTenant, revokeInvitation } from '@keyhold/contracts/tenancy/invitations'
import {
  createTenant,
  deleteTenant,
  getTenant,
  listTenants,
  tenantProfile,
  updateTenant,
} from '@keyhold/contracts/tenancy/tenants'
import { confirm, listMemberships, login, switchMembership } from '@keyhold/contracts/identity/accounts'
import { createTenantUser } from '@keyhold/contracts/identity/tenant-users'
import { until } from '@keyhold/kit/testing/wait'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Person, type Product, startProduct, testPassword } from '../testing/product.ts'
import { sampleOf } from '../testing/sample.ts'

// What tenancy, properties and identity promise together: a tenant who leaves, comes back or arrives at the wrong moment.

let product: Product
let landlord: Person
beforeAll(async () => {
  product = await startProduct()
  landlord = await product.landlord('Rita')
}, 60_000)
afterAll(() => product.stop())

const person = { firstName: 'Toni', lastName: 'Tenant' }

async function invite(who: Person, email: string) {
  const { body } = await who.api(createInvitation, { body: { email } })
  return { id: body.id, token: new URL(body.inviteLink).searchParams.get('token') ?? '' }
}

const register = (token: string, password = testPassword) =>
  product.visitor().api(registerTenant, { body: { ...person, token, password } })

it('a tenant who was archived and comes back registers with the password they know, and with no other', async () => {
  const email = 'back@tenants.test'
  const before = await product.tenantOf(landlord, { email })
  const former = (await landlord.api(listTenants, { query: { q: email } })).body[0]!
  expect((await landlord.api(deleteTenant, { params: { id: former.id } })).status).toBe(204)
  const { body: tenant } = await landlord.api(createTenant, { body: { ...person, email } })
  const { token } = await invite(landlord, email)

  expect((await register(token, 'not-the-password-7')).problem).toMatchObject({ status: 409, code: 'email-taken' })
  const registered = await register(token)
  expect([registered.status, registered.body.tenantId]).toEqual([201, tenant.id])
  const again = await product.signIn(email, testPassword, 'tenant')
  expect(again.user).toMatchObject({ id: before.user.id, tenantId: tenant.id })
  expect((await again.api(tenantProfile)).body?.id).toBe(tenant.id)
  await until(
    async () => (await landlord.api(getTenant, { params: { id: tenant.id } })).body.portalAccess === 'active',
    { what: 'portal access' },
  )
  // A session of before names the archived record: it is over.
  await until(async () => (await before.api(tenantProfile)).status === 401, { what: 'the earlier session to end' })
})

it('a tenant of one landlord registers with another, and chooses between the two after signing in', async () => {
  const other = await product.landlord('Otis')
  const email = 'both@tenants.test'
  const tenant = await product.tenantOf(landlord, { email })
  const registered = await register((await invite(other, email)).token)
  expect(registered.status).toBe(201)
  const again = await product.signIn(email, testPassword, 'tenant')
  expect(again.user.tenantId).toBe(tenant.user.tenantId)
  const { body: accounts } = await again.api(listMemberships)
  expect(new Set(accounts.map(({ landlordName }) => landlordName))).toEqual(new Set(['Otis Lord', 'Rita Lord']))
  const next = accounts.find(({ current }) => !current)!
  await again.api(switchMembership, { body: { userId: next.userId } })
  expect((await again.api(tenantProfile)).body?.id).toBe(registered.body.tenantId)
})

it('a login that a landlord makes with the email of one of their tenants is linked to that tenant', async () => {
  const email = 'linked@tenants.test'
  const { body: tenant } = await landlord.api(createTenant, { body: { ...person, email } })
  const made = await landlord.api(createTenantUser, { body: { email, password: testPassword } })
  expect([made.status, made.body.tenantId]).toEqual([201, tenant.id])
  expect((await (await product.signIn(email, testPassword, 'tenant')).api(tenantProfile)).body?.id).toBe(tenant.id)
})

it("a landlord's own account is not linked by an invitation until the mailbox is asked", async () => {
  const other = await product.landlord('Olga')
  const { token } = await invite(landlord, other.email)
  const registered = await register(token)
  expect(registered.body).toMatchObject({ canSignIn: false, isMailed: true })
  const mail = await until(
    async () => (await product.outbox()).find(({ to, body }) => to === other.email && body.includes('/confirm?token=')),
    {
      what: 'the mail to the owner',
    },
  )
  const link = /token=([\w-]+)/.exec(mail.body)![1]!
  expect((await product.visitor().api(confirm, { body: { token: link } })).body).toEqual({ email: other.email })
  const tenant = await product.signIn(other.email, testPassword, 'tenant')
  expect(tenant.user.tenantId).toBe(registered.body.tenantId)
  await until(
    async () =>
      (await landlord.api(getTenant, { params: { id: registered.body.tenantId } })).body.portalAccess === 'active',
    { what: 'portal access' },
  )
})

it('whenever an invitation is revoked, either that is refused or nobody can sign in', async () => {
  for (let n = 0; n < 20; n++) {
    const email = `revoked${n}@tenants.test`
    const { id, token } = await invite(landlord, email)
    const [registered, revoked] = await Promise.all([
      register(token),
      new Promise((resolve) => setTimeout(resolve, n * 4)).then(() =>
        landlord.api(revokeInvitation, { params: { id } }),
      ),
    ])
    expect(['200 404', '409 201']).toContain(`${revoked.status} ${registered.status}`)
    const { status } = await product
      .visitor()
      .api(login, { body: { email, password: testPassword, userType: 'tenant' } })
    expect(status).toBe(revoked.status === 200 ? 401 : 200)
  }
})

it('a property that is deleted while somebody moves in has no tenant, or is not deleted', async () => {
  const admin = await product.superAdmin() // without a limit of properties
  for (let n = 0; n < 24; n++) {
    const { body: property } = await admin.api(createProperty, { body: sampleOf(createProperty.body) as object })
    const waits =
      n % 3 === 0
        ? (
            await admin.api(createTenant, {
              body: { ...person, email: `left${n}@tenants.test`, propertyId: property.id, isActive: false },
            })
          ).body
        : null
    const [deleted, arrived] = await Promise.all([
      new Promise((resolve) => setTimeout(resolve, n % 6)).then(() =>
        admin.api(deleteProperty, { params: { id: property.id } }),
      ),
      waits
        ? admin.api(updateTenant, { params: { id: waits.id }, body: { isActive: true } })
        : admin.api(createTenant, { body: { ...person, email: `new${n}@tenants.test`, propertyId: property.id } }),
    ])
    expect([204, 409]).toContain(deleted.status)
    const { body: residents } = await admin.api(listTenants, { query: { propertyId: property.id, status: 'active' } })
    expect(residents.length, `${deleted.status} ${arrived.status}`).toBe(deleted.status === 204 ? 0 : 1)
    expect((await admin.api(getProperty, { params: { id: property.id } })).status).toBe(
      deleted.status === 204 ? 404 : 200,
    )
  }
})

import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addRequestPhoto } from '@keyhold/contracts/maintenance/request-photos'
import { createMaintenance } from '@keyhold/contracts/maintenance/requests'
import { createVendor } from '@keyhold/contracts/maintenance/vendors'
import { propertyFacts, PropertyCreated, type PropertyFacts } from '@keyhold/contracts/properties/properties'
import { tenantFacts, TenantCreated, type TenantFacts } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { notFound } from '@keyhold/kit/http/problem'
import type { Environment } from '@keyhold/kit/runtime/config'
import { actors, stub, testHouse } from '@keyhold/kit/testing/test-app'
import { picture } from '@keyhold/kit/testing/pictures'
import { maintenance } from '../service.ts'

type TenantFacts = z.output<typeof TenantFacts>
type PropertyFacts = z.output<typeof PropertyFacts>

export const tenantOf = (landlord: LandlordActor, propertyId: string | null, fields: Partial<TenantFacts> = {}): TenantFacts => ({
  tenantId: randomUUID(),
  landlordId: landlord.landlordId,
  firstName: 'Ada',
  lastName: 'Moss',
  email: 'ada@example.com',
  phone: null,
  propertyId,
  leaseStartDate: null,
  leaseEndDate: null,
  monthlyRent: null,
  isActive: true,
  ...fields,
})

export const propertyOf = (landlord: LandlordActor, fields: Partial<PropertyFacts> = {}): PropertyFacts => ({
  propertyId: randomUUID(),
  landlordId: landlord.landlordId,
  name: 'Oak House',
  address: '12 Oak St',
  city: 'Austin',
  state: 'TX',
  timeZone: 'America/Chicago',
  monthlyRent: 1850,
  isDeleted: false,
  ...fields,
})

export const form = { title: 'Dripping tap', description: 'The kitchen tap drips.', category: 'plumbing' }

/** The service on a database and a folder of its own; the owners of tenants and properties know what the test tells them, each for its own landlord. */
export async function openHouse(env: Environment = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-maintenance-'))
  const owners = { asked: 0, tenants: [] as TenantFacts[], properties: [] as PropertyFacts[] }
  const house = await testHouse([maintenance], {
    env: { DATA_DIR: folder, ...env },
    stubs: [
      stub(tenantFacts, ({ actor, params }) => {
        owners.asked++
        return (
          owners.tenants.find((one) => one.tenantId === params.id && actor.role === 'service' && one.landlordId === actor.landlordId) ??
          notFound('Tenant')
        )
      }),
      stub(propertyFacts, ({ actor, params }) => {
        owners.asked++
        return (
          owners.properties.find((one) => one.propertyId === params.id && actor.role === 'service' && one.landlordId === actor.landlordId) ??
          notFound('Property')
        )
      }),
    ],
  })
  return {
    ...house,
    owners,
    /** Where the files lie. */
    blobs: join(folder, 'blobs'),
    async open(landlord: LandlordActor, fields: Record<string, unknown> = {}) {
      const { status, body, problem } = await house.send(createMaintenance, landlord, { body: { ...form, ...fields } })
      if (status !== 201) throw new Error(problem.detail)
      house.clock.advance(1000)
      return body
    },
    async addPhoto(landlord: LandlordActor, id: string, bytes?: Uint8Array) {
      const { status, body, problem } = await house.send(addRequestPhoto, landlord, { params: { id }, body: bytes ?? (await picture()) })
      if (status !== 201) throw new Error(problem.detail)
      house.clock.advance(1000)
      return body
    },
    async keep(landlord: LandlordActor, fields: Record<string, unknown> = {}) {
      const { status, body, problem } = await house.send(createVendor, landlord, { body: { name: 'Pipes Ltd', ...fields } })
      if (status !== 201) throw new Error(problem.detail)
      return body
    },
    async stop() {
      await house.stop()
      await rm(folder, { recursive: true })
    },
    /** A landlord with a property and a tenant in it, both told by event. */
    async household() {
      const landlord = actors.landlord()
      const property = propertyOf(landlord)
      const tenant = tenantOf(landlord, property.propertyId)
      await house.publish(PropertyCreated, property)
      await house.publish(TenantCreated, tenant)
      return { landlord, property, tenant, tenantActor: actors.tenantOf(landlord, tenant.tenantId) }
    },
  }
}

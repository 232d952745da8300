import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { userName } from '@keyhold/contracts/identity/accounts'
import { deliver, type Delivery, type DeliveryForm } from '@keyhold/contracts/messaging/deliveries'
import { addRequestPhoto } from '@keyhold/contracts/maintenance/request-photos'
import { createMaintenance } from '@keyhold/contracts/maintenance/requests'
import { createVendor } from '@keyhold/contracts/maintenance/vendors'
import {
  getPropertySnapshot,
  PropertyCreated,
  type PropertySnapshot,
} from '@keyhold/contracts/properties/property-snapshots'
import { getTenantSnapshot, TenantCreated, type TenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { notFound } from '@keyhold/kit/http/problem'
import type { Environment } from '@keyhold/kit/runtime/config'
import { actors, stub, startTestApp } from '@keyhold/kit/testing/test-app'
import { picture } from '@keyhold/kit/testing/pictures'
import { maintenance } from '../service.ts'

type TenantSnapshot = z.output<typeof TenantSnapshot>
type PropertySnapshot = z.output<typeof PropertySnapshot>

export const tenantOf = (
  landlord: LandlordActor,
  propertyId: string | null,
  fields: Partial<TenantSnapshot> = {},
): TenantSnapshot => ({
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

export const propertyOf = (landlord: LandlordActor, fields: Partial<PropertySnapshot> = {}): PropertySnapshot => ({
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

interface Owners {
  asked: number
  tenants: TenantSnapshot[]
  properties: PropertySnapshot[]
  /** What messaging was asked to send. */
  sent: z.output<typeof DeliveryForm>[]
  /** Messaging's answer; else everything is sent. */
  deliver?: () => z.output<typeof Delivery>
}

/** The service with its own database and folder, and stubs of the other services that answer `owners`. */
export async function startMaintenanceApp(env: Environment = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-maintenance-'))
  const owners: Owners = { asked: 0, tenants: [], properties: [], sent: [] }
  const app = await startTestApp([maintenance], {
    env: { DATA_DIR: folder, ...env },
    stubs: [
      stub(userName, ({ params: { id } }) => ({
        id,
        email: `${id}@example.com`,
        firstName: 'Lee',
        lastName: 'Lord',
        phone: null,
        userType: 'landlord' as const,
      })),
      stub(deliver, ({ body }) => {
        owners.sent.push(body)
        return owners.deliver?.() ?? { id: randomUUID(), status: 'sent' as const, reason: null }
      }),
      stub(getTenantSnapshot, ({ actor, params }) => {
        owners.asked++
        return (
          owners.tenants.find(
            (one) => one.tenantId === params.id && actor.role === 'service' && one.landlordId === actor.landlordId,
          ) ?? notFound('Tenant')
        )
      }),
      stub(getPropertySnapshot, ({ actor, params }) => {
        owners.asked++
        return (
          owners.properties.find(
            (one) => one.propertyId === params.id && actor.role === 'service' && one.landlordId === actor.landlordId,
          ) ?? notFound('Property')
        )
      }),
    ],
  })
  return {
    ...app,
    owners,
    /** The folder of the files. */
    blobs: join(folder, 'blobs'),
    async openRequest(landlord: LandlordActor, fields: Record<string, unknown> = {}) {
      const { status, body, problem } = await app.send(createMaintenance, landlord, { body: { ...form, ...fields } })
      if (status !== 201) throw new Error(problem.detail)
      app.clock.advance(1000)
      return body
    },
    async addPhoto(landlord: LandlordActor, id: string, bytes?: Uint8Array) {
      const { status, body, problem } = await app.send(addRequestPhoto, landlord, {
        params: { id },
        body: bytes ?? (await picture()),
      })
      if (status !== 201) throw new Error(problem.detail)
      app.clock.advance(1000)
      return body
    },
    async addVendor(landlord: LandlordActor, fields: Record<string, unknown> = {}) {
      const { status, body, problem } = await app.send(createVendor, landlord, {
        body: { name: 'Pipes Ltd', ...fields },
      })
      if (status !== 201) throw new Error(problem.detail)
      return body
    },
    async stop() {
      await app.stop()
      await rm(folder, { recursive: true })
    },
    /** A landlord with a property and a tenant in it, whose events were received. */
    async landlordWithTenant() {
      const landlord = actors.landlord()
      const property = propertyOf(landlord)
      const tenant = tenantOf(landlord, property.propertyId)
      await app.publish(PropertyCreated, property)
      await app.publish(TenantCreated, tenant)
      return { landlord, property, tenant, tenantActor: actors.tenantOf(landlord, tenant.tenantId) }
    },
  }
}

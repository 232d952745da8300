import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { landlordSubscription, Subscription } from '@keyhold/contracts/billing/subscriptions'
import { type Document, uploadDocument } from '@keyhold/contracts/properties/documents'
import type { ResponseOf } from '@keyhold/contracts/endpoint'
import { userName } from '@keyhold/contracts/identity/accounts'
import { maintenanceCosts } from '@keyhold/contracts/maintenance/costs'
import { getMaintenance } from '@keyhold/contracts/maintenance/requests'
import { addPhoto, type Photo } from '@keyhold/contracts/properties/property-photos'
import { createProperty } from '@keyhold/contracts/properties/properties'
import { nightClaimOutcomes } from '@keyhold/contracts/tenancy/night-outcomes'
import { releaseProperty } from '@keyhold/contracts/tenancy/tenancies'
import { getTenantSnapshot, type TenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { stub, startTestApp } from '@keyhold/kit/testing/test-app'
import type { Environment } from '@keyhold/kit/runtime/config'
import { properties } from '../service.ts'
import { picture } from '@keyhold/kit/testing/pictures'

/** A subscription as billing answers it. */
export const subscription = (landlordId: string, fields: Partial<Subscription> = {}): Subscription =>
  Subscription.parse({
    landlordId,
    plan: 'professional',
    status: 'active',
    maxProperties: 25,
    trialStartDate: null,
    trialEndDate: null,
    ...fields,
  })

/** A tenant's snapshot. */
export const tenantAt = (
  landlord: LandlordActor,
  propertyId: string | null,
  fields: Partial<z.output<typeof TenantSnapshot>> = {},
): z.output<typeof TenantSnapshot> => ({
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

export const form = {
  name: 'Oak House',
  address: '12 Oak St',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  propertyType: 'house',
  monthlyRent: 1850.5,
}

const maintenanceRequest = (id: string, landlordId: string): ResponseOf<typeof getMaintenance> => ({
  id,
  landlordId,
  title: 'Roof',
  description: 'It leaks',
  category: 'general',
  priority: 'medium',
  status: 'open',
  propertyId: null,
  propertyName: null,
  tenantId: null,
  tenantName: null,
  estimatedCost: null,
  actualCost: null,
  scheduledDate: null,
  scheduledFrom: null,
  scheduledTo: null,
  waitingFor: null,
  completedDate: null,
  rating: null,
  ratingNote: null,
  reopens: 0,
  suggestion: null,
  newsFrom: null,
  alert: null,
  vendorId: null,
  vendorName: null,
  vendorContact: null,
  images: [],
  history: [],
  visits: [],
  workOrders: [],
  bills: [],
  dueAt: '2026-03-20T12:00:00.000Z',
  isPastDue: false,
  createdAt: '2026-03-15T12:00:00.000Z',
  updatedAt: '2026-03-15T12:00:00.000Z',
})

/** A PDF file for an upload. */
export const pdf = (name = 'Lease.pdf', text = 'a lease') => ({
  name,
  bytes: Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`),
})

/** The service with its own database and folder, and stubs of billing, tenancy, identity and maintenance that the test controls. */
export async function startPropertiesApp(env: Environment = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-properties-'))
  const billing = { asked: 0, answer: new Map<string, Partial<Subscription>>() }
  const tenancy = {
    /** Properties with active tenants according to tenancy. */
    occupied: new Set<string>(),
    released: [] as string[],
    /** Runs during each release, one after the other. */
    meanwhile: [] as (() => unknown)[],
    /** Archived properties, and since when. */
    archived: new Map<string, string>(),
    /** Tenants that tenancy answers, and how often it was asked. */
    tenants: new Map<string, z.output<typeof TenantSnapshot>>(),
    asked: 0,
    /** Claims of nights that a tenancy uses; all others are abandoned. */
    usedClaims: new Set<string>(),
    isDown: false,
  }
  /** Maintenance requests and their landlords. */
  const requests = new Map<string, string>()
  /** Costs of repairs that maintenance answers. */
  const costs: { on: string; propertyId: string | null; amount: number }[] = []
  const identity = {
    asked: [] as string[],
    names: new Map<string, { firstName: string; lastName: string; email: string }>(),
  }
  const app = await startTestApp([properties], {
    env: { DATA_DIR: folder, ...env },
    stubs: [
      stub(maintenanceCosts, ({ query: { from, to } }) => ({
        costs: costs.filter(({ on }) => from <= on && on <= to),
        byStatus: { open: 0, in_progress: 0, completed: 0, cancelled: 0 },
      })),
      stub(userName, ({ params: { id } }) => {
        identity.asked.push(id)
        const found = identity.names.get(id) ?? notFound('User')
        return { id, phone: null, userType: 'landlord' as const, ...found }
      }),
      stub(landlordSubscription, ({ params }) => {
        billing.asked++
        return subscription(params.landlordId, billing.answer.get(params.landlordId))
      }),
      stub(releaseProperty, async ({ actor, body: { propertyId, archivedAt } }) => {
        if (actor.role !== 'service' || actor.landlordId === null) notFound('Landlord')
        await tenancy.meanwhile.shift()?.()
        if (tenancy.occupied.has(propertyId)) refuse('property-occupied', 'This property has active tenants.')
        if (archivedAt) tenancy.archived.set(propertyId, archivedAt)
        else tenancy.released.push(propertyId)
        return { propertyId }
      }),
      stub(getTenantSnapshot, ({ actor, params: { id } }) => {
        tenancy.asked++
        const found = tenancy.tenants.get(id)
        return found && actor.role === 'service' && actor.landlordId === found.landlordId ? found : notFound('Tenant')
      }),
      stub(nightClaimOutcomes, ({ body: { claimIds } }) => {
        if (tenancy.isDown) refuse('unavailable', 'Tenancy is not responding right now.')
        return { abandoned: claimIds.filter((id) => !tenancy.usedClaims.has(id)) }
      }),
      stub(getMaintenance, ({ actor, params: { id } }) =>
        'userId' in actor && actor.landlordId === requests.get(id)
          ? maintenanceRequest(id, actor.landlordId)
          : notFound('Maintenance request'),
      ),
    ],
  })
  return {
    ...app,
    billing,
    tenancy,
    requests,
    costs,
    identity,
    /** The folder of the files, unless they are in S3. */
    blobs: join(folder, 'blobs'),
    async addProperty(landlord: LandlordActor, fields: Record<string, unknown> = {}) {
      const { status, body, problem } = await app.send(createProperty, landlord, { body: { ...form, ...fields } })
      if (status !== 201) throw new Error(problem.detail)
      app.clock.advance(1000)
      return body
    },
    async addPhoto(landlord: LandlordActor, propertyId: string, bytes?: Uint8Array): Promise<Photo> {
      const { status, body, problem } = await app.send(addPhoto, landlord, {
        params: { id: propertyId },
        body: bytes ?? (await picture()),
      })
      if (status !== 201) throw new Error(problem.detail)
      return body
    },
    /** Uploads a small PDF by default. */
    async addDocument(landlord: LandlordActor, fields: Record<string, unknown> = {}): Promise<Document> {
      const { status, body, problem } = await app.send(uploadDocument, landlord, { body: { file: pdf(), ...fields } })
      if (status !== 201) throw new Error(problem.detail)
      app.clock.advance(1000)
      return body
    },
    async stop() {
      await app.stop()
      await rm(folder, { recursive: true })
    },
  }
}

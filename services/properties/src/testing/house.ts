import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { landlordSubscription, Subscription } from '@keyhold/contracts/billing'
import { userName } from '@keyhold/contracts/identity'
import { addPhoto, createProperty, type Photo } from '@keyhold/contracts/properties'
import { releaseProperty, type TenantFacts } from '@keyhold/contracts/tenancy'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/actor'
import { notFound, refuse } from '@keyhold/kit/problem'
import { stub, testHouse } from '@keyhold/kit/testing/house'
import type { Environment } from '@keyhold/kit/config'
import { properties } from '../service.ts'
import { picture } from '@keyhold/kit/testing/pictures'

/** What billing would answer; tests overwrite single fields. */
export const subscription = (landlordId: string, fields: Partial<Subscription> = {}): Subscription =>
  Subscription.parse({ landlordId, plan: 'professional', status: 'active', maxProperties: 25, trialStartDate: null, trialEndDate: null, ...fields })

/** A tenant as tenancy tells of it. */
export const tenantAt = (
  landlord: LandlordActor,
  propertyId: string | null,
  fields: Partial<z.output<typeof TenantFacts>> = {},
): z.output<typeof TenantFacts> => ({
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

/** The service on a database and a folder of its own, with a billing, a tenancy and an identity that answer what the test says. */
export async function openHouse(env: Environment = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-properties-'))
  const billing = { asked: 0, answer: new Map<string, Partial<Subscription>>() }
  const tenancy = {
    /** Properties with active tenants, as tenancy knows. */
    occupied: new Set<string>(),
    released: [] as string[],
    /** What happens as these releases come, one after the other. */
    meanwhile: [] as (() => unknown)[],
    /** Properties put away, and since when. */
    archived: new Map<string, string>(),
  }
  const identity = { asked: [] as string[], names: new Map<string, { firstName: string; lastName: string; email: string }>() }
  const house = await testHouse([properties], {
    env: { DATA_DIR: folder, ...env },
    stubs: [
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
    ],
  })
  return {
    ...house,
    billing,
    tenancy,
    identity,
    /** Where the files lie, unless in S3. */
    blobs: join(folder, 'blobs'),
    async addProperty(landlord: LandlordActor, fields: Record<string, unknown> = {}) {
      const { status, body, problem } = await house.send(createProperty, landlord, { body: { ...form, ...fields } })
      if (status !== 201) throw new Error(problem.detail)
      house.clock.advance(1000)
      return body
    },
    async addPhoto(landlord: LandlordActor, propertyId: string, bytes?: Uint8Array): Promise<Photo> {
      const { status, body, problem } = await house.send(addPhoto, landlord, { params: { id: propertyId }, body: bytes ?? (await picture()) })
      if (status !== 201) throw new Error(problem.detail)
      return body
    },
    async stop() {
      await house.stop()
      await rm(folder, { recursive: true })
    },
  }
}

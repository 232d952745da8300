import { randomUUID } from 'node:crypto'
import { landlordSubscription, type Subscription } from '@keyhold/contracts/billing'
import { createProperty } from '@keyhold/contracts/properties'
import { releaseProperty, type TenantFacts } from '@keyhold/contracts/tenancy'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/actor'
import { notFound, refuse } from '@keyhold/kit/problem'
import { stub, testHouse } from '@keyhold/kit/testing/house'
import { properties } from '../service.ts'

/** What billing would answer; tests overwrite single fields. */
export const subscription = (landlordId: string, fields: Partial<Subscription> = {}): Subscription => ({
  landlordId,
  plan: 'professional',
  status: 'active',
  maxProperties: 25,
  trialStartDate: null,
  trialEndDate: null,
  ...fields,
})

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

/** The service on a database of its own, with a billing and a tenancy that answer what the test says. */
export async function openHouse() {
  const billing = { asked: 0, answer: new Map<string, Partial<Subscription>>() }
  const tenancy = {
    /** Properties with active tenants, as tenancy knows. */
    occupied: new Set<string>(),
    released: [] as string[],
  }
  const house = await testHouse([properties], {
    stubs: [
      stub(landlordSubscription, ({ params }) => {
        billing.asked++
        return subscription(params.landlordId, billing.answer.get(params.landlordId))
      }),
      stub(releaseProperty, ({ actor, body: { propertyId } }) => {
        if (actor.role !== 'service' || actor.landlordId === null) notFound('Landlord')
        if (tenancy.occupied.has(propertyId)) refuse('property-occupied', 'This property has active tenants.')
        tenancy.released.push(propertyId)
        return { propertyId }
      }),
    ],
  })
  return {
    ...house,
    billing,
    tenancy,
    async addProperty(landlord: LandlordActor, fields: Record<string, unknown> = {}) {
      const { status, body, problem } = await house.send(createProperty, landlord, { body: { ...form, ...fields } })
      if (status !== 201) throw new Error(problem.detail)
      house.clock.advance(1000)
      return body
    },
  }
}

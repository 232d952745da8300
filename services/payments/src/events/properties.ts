import { PropertyCreated, PropertyDeleted, PropertyUpdated, type PropertyFacts } from '@keyhold/contracts/properties'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/db'
import { type EventHandler, on } from '@keyhold/kit/inbox'
import { knownZone } from '../domain/known.ts'
import { property } from '../schema.ts'

export const propertyEvents: EventHandler[] = [
  on(PropertyCreated, ({ data, tx }) => keepProperty(tx, data)),
  on(PropertyUpdated, ({ data, tx }) => keepProperty(tx, data)),
  // Its charges keep the name they were made under.
  on(PropertyDeleted, ({ data, tx }) => keepProperty(tx, data)),
]

async function keepProperty(tx: Tx, { landlordId, propertyId, name, timeZone }: z.output<typeof PropertyFacts>): Promise<void> {
  const values = { name, timeZone: await knownZone(tx, timeZone) }
  await tx
    .insert(property)
    .values({ landlordId, propertyId, ...values })
    .onConflictDoUpdate({ target: [property.landlordId, property.propertyId], set: values })
}

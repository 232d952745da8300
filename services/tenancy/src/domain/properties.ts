import { type PropertyFacts, propertyFacts } from '@keyhold/contracts/properties'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/actor'
import type { Tx } from '@keyhold/kit/db'
import { Refusal } from '@keyhold/kit/problem'
import type { Tools } from '@keyhold/kit/request'
import { and, eq } from 'drizzle-orm'
import { property } from '../schema.ts'
import { onBehalfOf } from './acting.ts'

type Facts = z.output<typeof PropertyFacts>

/**
 * Sees to it that a property is one of the landlord's and still there; its owner is asked where no event has told us yet, and what it
 * answers is to be kept by `keepProperty` in the transaction that follows. `current`: the property referred to already may be gone.
 * @throws Refusal 400
 */
export async function checkProperty(
  propertyId: string | null | undefined,
  actor: LandlordActor,
  { db, call }: Pick<Tools, 'db' | 'call'>,
  current?: string | null,
): Promise<Facts | null> {
  if (propertyId === null || propertyId === undefined || propertyId === current) return null
  const { landlordId } = actor
  const [known] = await db.read(
    actor,
    (sql) => sql<{ isDeleted: boolean }[]>`select is_deleted from property where landlord_id = ${landlordId} and property_id = ${propertyId}`,
  )
  if (known) return known.isDeleted ? notYours() : null
  const asked = await call(propertyFacts, onBehalfOf(landlordId), { params: { id: propertyId } }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'not-found') return notYours()
    throw error
  })
  return asked.landlordId === landlordId && !asked.isDeleted ? asked : notYours()
}

function notYours(): never {
  const message = 'Choose one of your properties'
  throw new Refusal('invalid-input', `${message}.`, { issues: [{ path: 'propertyId', message }] })
}

/** Keeps what its owner answered; an event may have been quicker, and knows no less. */
export async function keepProperty(tx: Tx, facts: Facts | null): Promise<void> {
  if (!facts) return
  const { landlordId, propertyId, name, timeZone, isDeleted } = facts
  await tx.insert(property).values({ landlordId, propertyId, name, timeZone, isDeleted }).onConflictDoNothing()
}

/** A property that an invitation named, unless it is gone by now. */
export async function remaining(tx: Tx, { landlordId, propertyId }: { landlordId: string; propertyId: string | null }): Promise<string | null> {
  if (propertyId === null) return null
  const [known] = await tx
    .select({ isDeleted: property.isDeleted })
    .from(property)
    .where(and(eq(property.landlordId, landlordId), eq(property.propertyId, propertyId)))
  return known?.isDeleted ? null : propertyId
}

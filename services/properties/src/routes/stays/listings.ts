import {
  createRental,
  deleteRental,
  directBookingState,
  type ShortTermRentalChanges,
  type ShortTermRentalForm,
  updateRental,
} from '@keyhold/contracts/properties/stays/listings'
import { noPriceRules } from '@keyhold/contracts/properties/stays/listing-terms'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, refuse, refuseField } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { findRental, type FoundRental, publishRental } from '../../domain/stays/listings/find-rental.ts'
import { newPublicCode, slugWords } from '../../domain/stays/listings/public-address.ts'
import { readRental } from '../../domain/stays/listings/read-rentals.ts'
import { addHistory } from '../../domain/stays/stay-history.ts'
import { lockProperty } from '../../projections/tenants.ts'
import type { StayPayments } from '../../providers/stay-payments/provider.ts'
import { unit } from '../../schema/properties.ts'
import { booking } from '../../schema/stays/bookings.ts'
import { rental } from '../../schema/stays/listings.ts'
import { stayHold } from '../../schema/stays/payments.ts'

type Terms = Pick<ShortTermRentalForm, 'minStayNights' | 'maxStayNights' | 'maxGuests'> & {
  guestsIncluded: number
  cancellationPolicy: ShortTermRentalForm['cancellationPolicy']
  cancellationTiers: readonly unknown[]
}

/** @throws Refusal 400 where fields do not fit each other */
function assertFits({ minStayNights, maxStayNights, maxGuests, guestsIncluded, ...policy }: Terms): void {
  if (minStayNights > maxStayNights) refuseField('maxStayNights', 'The maximum stay is shorter than the minimum stay')
  if (guestsIncluded > maxGuests) refuseField('guestsIncluded', 'More guests are included than may stay')
  if (policy.cancellationPolicy === 'custom' && policy.cancellationTiers.length === 0)
    refuseField('cancellationTiers', 'Add at least one tier to your own cancellation policy')
}

/** The wish where cards can be taken; without a wish, whether they can. @throws Refusal 400 where it cannot be on */
async function directBooking(wish: boolean | undefined, landlordId: string, payments: StayPayments): Promise<boolean> {
  const refusal = await payments.refusalFor(landlordId)
  if (wish === true && refusal !== null) refuseField('directBookingEnabled', refusal.replace(/\.$/, ''))
  return wish ?? refusal === null
}

async function assertUnit(tx: Tx, landlordId: string, propertyId: string, unitId: string): Promise<void> {
  const [found] = await tx
    .select({ id: unit.id })
    .from(unit)
    .where(
      and(
        eq(unit.landlordId, landlordId),
        eq(unit.propertyId, propertyId),
        eq(unit.id, unitId),
        isNull(unit.deletedAt),
      ),
    )
  if (!found) notFound('Unit')
  const [listed] = await tx
    .select({ name: rental.listingName })
    .from(rental)
    .where(and(eq(rental.landlordId, landlordId), eq(rental.unitId, unitId), isNull(rental.deletedAt)))
  if (listed) refuse('conflict', `This unit is listed already, as “${listed.name}”.`)
}

const create = (payments: StayPayments) =>
  serve(createRental, async ({ actor, body, db, clock }) => {
    const { landlordId } = actor
    const { slug, unitId: givenUnit, ...form } = body
    const terms = {
      guestsIncluded: form.guestsIncluded ?? form.maxGuests,
      cancellationTiers: form.cancellationPolicy === 'custom' ? (form.cancellationTiers ?? []) : [],
    }
    assertFits({ ...form, ...terms })
    const directBookingEnabled = await directBooking(form.directBookingEnabled, landlordId, payments)
    const now = clock.now()
    const id = await db.transaction(actor, async (tx) => {
      const home = (await lockProperty(tx, { landlordId, id: form.propertyId })) ?? notFound('Property')
      if (home.archivedAt !== null) refuse('conflict', 'This property is archived. Restore it to list it.')
      const unitId = givenUnit ?? home.id
      await assertUnit(tx, landlordId, home.id, unitId)
      const stamp = now.toISOString()
      const [row] = await tx
        .insert(rental)
        .values({
          ...form,
          ...terms,
          landlordId,
          unitId,
          directBookingEnabled,
          priceRules: noPriceRules,
          slugWords: slugWords(slug ?? form.listingName),
          publicCode: newPublicCode(),
          createdAt: stamp,
          updatedAt: stamp,
        })
        .returning()
      if (!row) throw new Error('insert returned no row')
      await addHistory(tx, {
        landlordId,
        recordId: row.id,
        what: 'created',
        who: who(actor),
        note: row.listingName,
        now,
      })
      await publishRental(tx, { ...row, timeZone: home.timeZone })
      return row.id
    })
    return readRental(db, actor, id)
  })

const who = ({ userId }: { userId: string }) => ({ by: 'landlord' as const, userId })

const given = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }

/** What a change makes of the row: absent fields stay, an emptied field with a default takes it. */
function edited(before: FoundRental, { slug, ...changes }: ShortTermRentalChanges) {
  const policy = changes.cancellationPolicy ?? before.cancellationPolicy
  const maxGuests = changes.maxGuests ?? before.maxGuests
  const included = changes.guestsIncluded === undefined ? before.guestsIncluded : changes.guestsIncluded
  return {
    ...given(changes),
    guestsIncluded:
      changes.guestsIncluded === undefined ? Math.min(before.guestsIncluded, maxGuests) : (included ?? maxGuests),
    cancellationTiers: policy === 'custom' ? (changes.cancellationTiers ?? before.cancellationTiers) : [],
    slugWords: slug ? slugWords(slug) : before.slugWords,
  }
}

const update = (payments: StayPayments) =>
  serve(updateRental, async ({ actor, params, body, db, clock }) => {
    const { landlordId } = actor
    if (body.directBookingEnabled) await directBooking(true, landlordId, payments)
    const now = clock.now()
    await db.transaction(actor, async (tx) => {
      const before = await findRental(tx, { landlordId, id: params.id }, { lock: true })
      const edit = edited(before, body)
      assertFits({ ...before, ...edit })
      await tx
        .update(rental)
        .set({ ...edit, updatedAt: now.toISOString() })
        .where(and(eq(rental.landlordId, landlordId), eq(rental.id, before.id)))
      await addHistory(tx, {
        landlordId,
        recordId: before.id,
        what: 'changed',
        who: who(actor),
        before,
        after: edit,
        now,
      })
      await publishRental(tx, { ...before, ...edit })
    })
    return readRental(db, actor, params.id)
  })

const remove = serve(deleteRental, async ({ actor, params, db, clock }) => {
  const { landlordId } = actor
  const now = clock.now()
  await db.transaction(actor, async (tx) => {
    const found = await findRental(tx, { landlordId, id: params.id }, { lock: true })
    const upcoming = await tx.$count(
      booking,
      and(
        eq(booking.landlordId, landlordId),
        eq(booking.rentalId, found.id),
        inArray(booking.status, ['pending', 'confirmed', 'checked_in']),
        gt(booking.checkOutDate, dateAt(now, found.timeZone)),
      ),
    )
    const held = await tx.$count(
      stayHold,
      and(
        eq(stayHold.landlordId, landlordId),
        eq(stayHold.rentalId, found.id),
        eq(stayHold.state, 'open'),
        gt(stayHold.expiresAt, now.toISOString()),
      ),
    )
    if (upcoming + held > 0)
      refuse('conflict', 'Guests are still to come. Cancel their bookings, or switch the listing off instead.')
    const deletedAt = now.toISOString()
    await tx
      .update(rental)
      .set({ deletedAt, updatedAt: deletedAt, isActive: false })
      .where(and(eq(rental.landlordId, landlordId), eq(rental.id, found.id)))
    await addHistory(tx, { landlordId, recordId: found.id, what: 'removed', who: who(actor), now })
    await publishRental(tx, { ...found, deletedAt, isActive: false })
  })
})

const direct = (payments: StayPayments) =>
  serve(directBookingState, async ({ actor }) => {
    const reason = await payments.refusalFor(actor.landlordId)
    return { isAvailable: reason === null, reason, isTest: payments.isTest }
  })

export const listingRoutes = (payments: StayPayments) => [create(payments), update(payments), remove, direct(payments)]

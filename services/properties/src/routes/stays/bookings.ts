import {
  createBooking,
  createGuestLink,
  extendBooking,
  extensionPreview,
  guestLinkFor,
  updateBooking,
} from '@keyhold/contracts/properties/stays/bookings'
import type { QuoteLine } from '@keyhold/contracts/properties/stays/quotes'
import { pages, withToken } from '@keyhold/contracts/pages'
import { notFound, refuseField } from '@keyhold/kit/http/problem'
import { linkBase } from '@keyhold/kit/http/link-base'
import { serve } from '@keyhold/kit/http/serve'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { scopeOf } from '@keyhold/kit/runtime/actor'
import { changeBooking, repriced } from '../../domain/stays/bookings/change-booking.ts'
import { lockBooking } from '../../domain/stays/bookings/find-booking.ts'
import { readBooking } from '../../domain/stays/bookings/read-bookings.ts'
import { recordBooking } from '../../domain/stays/bookings/record-booking.ts'
import { addGuestLink } from '../../domain/stays/direct/guest-links.ts'
import { findRental } from '../../domain/stays/listings/find-rental.ts'
import type { Charged } from '../../domain/stays/pricing/price-stay.ts'
import { lineOf } from '../../domain/stays/pricing/quote-stay.ts'

type Entered = { [K in keyof Charged]?: number | null | undefined }

/** The amounts that the landlord entered, out of a form; undefined where it has none. */
function chargedOf({ basePriceTotal, cleaningFee, serviceFee, taxes, platformFee }: Entered) {
  const given = Object.entries({ basePriceTotal, cleaningFee, serviceFee, taxes, platformFee }).filter(
    ([, value]) => value !== undefined,
  )
  const charged: { [K in keyof Charged]?: number | null } = Object.fromEntries(given)
  return given.length > 0 ? charged : undefined
}

const withoutEmpty = (charged: ReturnType<typeof chargedOf>): Charged =>
  Object.fromEntries(Object.entries(charged ?? {}).filter(([, value]) => value !== null))

const who = ({ userId }: { userId: string }) => ({ by: 'landlord' as const, userId })

const create = serve(createBooking, async ({ actor, body, db, clock }) => {
  const { rentalId, paymentStatus, basePriceTotal, cleaningFee, serviceFee, taxes, platformFee, ...form } = body
  const charged = withoutEmpty(chargedOf({ basePriceTotal, cleaningFee, serviceFee, taxes, platformFee }))
  const id = await db.transaction(actor, async (tx) => {
    const rental = await findRental(tx, { landlordId: actor.landlordId, id: rentalId })
    const { row } = await recordBooking(
      tx,
      rental,
      { ...form, charged, isPaid: paymentStatus === 'paid' },
      { who: who(actor), now: clock.now() },
    )
    return row.id
  })
  return readBooking(db, actor, id)
})

const update = serve(updateBooking, async ({ actor, params, body, db, clock }) => {
  const { landlordId } = actor
  const { rentalId, paymentStatus, basePriceTotal, cleaningFee, serviceFee, taxes, platformFee, ...fields } = body
  const charged = chargedOf({ basePriceTotal, cleaningFee, serviceFee, taxes, platformFee })
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  await db.transaction(actor, async (tx) => {
    const found = await lockBooking(tx, { landlordId, id: params.id })
    const isOther = rentalId !== undefined && rentalId !== found.row.rentalId
    await changeBooking(
      tx,
      found,
      {
        ...given,
        ...(charged ? { charged } : {}),
        ...(isOther ? { rental: await findRental(tx, { landlordId, id: rentalId }) } : {}),
        ...(paymentStatus ? { payment: paymentStatus === 'paid' ? ('paid' as const) : ('unpaid' as const) } : {}),
      },
      { who: who(actor), now: clock.now() },
    )
  })
  return readBooking(db, actor, params.id)
})

const previewExtension = serve(extensionPreview, async ({ actor, params, query, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const found = await lockBooking(tx, { landlordId: actor.landlordId, id: params.id })
    assertLater(found.row.checkOutDate, query.checkOutDate)
    const { plan, priced } = await repriced(tx, found, query, { now: clock.now() })
    const totalBefore = found.row.totalAmount
    return {
      ...plan.stay,
      totalBefore,
      totalAfter: toDollars(priced.totalCents),
      difference: toDollars(priced.totalCents - toCents(totalBefore)),
      lines: priced.lines.map((line): QuoteLine => lineOf(line)),
    }
  }),
)

function assertLater(before: string, after: string): void {
  if (after <= before) refuseField('checkOutDate', 'Choose a day after the present check-out')
}

const extend = serve(extendBooking, async ({ actor, params, body, db, clock }) => {
  await db.transaction(actor, async (tx) => {
    const found = await lockBooking(tx, { landlordId: actor.landlordId, id: params.id })
    assertLater(found.row.checkOutDate, body.checkOutDate)
    await changeBooking(tx, found, body, { who: who(actor), now: clock.now() })
  })
  return readBooking(db, actor, params.id)
})

/** `publicUrl`: what links to guests start with. */
export const bookingRoutes = (publicUrl: string) => {
  const linkOf = (base: string, token: string) => ({ token, link: `${base}${withToken(pages.guestStay, token)}` })
  return [
    create,
    update,
    previewExtension,
    extend,
    serve(createGuestLink, async ({ actor, params, request, db, clock }) => {
      const token = await db.transaction(actor, async (tx) => {
        const { row } = await lockBooking(tx, { landlordId: actor.landlordId, id: params.id })
        return addGuestLink(tx, row.landlordId, row.id, clock.now())
      })
      return linkOf(linkBase(publicUrl, request), token)
    }),
    serve(guestLinkFor, async ({ actor, params, request, db, clock }) => {
      const landlordId = scopeOf(actor).landlordId || notFound('Booking')
      const token = await db.transaction(actor, async (tx) => {
        const { row } = await lockBooking(tx, { landlordId, id: params.id })
        return addGuestLink(tx, row.landlordId, row.id, clock.now())
      })
      return linkOf(linkBase(publicUrl, request), token)
    }),
  ]
}

import * as routes from './nights.routes.ts'
import { endpoint } from '../endpoint.ts'
import { calendarDate, id, instant, line, requiredDate } from '../scalars.ts'
import { z } from '../zod.ts'
import { claimKinds } from './claim-kinds.ts'

/** The longest time that a calendar shows at once, and that a block lasts: three years. */
export const maxCalendarDays = 1096

/** Who has which nights of a unit: `[from, until)`, `until` being the day of departure, null: without an end. */
export const NightClaim = z
  .object({
    id,
    propertyId: id,
    unitId: id,
    kind: z.enum(claimKinds),
    from: calendarDate,
    until: calendarDate.nullable(),
    /** Names of tenants, the guest's name, the reason of a block, the name of a channel. */
    label: z.string().nullable(),
    /** The tenancy of a lease, the listing of a booking or hold, the feed of a feed's entry. */
    sourceId: id.nullable(),
    /** When a hold ends by itself. */
    expiresAt: instant.nullable(),
  })
  .meta({ id: 'NightClaim' })
export type NightClaim = z.output<typeof NightClaim>

/** By unit and day. A unit has at most one claim a night besides its leases, so the list is not paged. */
export const listNights = endpoint(routes.listNights, {
  query: z.object({
    from: requiredDate('Enter the first day'),
    /** Exclusive. */
    to: requiredDate('Enter the last day'),
    unitId: id.optional(),
  }),
  response: z.array(NightClaim),
  summary: 'Who has which nights of the units of a property: leases, bookings, holds, blocks and channels',
})

export const BlockForm = z.object({
  from: requiredDate('Enter the first night'),
  until: requiredDate('Enter the day on which the home is free again'),
  reason: line(200, 'Say why the home is not available'),
})

/** 409 `nights-taken` where something else has one of the nights. */
export const createBlock = endpoint(routes.createBlock, {
  status: 201,
  idempotent: true,
  body: BlockForm,
  response: NightClaim,
  summary: 'Block nights of a unit',
})

export const deleteBlock = endpoint(routes.deleteBlock, { summary: 'Give blocked nights back' })

/** The most tenancies that one call claims for. */
export const maxLeaseClaims = 200

/**
 * Nights that a tenancy is about to have. The claim is provisional: `TenancyChanged` confirms it, and one whose tenancy never committed is released
 * after `nightClaimOutcomes` has said so. A repeated `claimId` answers the same.
 */
export const LeaseClaim = z.object({
  claimId: id,
  tenancyId: id,
  unitId: id,
  from: calendarDate,
  until: calendarDate.nullable(),
  label: z.string().nullable(),
  /** Where something is in the way, the nights until then are enough: for tenants who live there whatever the calendar says. */
  canBeCut: z.boolean(),
})

/** One answer for each claim, in their order. */
export const claimLeaseNights = endpoint(routes.claimLeaseNights, {
  body: z.object({ claims: z.array(LeaseClaim).min(1).max(maxLeaseClaims) }),
  response: z.array(
    z.object({
      claimId: id,
      /** The nights that were claimed; null: none. */
      nights: z.object({ from: calendarDate, until: calendarDate.nullable() }).nullable(),
      /** Why not all of them were, for the landlord. */
      refusal: z
        .object({
          detail: z.string(),
          freeNights: z.array(z.object({ from: calendarDate, until: calendarDate.nullable() })),
        })
        .nullable(),
    }),
  ),
  summary: 'Claim nights for tenancies before they are stored',
})

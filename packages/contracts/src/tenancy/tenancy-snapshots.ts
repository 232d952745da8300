import * as routes from './tenancy-snapshots.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { amount, calendarDate, id, snapshotQuery } from '../scalars.ts'
import { z } from '../zod.ts'
import { Billing, RentStep, termKinds } from './tenancies.ts'

/** A tenancy as other services see it. */
export const TenancySnapshot = z.object({
  tenancyId: id,
  landlordId: id,
  propertyId: id.nullable(),
  unitId: id.nullable(),
  accountId: id,
  /** The present members; once nobody is left, the last ones to leave. */
  tenantIds: z.array(id),
  /** All who are or were members, with their days; `leftOn` is the last day on which they live there, and billed. Absent in older events. */
  members: z
    .array(z.object({ tenantId: id, joinedOn: calendarDate.nullable(), leftOn: calendarDate.nullable() }))
    .optional(),
  startDate: calendarDate.nullable(),
  endDate: calendarDate.nullable(),
  termKind: z.enum(termKinds),
  monthlyRent: amount.nullable(),
  rentSteps: z.array(RentStep),
  securityDeposit: amount.nullable(),
  billing: Billing.nullable(),
  movedOutOn: calendarDate.nullable(),
  /** Created by an import that was undone: it counts as never having existed. */
  isVoid: z.boolean(),
})

export type TenancySnapshot = z.output<typeof TenancySnapshot>

/** The nights `[from, until)` of a unit that a tenancy has; `until` null: without an end. */
export const TenancyNights = z.object({
  unitId: id,
  from: calendarDate,
  until: calendarDate.nullable(),
  /** The names of its tenants. */
  label: z.string().nullable(),
})
export type TenancyNights = z.output<typeof TenancyNights>

/** Emitted after the events of its tenants, in the same transaction. */
export const TenancyChanged = event({
  type: 'tenancy.tenancy.changed',
  version: 1,
  subject: 'tenancyId',
  data: TenancySnapshot.extend({
    /** The user who made the change; null: Keyhold, for example on a planned move-out day. Absent in older events. */
    changedBy: id.nullable().optional(),
    /** The nights that it has now; null: none. Absent in older events. */
    nights: TenancyNights.nullable().optional(),
    /** Claims of nights that this change used. */
    claimIds: z.array(id).optional(),
  }),
})

/** Ordered by id; `after` is the last id of the previous page. */
export const listTenancySnapshots = endpoint(routes.listTenancySnapshots, {
  query: snapshotQuery,
  response: z.array(TenancySnapshot),
  summary: 'Snapshots of all tenancies of a landlord',
})

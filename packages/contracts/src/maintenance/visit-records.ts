import { calendarDate, id, instant } from '../scalars.ts'
import { z } from '../zod.ts'

export const visitStatuses = ['offered', 'chosen', 'withdrawn'] as const

/** A time at which somebody could come: offered by the landlord or the vendor, or by the tenant as a time at home. */
export const Visit = z
  .object({
    id,
    by: z.enum(['landlord', 'tenant', 'vendor']),
    date: calendarDate,
    /** `HH:MM` where the property stands. */
    from: z.string(),
    to: z.string(),
    status: z.enum(visitStatuses),
    createdAt: instant,
  })
  .meta({ id: 'Visit' })

export type Visit = z.output<typeof Visit>

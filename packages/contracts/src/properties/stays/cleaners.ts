import * as routes from './cleaners.routes.ts'
import { endpoint } from '../../endpoint.ts'
import { bytes, id, instant, money, optional, pageQuery, prose, whole } from '../../scalars.ts'
import { z } from '../../zod.ts'
import { ShortTermTask } from './tasks.ts'

export const unknownCleanerLink = 'This link is not valid. Ask the host to send you a new one.'

/** Whoever tasks are assigned to. */
export const Cleaner = z
  .object({
    id,
    name: z.string(),
    openTasks: z.int(),
    /** Since when there is a link that works. */
    linkedAt: instant.nullable(),
  })
  .meta({ id: 'Cleaner' })
export type Cleaner = z.output<typeof Cleaner>

export const listCleaners = endpoint(routes.listCleaners, {
  query: pageQuery,
  response: z.array(Cleaner),
  paged: true,
  summary: 'Cleaners by name, with their open tasks',
})

/** Answered here and never again, since only its hash is stored. The link before it stops working. */
export const createCleanerLink = endpoint(routes.createCleanerLink, {
  status: 201,
  response: z.object({ link: z.string(), calendar: z.string() }),
  idempotent: false,
  summary: 'Make a secret link to a cleaner’s tasks and calendar',
})

export const revokeCleanerLink = endpoint(routes.revokeCleanerLink, {
  summary: 'Revoke the link of a cleaner: it answers 404 from now on',
})

/** A task as its cleaner sees it: nothing of the guest or of money but the cleaner's own cost. */
export const CleanerTask = ShortTermTask.pick({
  id: true,
  listingName: true,
  taskType: true,
  title: true,
  dueDate: true,
  windowFrom: true,
  windowUntil: true,
  timeZone: true,
  priority: true,
  status: true,
  estimatedDuration: true,
  cost: true,
  checklist: true,
  notes: true,
  cleanerNote: true,
  isLate: true,
  completedAt: true,
})
  .extend({
    address: z.string(),
    unitName: z.string().nullable(),
    /** How to get in. */
    accessNotes: z.string().nullable(),
    /** Guests of the next stay; null where none is booked. */
    nextGuests: z.int().nullable(),
  })
  .meta({ id: 'CleanerTask' })
export type CleanerTask = z.output<typeof CleanerTask>

export const CleanerTasks = z.object({ name: z.string(), tasks: z.array(CleanerTask) }).meta({ id: 'CleanerTasks' })
export type CleanerTasks = z.output<typeof CleanerTasks>

const token = z.string().min(1).max(200)

/** 404 `link-invalid` for an unknown or revoked link. */
export const cleanerTasks = endpoint(routes.cleanerTasks, {
  params: { token },
  response: CleanerTasks,
  summary: 'The tasks of a cleaner: open ones, and those finished in the last two weeks',
})

export const updateCleanerTask = endpoint(routes.updateCleanerTask, {
  params: { token },
  body: z.object({
    status: z.enum(['in_progress', 'completed']).optional(),
    ticks: z.record(z.string().max(60), z.boolean()).optional(),
    cleanerNote: optional(prose(2000)),
    cost: optional(money(0, 'Enter an amount')),
    actualDuration: optional(whole(1, 10_080, 'A number of minutes, at most a week')),
  }),
  response: CleanerTask,
  summary: 'Start, tick off, finish, note, cost',
})

export const cleanerCalendar = endpoint(routes.cleanerCalendar, {
  params: { token },
  response: bytes,
  summary: 'The same tasks as a calendar to subscribe to',
})

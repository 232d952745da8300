import * as routes from './admin-activity.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { id, instant, pageQuery, search } from '../scalars.ts'
import { z } from '../zod.ts'

export const AdminActivity = z
  .object({
    id,
    adminId: id,
    adminEmail: z.string().nullable(),
    landlordId: id.nullable(),
    /** Lower-case words joined by underscores, such as `password_reset`. */
    action: z.string(),
    targetUserId: id.nullable(),
    targetEmail: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
    createdAt: instant,
  })
  .meta({ id: 'AdminActivity' })

export type AdminActivity = z.output<typeof AdminActivity>

export const backupStatus = endpoint(routes.backupStatus, {
  /** null: none was made, or it is not known. */
  response: z.object({ lastBackupAt: instant.nullable() }),
  summary: 'When the last backup was made',
})

export const listActivity = endpoint(routes.listActivity, {
  query: pageQuery.extend({ q: search, targetUserId: id.optional() }),
  response: z.array(AdminActivity),
  paged: true,
  summary: 'Actions of administrators',
})

/** An administrator changed something in any service. Identity stores it in the activity log. */
export const AdminActed = event({
  type: 'platform.admin.acted',
  version: 1,
  subject: 'adminId',
  data: z.object({
    adminId: id,
    landlordId: id.nullable(),
    action: z.string(),
    targetUserId: id.nullable(),
    details: z.record(z.string(), z.unknown()),
    at: instant,
  }),
})

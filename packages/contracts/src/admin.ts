import { endpoint } from './endpoint.ts'
import { event } from './event.ts'
import { newPassword, TenantUser, User } from './identity.ts'
import { admins } from './roles.ts'
import { flag, id, instant, line, pageQuery, search } from './scalars.ts'
import { z } from './zod.ts'

// The administrator's control room, as identity answers it. Subscriptions are billing's, properties are properties'.

export const AdminLandlord = User.pick({
  id: true,
  email: true,
  firstName: true,
  lastName: true,
  phone: true,
  userType: true,
  subscriptionPlan: true,
  subscriptionStatus: true,
  maxProperties: true,
  trialEndDate: true,
  isActive: true,
  databaseName: true,
  createdAt: true,
}).meta({ id: 'AdminLandlord' })
export type AdminLandlord = z.output<typeof AdminLandlord>

export const adminSummary = endpoint({
  method: 'GET',
  path: '/api/admin/summary',
  access: admins,
  response: z.object({ landlords: z.int(), activeDatabases: z.int(), recentActivity: z.int(), openTickets: z.int() }),
  summary: 'The figures of the control room: recent activity is of the last 30 days, open tickets wait for an answer or for closing',
})
export const listLandlords = endpoint({
  method: 'GET',
  path: '/api/admin/landlords',
  access: admins,
  query: pageQuery.extend({ q: search }),
  response: z.array(AdminLandlord),
  paged: true,
  summary: 'Every landlord of the platform; `q` looks in e-mail and full name',
})
export const listLandlordTenantUsers = endpoint({
  method: 'GET',
  path: '/api/admin/tenant-users',
  access: admins,
  query: pageQuery.extend({ landlordId: id, q: search }),
  response: z.array(TenantUser),
  paged: true,
  summary: "Portal logins of one landlord's tenants",
})

export const AdminPasswordForm = z.object({ userId: id, newPassword })
export const resetLandlordPassword = endpoint({
  method: 'POST',
  path: '/api/admin/reset-password',
  access: admins,
  body: AdminPasswordForm,
  response: AdminLandlord,
  summary: "Set a landlord's password; ends the sessions of the account",
})
export const resetUserPassword = endpoint({
  method: 'POST',
  path: '/api/admin/reset-user-password',
  access: admins,
  body: AdminPasswordForm,
  response: TenantUser,
  summary: "Set the password of a tenant's portal login; ends its sessions",
})
export const setLandlordActive = endpoint({
  method: 'POST',
  path: '/api/admin/set-active',
  access: admins,
  body: z.object({ userId: id, isActive: flag }),
  response: AdminLandlord,
  summary: "Close a landlord's account to sign-in (its sessions end at once), or open it again; no record is touched",
})

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
export const listActivity = endpoint({
  method: 'GET',
  path: '/api/admin/activity-log',
  access: admins,
  query: pageQuery.extend({ q: search, targetUserId: id.optional() }),
  response: z.array(AdminActivity),
  paged: true,
  summary: 'What administrators did: who, to whom, what and when',
})

/** A database name as Postgres takes it unquoted, and as no reserved one is spelt. */
export const databaseName = line(63, 'Database name is required').refine(
  (name) => /^[a-z][a-z0-9_]{2,62}$/.test(name) && !/^(postgres|template|pg_|keyhold)/.test(name),
  'Use 3 to 63 lower-case letters, digits and underscores, starting with a letter; postgres, template, pg_ and keyhold are taken',
)
export const LandlordDatabase = z
  .object({
    /** The registry's id; null for the database that all landlords share. */
    id: id.nullable(),
    databaseName: z.string(),
    /** null: shared. */
    landlordId: id.nullable(),
    landlordEmail: z.string().nullable(),
    /** Records are read from and written to it. A new one is inactive until its landlord's records move there. */
    isActive: z.boolean(),
    /** How many landlords' records live in it. */
    landlords: z.int(),
    createdAt: instant,
  })
  .meta({ id: 'LandlordDatabase' })
export type LandlordDatabase = z.output<typeof LandlordDatabase>
export const listDatabases = endpoint({
  method: 'GET',
  path: '/api/admin/databases',
  access: admins,
  query: pageQuery.extend({ q: search }),
  response: z.array(LandlordDatabase),
  paged: true,
  summary: 'The shared database first, then those made for one landlord',
})
export const DatabaseForm = z.object({ landlordId: id, databaseName })
export const createDatabase = endpoint({
  method: 'POST',
  path: '/api/admin/create-database',
  access: admins,
  status: 201,
  body: DatabaseForm,
  response: LandlordDatabase,
  summary: "Make a database for one landlord, with every service's schema; it stays inactive until records move there",
})
export const DatabaseHealth = z
  .object({
    databaseName: z.string(),
    sizeBytes: z.int(),
    connections: z.int(),
    maxConnections: z.int(),
    rows: z.int(),
    tables: z.array(z.object({ schema: z.string(), table: z.string(), rows: z.int(), sizeBytes: z.int() })),
    checkedAt: instant,
  })
  .meta({ id: 'DatabaseHealth' })
export type DatabaseHealth = z.output<typeof DatabaseHealth>
export const monitorDatabase = endpoint({
  method: 'GET',
  path: '/api/admin/databases/:name/monitor',
  access: admins,
  params: {
    name: z
      .string()
      .max(63)
      .regex(/^\P{Cc}+$/u),
  },
  response: DatabaseHealth,
  summary: 'Size, connections and rows (as the server last estimated them) of a database',
})

/** A landlord was given a database: it stands in the list, inactive. */
export const DatabaseCreated = event({
  type: 'identity.database.created',
  version: 1,
  subject: 'databaseId',
  data: z.object({ databaseId: id, landlordId: id, databaseName: z.string() }),
})

/** An administrator changed something, in whatever service: identity writes it to the activity log. */
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

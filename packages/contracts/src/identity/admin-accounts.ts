import * as routes from './admin-accounts.routes.ts'
import { endpoint } from '../endpoint.ts'
import { flag, id, pageQuery, search } from '../scalars.ts'
import { z } from '../zod.ts'
import { User, newPassword } from './accounts.ts'
import { TenantUser } from './tenant-users.ts'

// The administrator's view of accounts. Subscriptions belong to billing, properties to the properties service.
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

export const adminSummary = endpoint(routes.adminSummary, {
  response: z.object({ landlords: z.int(), activeDatabases: z.int(), recentActivity: z.int(), openTickets: z.int() }),
  summary:
    'Figures of the administrator’s dashboard; recent activity covers the last 30 days, open tickets are those not closed',
})

export const listLandlords = endpoint(routes.listLandlords, {
  query: pageQuery.extend({ q: search }),
  response: z.array(AdminLandlord),
  paged: true,
  summary: 'All landlords; `q` searches email and full name',
})

export const listLandlordTenantUsers = endpoint(routes.listLandlordTenantUsers, {
  query: pageQuery.extend({ landlordId: id, q: search }),
  response: z.array(TenantUser),
  paged: true,
  summary: "Portal logins of a landlord's tenants",
})

export const AdminPasswordForm = z.object({ userId: id, newPassword })

export const resetLandlordPassword = endpoint(routes.resetLandlordPassword, {
  body: AdminPasswordForm,
  response: AdminLandlord,
  summary: "Set a landlord's password; ends the sessions of the account",
})

export const resetUserPassword = endpoint(routes.resetUserPassword, {
  body: AdminPasswordForm,
  response: TenantUser,
  summary: "Set the password of a tenant's portal login; ends its sessions",
})

export const setLandlordActive = endpoint(routes.setLandlordActive, {
  body: z.object({ userId: id, isActive: flag }),
  response: AdminLandlord,
  summary: "Deactivate a landlord's account, which ends its sessions, or activate it; records stay as they are",
})

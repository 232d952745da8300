import * as routes from './tenant-users.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { email, flag, id, instant, line, optional, pageQuery, phone, search } from '../scalars.ts'
import { z } from '../zod.ts'
import { newPassword } from './accounts.ts'

/** A portal login of one of the landlord's tenants. */
export const TenantUser = z
  .object({
    id,
    email: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string().nullable(),
    /** The linked tenant record; null until one is chosen. */
    tenantId: id.nullable(),
    isActive: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'TenantUser' })

export type TenantUser = z.output<typeof TenantUser>

const tenantUserFields = {
  email,
  firstName: optional(line(100)),
  lastName: optional(line(100)),
  phone: optional(phone),
  tenantId: optional(id),
}

export const TenantUserForm = z.object({ ...tenantUserFields, password: newPassword })

export const TenantUserChanges = z.object({ ...tenantUserFields, email: email.optional(), isActive: flag.optional() })

export const TenantPasswordForm = z.object({ userId: id, newPassword })

export const listTenantUsers = endpoint(routes.listTenantUsers, {
  query: pageQuery.extend({ q: search }),
  response: z.array(TenantUser),
  paged: true,
  summary: "Portal logins of the landlord's tenants",
})

export const createTenantUser = endpoint(routes.createTenantUser, {
  status: 201,
  body: TenantUserForm,
  response: TenantUser,
  summary: 'Create a portal login, linked to a tenant record if one is given',
})

export const updateTenantUser = endpoint(routes.updateTenantUser, {
  body: TenantUserChanges,
  response: TenantUser,
  summary: 'Change the given fields of a portal login; deactivating it ends its sessions',
})

export const deleteTenantUser = endpoint(routes.deleteTenantUser, {
  summary: 'Delete a portal login; its email can be used again',
})

export const resetTenantPassword = endpoint(routes.resetTenantPassword, {
  body: TenantPasswordForm,
  response: TenantUser,
  summary: "Set a new password for a tenant's portal login; ends its sessions",
})

/**
 * Creates the portal login of a tenant record or, with the right password, asks the owner of an existing account by mail. Safe to repeat.
 * `formerTenantIds`: archived records of the same person with the same landlord, whose login can be moved to this record.
 */
export const createTenantLogin = endpoint(routes.createTenantLogin, {
  body: z.object({
    landlordId: id,
    tenantId: id,
    email,
    password: newPassword,
    firstName: line(100),
    lastName: line(100),
    phone: optional(phone),
    formerTenantIds: z.array(id).max(50).optional(),
    /** Wrong passwords count against the invitation and the network they come from. */
    invitationId: id,
    ip: z.string().max(64),
  }),
  response: z.object({
    userId: id.nullable(),
    /** The account is linked once its owner opens the link that was mailed to them. */
    isMailed: z.boolean(),
  }),
  summary: 'Create or link the portal login of a tenant record',
})

/** A portal login no longer gives access to this tenant record: deactivated, deleted or linked to another. `UserCreated` is sent again when it does. */
export const LoginClosed = event({
  type: 'identity.login.closed',
  version: 1,
  subject: 'userId',
  data: z.object({ userId: id, landlordId: id, tenantId: id }),
})

import { PlatformSettingsChanged } from '@keyhold/contracts/billing/platform-settings'
import { SubscriptionChanged } from '@keyhold/contracts/billing/subscriptions'
import type { Envelope } from '@keyhold/contracts/event'
import { BrandingChanged } from '@keyhold/contracts/identity/branding'
import { UserCreated } from '@keyhold/contracts/identity/accounts'
import { AdminActed } from '@keyhold/contracts/identity/admin-activity'
import { DatabaseCreated } from '@keyhold/contracts/identity/landlord-databases'
import { TicketChanged } from '@keyhold/contracts/identity/support-tickets'
import type { UserActor } from '@keyhold/kit/runtime/actor'

/** Events about the platform: for the administrator only, whichever landlord they name. */
const platformEvents = new Set<string>([AdminActed, DatabaseCreated, PlatformSettingsChanged].map(({ type }) => type))
/** Events of any landlord that the control room shows. */
const landlordEvents = new Set<string>([SubscriptionChanged, UserCreated, TicketChanged].map(({ type }) => type))

/**
 * Whether an event is for this user: a landlord's own records, a tenant's own among them, or the platform's for its administrator.
 * Events about money name an `account`, which co-tenants share.
 */
export function isFor(event: Envelope, actor: UserActor, account?: string | null): boolean {
  if (platformEvents.has(event.type)) return actor.role === 'super_admin'
  if (actor.role === 'super_admin' && landlordEvents.has(event.type)) return true
  if (!event.landlordid || event.landlordid !== actor.landlordId) return false
  if (actor.role !== 'tenant' || event.type === BrandingChanged.type) return true
  const tenantId = event.type.startsWith('payments.') && account !== undefined ? account : actor.tenantId
  return event.tenantid !== undefined && event.tenantid === tenantId
}

import { keyholdBranding, landlordBranding, logoFile } from '@keyhold/contracts/identity/branding'
import { userName } from '@keyhold/contracts/identity/accounts'
import { palettesOf } from '@keyhold/contracts/identity/branding-colors'
import type { Database } from '@keyhold/kit/database/database'
import type { Call } from '@keyhold/kit/http/call'
import { fullName } from '@keyhold/kit/lib/names'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { type Actor, serviceActor } from '@keyhold/kit/runtime/actor'

/** 2026-03-15T15:00:00.000Z in America/New_York → Mar 15, 2026, 11:00 AM EDT */
export const momentAt = (instant: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
  })
    .format(new Date(instant))
    .replaceAll('\u202F', ' ')

/** The names of users. A name that cannot be read is left out. */
export async function namesOfUsers(
  call: Call,
  landlordId: string,
  users: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const actor = serviceActor('payments', landlordId)
  const found = await Promise.allSettled(
    [...new Set(users)].map(async (id): Promise<[string, string]> => {
      const user = await call(userName, actor, { params: { id }, timeoutMs: 2000 })
      return [id, fullName(user)]
    }),
  )
  return new Map(found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
}

/** Whose sheet it is: the landlord's own name, logo and colour. */
export interface Letterhead {
  name: string
  logo: { png: Uint8Array; width: number; height: number } | null
  /** `#rrggbb`, readable on white. */
  color: string | null
}

/** The letterhead of a landlord with a look of their own; null for Keyhold's, also where it cannot be read. */
export async function letterheadOf(call: Call, landlordId: string): Promise<Letterhead | null> {
  const actor = serviceActor('payments', landlordId)
  const { name, logo, colors } = await call(landlordBranding, actor, { params: { landlordId }, timeoutMs: 2000 }).catch(
    () => keyholdBranding,
  )
  if (name === null && logo === null && colors === null) return null
  const logoName = logo?.url.split('/').at(-1) ?? ''
  const png = logo && (await call(logoFile, actor, { params: { name: logoName }, timeoutMs: 2000 }).catch(() => null))
  return {
    name: name ?? '',
    logo: logo && png ? { png, width: logo.width, height: logo.height } : null,
    color: colors && palettesOf(colors).light.primary,
  }
}

/** The time zone of an account's property, and the day that it is there. */
export async function readPlace(
  db: Database,
  actor: Actor,
  { landlordId, tenantId, now }: { landlordId: string; tenantId: string; now: string },
): Promise<{ timeZone: string; today: string }> {
  const [found] = await db.read(
    actor,
    (sql) => sql<{ timeZone: string; today: string }[]>`
      select z.name as time_zone, (${now}::timestamptz at time zone z.name)::date as today
      from (select coalesce((
        select p.time_zone from tenant t join property p on p.landlord_id = t.landlord_id and p.property_id = t.property_id
        where t.landlord_id = ${landlordId} and t.tenant_id = ${tenantId}), ${defaultTimeZone}::text) as name) z`,
  )
  return found ?? { timeZone: defaultTimeZone, today: now.slice(0, 10) }
}

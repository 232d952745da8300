import type { NoticeChannel, NoticeTopic } from '@keyhold/contracts/messaging/notification-words'
import type { Tx } from '@keyhold/kit/database/database'
import { and, eq, inArray } from 'drizzle-orm'
import { bouncedAddress, notificationPreference } from '../../schema/consents.ts'
import { tenant } from '../../schema/directory.ts'
import { optOut } from '../../schema/texts.ts'
import { optedOutReason } from '../opt-outs.ts'
import { toE164 } from '../phone-numbers.ts'

export type TenantRow = typeof tenant.$inferSelect

/** How one person is reached on a channel: an address (null: the landlord's own, looked up when it is sent), or why not. */
export type Way = { to: string | null } | { skipped: string }

export interface Reach {
  /** `tenantId` null: the landlord. */
  wayTo(tenantId: string | null, channel: 'email' | 'sms'): Way
  hasSwitchedOff(tenantId: string | null, channel: NoticeChannel): boolean
}

export const bouncedReason = (reason: string) => `Mail to this address was returned: ${reason}`

/** What is known of the people who are to be told something about a topic; a few statements for all of them. */
export async function findReach(
  tx: Tx,
  { landlordId, tenantIds, topic }: { landlordId: string; tenantIds: readonly string[]; topic: NoticeTopic },
): Promise<Reach> {
  const people = [...tenantIds, landlordId]
  const tenants = new Map(
    (tenantIds.length === 0
      ? []
      : await tx
          .select()
          .from(tenant)
          .where(and(eq(tenant.landlordId, landlordId), inArray(tenant.tenantId, [...tenantIds])))
    ).map((row) => [row.tenantId, row]),
  )
  const preferences = await tx
    .select()
    .from(notificationPreference)
    .where(
      and(
        eq(notificationPreference.landlordId, landlordId),
        inArray(notificationPreference.personId, people),
        eq(notificationPreference.topic, topic),
        eq(notificationPreference.isOn, false),
      ),
    )
  const off = new Set(preferences.map(({ personId, channel }) => `${personId} ${channel}`))
  const emails = [...tenants.values()].map(({ email }) => email)
  const numbers = [...tenants.values()].flatMap(({ phone }) => (phone === null ? [] : (toE164(phone) ?? [])))
  const bounced = new Map(
    (emails.length === 0
      ? []
      : await tx.select().from(bouncedAddress).where(inArray(bouncedAddress.address, emails))
    ).map(({ address, reason }) => [address, reason]),
  )
  const stopped = new Set(
    (numbers.length === 0 ? [] : await tx.select().from(optOut).where(inArray(optOut.number, numbers))).map(
      ({ number }) => number,
    ),
  )
  return {
    hasSwitchedOff: (tenantId, channel) => off.has(`${tenantId ?? landlordId} ${channel}`),
    wayTo(tenantId, channel) {
      if (tenantId === null) return { to: null }
      const row = tenants.get(tenantId)
      if (!row) return { skipped: 'This tenant’s address is not known yet.' }
      if (channel === 'email') {
        const reason = bounced.get(row.email)
        return reason === undefined ? { to: row.email } : { skipped: bouncedReason(reason) }
      }
      const number = row.phone === null ? null : toE164(row.phone)
      if (row.phone === null) return { skipped: 'There is no phone number.' }
      if (number === null) return { skipped: 'This phone number cannot receive texts.' }
      return stopped.has(number) ? { skipped: optedOutReason } : { to: number }
    },
  }
}

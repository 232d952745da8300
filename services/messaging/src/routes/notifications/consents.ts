import { type Consent, listConsents } from '@keyhold/contracts/messaging/notification-preferences'
import type { z } from '@keyhold/contracts/zod'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { messaging } from '../../domain/acting.ts'
import { toE164 } from '../../domain/phone-numbers.ts'
import { recordGiven } from '../../domain/consents.ts'
import { knowLandlord } from '../../projections/directory.ts'

type Entry = z.output<typeof Consent> & { tenantId: string }
const mostEntries = 200

/** What a tenant agreed to and refused: of their record and settings, and what their number and address answered. */
export const consentRoutes = [
  serve(listConsents, async ({ actor, params: { id: tenantId }, db, ...tools }) => {
    const { landlordId } = actor
    await knowLandlord(landlordId, { db, ...tools })
    const [person] = await db.read(
      actor,
      (sql) =>
        sql<
          { email: string; phone: string | null; asOf: string }[]
        >`select email, phone, as_of from tenant where tenant_id = ${tenantId}`,
    )
    if (!person) return notFound('Tenant')
    // Of records from before messaging kept consents.
    await db.transaction(serviceActor('messaging', landlordId), (tx) =>
      recordGiven(tx, [{ landlordId, tenantId, ...person }], person.asOf),
    )
    const own = await db.read(
      actor,
      (sql) => sql<(Omit<Entry, 'at'> & { at: string })[]>`
        select id, tenant_id, kind, channel, address, source, shown, created_at as at from consent
        where landlord_id = ${landlordId} and tenant_id = ${tenantId} order by created_at desc, id desc limit 200`,
    )
    const numbers = [
      ...new Set(
        own.flatMap(({ channel, address }) => (channel === 'sms' && address !== null ? (toE164(address) ?? []) : [])),
      ),
    ]
    const addresses = own.flatMap(({ channel, address }) => (channel === 'email' && address ? address : []))
    const [answers, bounced] = await db.read(
      messaging,
      (sql) =>
        [
          sql<{ providerId: string; from: string; keyword: string; createdAt: string }[]>`
            select provider_id, "from", keyword, created_at from incoming_text where "from" in (select jsonb_array_elements_text(${JSON.stringify(numbers)}::text::jsonb)) and keyword is not null
            order by created_at desc limit 200`,
          sql<
            { address: string; reason: string; createdAt: string }[]
          >`select address, reason, created_at from bounced_address where address in (select jsonb_array_elements_text(${JSON.stringify(addresses)}::text::jsonb))`,
        ] as const,
    )
    const entries: Entry[] = [
      ...own,
      ...answers.map(({ providerId, from, keyword, createdAt }) => ({
        id: providerId,
        tenantId,
        kind: keyword === 'opt-out' ? ('stopped' as const) : ('restarted' as const),
        channel: 'sms' as const,
        address: from,
        source: keyword === 'opt-out' ? 'The number answered STOP' : 'The number answered START',
        shown: null,
        at: createdAt,
      })),
      ...bounced.map(({ address, reason, createdAt }) => ({
        id: `bounced:${address}`,
        tenantId,
        kind: 'bounced' as const,
        channel: 'email' as const,
        address,
        source: reason,
        shown: null,
        at: createdAt,
      })),
    ]
    return entries.toSorted((one, other) => (one.at < other.at ? 1 : -1)).slice(0, mostEntries)
  }),
]

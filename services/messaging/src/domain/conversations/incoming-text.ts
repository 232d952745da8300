import { z } from '@keyhold/contracts/zod'
import type { Database } from '@keyhold/kit/database/database'
import { job } from '@keyhold/kit/jobs/queue'
import { and, desc, eq, inArray, sql } from 'drizzle-orm'
import { conversation, message } from '../../schema/conversations.ts'
import { delivery } from '../../schema/deliveries.ts'
import { tenant } from '../../schema/directory.ts'
import { toE164 } from '../phone-numbers.ts'
import { messageOfKey } from './message-rows.ts'

/** A text came in from a phone (E.164): it belongs into the conversation of the tenant whose phone it is. */
export const incomingTextJob = job({
  name: 'incoming-text',
  data: z.object({
    providerId: z.string(),
    from: z.string(),
    body: z.string(),
    messageType: z.enum(['text', 'opt_out', 'opt_in']),
    /** Absent in jobs from before pictures were received. */
    mediaUrls: z.array(z.string()).default([]),
  }),
})

interface Place {
  landlordId: string
  tenantId: string
  propertyId: string | null
  /** The conversation whose message was last texted to the phone. */
  conversationId: string | null
}

/** Texts to a phone among which the last one to its present tenant is looked for. */
const lastTexts = 20

/** The last digits of a number as typed: what the index over tenants' phones has. */
const lastDigits = (text: string) => text.replace(/\D/g, '').slice(-10)

/**
 * Where a text from this phone belongs; null where no tenant has it. Any landlord can enter any phone, so where it is a tenant's of several landlords
 * only texts that reached the phone say whom it answers: the last message that was texted there, else the last text of any kind. Before the first text
 * it is the tenant who was entered first.
 */
export async function placeOf(db: Database, from: string): Promise<Place | null> {
  return db.adminTransaction('a text names no landlord', async (tx) => {
    const candidates = await tx
      .select()
      .from(tenant)
      .where(eq(sql`right(regexp_replace(${tenant.phone}, '\\D', '', 'g'), 10)`, lastDigits(from)))
      .orderBy(tenant.tenantId)
    const holders = candidates.filter(({ phone }) => phone !== null && toE164(phone) === from)
    if (holders.length === 0) return null
    const hasReached = and(eq(delivery.to, from), eq(delivery.channel, 'sms'), eq(delivery.status, 'sent'))
    const texted = await tx
      .select({ key: delivery.key })
      .from(delivery)
      .where(and(hasReached, sql`${delivery.key} like 'message:%'`))
      .orderBy(desc(delivery.createdAt), desc(delivery.id))
      .limit(lastTexts)
    const textedIds = texted.flatMap(({ key }) => messageOfKey(key) ?? [])
    const asked = textedIds.length > 0 ? await tx.select().from(message).where(inArray(message.id, textedIds)) : []
    for (const id of textedIds) {
      const found = asked.find((one) => one.id === id)
      const holder = found && holders.find(({ tenantId }) => tenantId === found.tenantId)
      if (holder) return { ...placeAt(holder), conversationId: found.conversationId }
    }
    const living = holders.filter(({ isActive }) => isActive)
    const among = living.length > 0 ? living : holders
    const landlords = [...new Set(among.map(({ landlordId }) => landlordId))]
    const [reached] =
      landlords.length === 1
        ? []
        : await tx
            .select({ ownerId: delivery.ownerId })
            .from(delivery)
            .where(and(hasReached, inArray(delivery.ownerId, landlords)))
            .orderBy(desc(delivery.createdAt), desc(delivery.id))
            .limit(1)
    const landlordId = reached?.ownerId ?? among[0]!.landlordId
    const own = among.filter((one) => one.landlordId === landlordId)
    const ids = own.map(({ tenantId }) => tenantId)
    const [latest] = await tx
      .select({ tenantId: conversation.tenantId })
      .from(conversation)
      .where(and(eq(conversation.landlordId, landlordId), inArray(conversation.tenantId, ids)))
      .orderBy(desc(conversation.lastMessageAt))
      .limit(1)
    const chosen = own.find(({ tenantId }) => tenantId === latest?.tenantId) ?? own[0]!
    return { ...placeAt(chosen), conversationId: null }
  })
}

const placeAt = ({ landlordId, tenantId, propertyId }: typeof tenant.$inferSelect) => ({
  landlordId,
  tenantId,
  propertyId,
})

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

/** The last digits of a number as typed: what the index over tenants' phones has. */
const lastDigits = (text: string) => text.replace(/\D/g, '').slice(-10)

/**
 * Where a text from this phone belongs; null where no tenant has it. The same phone can be a tenant's of several landlords: the one whose message was
 * texted there last is answered, else the one who has written to it most recently.
 */
export async function placeOf(db: Database, from: string): Promise<Place | null> {
  return db.adminTransaction('a text names no landlord', async (tx) => {
    const candidates = await tx
      .select()
      .from(tenant)
      .where(eq(sql`right(regexp_replace(${tenant.phone}, '\\D', '', 'g'), 10)`, lastDigits(from)))
      .limit(50)
    const holders = candidates.filter(({ phone }) => phone !== null && toE164(phone) === from)
    if (holders.length === 0) return null
    const [texted] = await tx
      .select({ key: delivery.key })
      .from(delivery)
      .where(and(eq(delivery.to, from), eq(delivery.channel, 'sms'), sql`${delivery.key} like 'message:%'`))
      .orderBy(desc(delivery.createdAt), desc(delivery.id))
      .limit(1)
    const answered = texted && messageOfKey(texted.key)
    const [asked] = answered ? await tx.select().from(message).where(eq(message.id, answered)) : []
    const ofAsked = asked && holders.find(({ tenantId }) => tenantId === asked.tenantId)
    if (asked && ofAsked) return { ...placeAt(ofAsked), conversationId: asked.conversationId }
    const living = holders.filter(({ isActive }) => isActive)
    const among = living.length > 0 ? living : holders
    const [latest] = await tx
      .select({ tenantId: conversation.tenantId })
      .from(conversation)
      .where(
        and(
          inArray(
            conversation.landlordId,
            among.map(({ landlordId }) => landlordId),
          ),
          inArray(
            conversation.tenantId,
            among.map(({ tenantId }) => tenantId),
          ),
        ),
      )
      .orderBy(desc(conversation.lastMessageAt))
      .limit(1)
    const chosen = among.find(({ tenantId }) => tenantId === latest?.tenantId) ?? among[0]!
    return { ...placeAt(chosen), conversationId: null }
  })
}

const placeAt = ({ landlordId, tenantId, propertyId }: typeof tenant.$inferSelect) => ({
  landlordId,
  tenantId,
  propertyId,
})

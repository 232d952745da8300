import { randomBytes } from 'node:crypto'
import { ConversationChanged } from '@keyhold/contracts/messaging/conversations'
import type { Tx } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, desc, eq, sql } from 'drizzle-orm'
import { conversation } from '../../schema/conversations.ts'
import type { ConversationRow } from './posting.ts'

interface NewConversation {
  landlordId: string
  tenantId: string | null
  propertyId: string | null
  subject: string
  category?: ConversationRow['category']
  priority?: ConversationRow['priority']
}

/** The secret part of a conversation's mail address: 120 random bits, in letters that survive any mail program. */
const newMailToken = () => randomBytes(15).toString('hex')

/** Starts a conversation and publishes it. */
export async function openConversation(tx: Tx, given: NewConversation, now: Date): Promise<ConversationRow> {
  const at = now.toISOString()
  const [row] = await tx
    .insert(conversation)
    .values({ ...given, mailToken: newMailToken(), lastMessageAt: at, createdAt: at })
    .returning()
  if (!row) throw new Error('insert returned no row')
  const { landlordId, tenantId } = row
  await emit(tx, ConversationChanged, { landlordId, conversationId: row.id, tenantId })
  return row
}

/** The tenant's open conversation with the latest message, or the one of this subject (`isNamed`), locked; a new one where there is none. */
export async function latestOrNew(
  tx: Tx,
  given: NewConversation & { tenantId: string },
  now: Date,
  { isNamed = false }: { isNamed?: boolean } = {},
): Promise<ConversationRow> {
  const { landlordId, tenantId, subject } = given
  // Two first messages at a time must not open two.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`conversation ${tenantId}`}, 0))`)
  const [latest] = await tx
    .select()
    .from(conversation)
    .where(
      and(
        eq(conversation.landlordId, landlordId),
        eq(conversation.tenantId, tenantId),
        isNamed ? eq(conversation.subject, subject) : eq(conversation.status, 'active'),
      ),
    )
    .orderBy(desc(conversation.lastMessageAt), desc(conversation.id))
    .limit(1)
    .for('update')
  return latest ?? openConversation(tx, given, now)
}

import type { Tx } from '@keyhold/kit/database/database'
import { and, eq } from 'drizzle-orm'
import { tenant } from '../../schema/directory.ts'
import { latestOrNew } from './open.ts'
import { postMessage } from './posting.ts'

/** The conversation in which a tenant finds what the landlord sent from elsewhere. */
const subject = 'Receipts and statements'

interface Note {
  landlordId: string
  tenantId: string
  /** The same for a repeat. */
  clientId: string
  message: string
}

/** Puts what was mailed to a tenant into their conversation too. */
export async function noteForTenant(
  tx: Tx,
  { landlordId, tenantId, clientId, message }: Note,
  now: Date,
): Promise<{ messageId: string; mailToken: string }> {
  const [person] = await tx
    .select({ propertyId: tenant.propertyId })
    .from(tenant)
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.tenantId, tenantId)))
  const opened = { landlordId, tenantId, propertyId: person?.propertyId ?? null, subject, category: 'payment' } as const
  const row = await latestOrNew(tx, opened, now, { isNamed: true })
  const { id: messageId } = await postMessage(tx, row, { sender: 'landlord', message, clientId }, now)
  return { messageId, mailToken: row.mailToken }
}

import type { Tx } from '@keyhold/kit/database/database'
import { and, eq } from 'drizzle-orm'
import { tenant } from '../../schema/directory.ts'
import { latestOrNew } from './open.ts'
import { postMessage } from './posting.ts'

/** The conversations in which a tenant finds what was sent or written elsewhere. */
const threads = {
  payment: 'Receipts and statements',
  maintenance: 'Maintenance requests',
} as const

interface Note {
  landlordId: string
  tenantId: string
  /** The same for a repeat. */
  clientId: string
  message: string
  about?: keyof typeof threads
  /** Who wrote it. */
  sender?: 'landlord' | 'tenant'
}

/** Puts what was mailed to a tenant, or written about a request, into their conversation too. */
export async function noteForTenant(
  tx: Tx,
  { landlordId, tenantId, clientId, message, about = 'payment', sender = 'landlord' }: Note,
  now: Date,
): Promise<{ messageId: string; mailToken: string }> {
  const [person] = await tx
    .select({ propertyId: tenant.propertyId })
    .from(tenant)
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.tenantId, tenantId)))
  const at = { landlordId, tenantId, propertyId: person?.propertyId ?? null }
  const opened = { ...at, subject: threads[about], category: about }
  const row = await latestOrNew(tx, opened, now, { isNamed: true })
  const { id: messageId } = await postMessage(tx, row, { sender, message, clientId }, now)
  return { messageId, mailToken: row.mailToken }
}

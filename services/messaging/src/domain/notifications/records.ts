import type { TenantNotification } from '@keyhold/contracts/messaging/notifications'
import type { z } from '@keyhold/contracts/zod'
import type { Database, ReadSql, Tx } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { eq } from 'drizzle-orm'
import { notification } from '../../schema/notifications.ts'
import type { NotificationRow } from './plan.ts'

type Wire = z.output<typeof TenantNotification>
type Stored = NotificationRow & { tenantName: string | null; propertyName: string | null }

/** The start of a select of notifications `n`, with the names of whom they are for. */
export const notificationFields = (sql: ReadSql) => sql`
  select n.*, nullif(concat_ws(' ', t.first_name, t.last_name), '') as tenant_name, p.name as property_name
  from notification n left join tenant t on t.tenant_id = n.to_tenant_id left join property p on p.property_id = n.property_id`

/** A notification as the API answers it. */
export function wireOf({
  toTenantId,
  prepared,
  recipients,
  sentCount,
  failedCount,
  problemCount,
  ...row
}: Stored): Wire {
  const counted = sentCount + failedCount
  const progress = {
    recipients,
    prepared,
    sent: sentCount,
    pending: Math.max(0, (row.sentAt === null || row.isSending ? recipients : prepared) - counted),
    failed: failedCount,
    problems: problemCount,
  }
  return { ...row, tenantId: toTenantId, progress }
}

/** @throws Refusal 404 */
export async function findNotification(db: Database, actor: Actor, id: string): Promise<Wire> {
  const [row] = await db.read(actor, (sql) => sql<Stored[]>`${notificationFields(sql)} where n.id = ${id}`)
  return row ? wireOf(row) : notFound('Notification')
}

/** @throws Refusal 404 */
export async function lockNotification(tx: Tx, id: string): Promise<NotificationRow> {
  const [row] = await tx.select().from(notification).where(eq(notification.id, id)).for('update')
  return row ?? notFound('Notification')
}

import type { ReadSql } from '@keyhold/kit/database/database'
import type { WorkOrder } from '@keyhold/contracts/maintenance/work-order-records'
import type { VendorBillRow, WorkOrderRow } from '../schema.ts'

/** Work orders as the landlord sees them; the statement continues with its conditions. */
export const workOrderRows = (sql: ReadSql, now: Date) => sql`
  select id, vendor_id, vendor_name, channel, sent_to, delivery, delivery_error, access_notes, shares_tenant, reason, expires_at, created_at,
    case when status in ('sent', 'accepted') and expires_at <= ${now.toISOString()}::timestamptz then 'expired' else status end as status
  from work_order`

export const billRows = (sql: ReadSql) => sql`
  select id, work_order_id, vendor_name, amount, file_name, '/api/maintenance-requests/' || request_id || '/bills/' || id || '/file' as url, status, created_at from vendor_bill`

/** The current status: a link that is past its end has expired, whatever is stored. */
export const statusOfOrder = ({ status, expiresAt }: WorkOrderRow, now: Date): WorkOrder['status'] =>
  (status === 'sent' || status === 'accepted') && new Date(expiresAt) <= now ? 'expired' : status

export const workOrderOf = (row: WorkOrderRow, now: Date): WorkOrder => ({ ...row, status: statusOfOrder(row, now) })

export const billOf = (row: VendorBillRow) => ({
  ...row,
  url: `/api/maintenance-requests/${row.requestId}/bills/${row.id}/file`,
})

import type { VendorView } from '@keyhold/contracts/maintenance/vendor-links'
import type { Database } from '@keyhold/kit/database/database'
import { notFound } from '@keyhold/kit/http/problem'
import { visitWords } from '@keyhold/kit/lib/visit-words'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import type { FieldChange, RequestRow, WorkOrderRow } from '../schema.ts'
import { statusOfOrder } from './work-order-rows.ts'

interface Row {
  id: string
  at: string
  by: string
  isOwn: boolean
  changes: FieldChange[]
  note: string | null
}

/** What the holder of a link sees: the work, and what this vendor wrote and did. Nothing of what tenant and landlord write to each other. */
export async function vendorViewOf(
  db: Database,
  row: WorkOrderRow,
  { landlordName, now }: { landlordName: string; now: Date },
): Promise<VendorView> {
  const { landlordId, requestId } = row
  const [[request], visits, photos, entries, bills] = await db.read(serviceActor('maintenance', landlordId), (sql) => {
    const ofRequest = sql`landlord_id = ${landlordId} and request_id = ${requestId}`
    return [
      sql<(RequestRow & { propertyName: string | null })[]>`
        select r.*, p.name as property_name from request r
        left join property p on p.landlord_id = r.landlord_id and p.property_id = r.property_id
        where r.landlord_id = ${landlordId} and r.id = ${requestId}`,
      // Times of the tenant, those that the landlord offered the tenant, and its own; not those of other vendors.
      sql<VendorView['visits']>`
        select id, by, date, from_time as "from", to_time as "to", status, created_at from visit
        where ${ofRequest} and status <> 'withdrawn' and (by <> 'vendor' or work_order_id = ${row.id} or status = 'chosen')
        order by date, from_time, id limit 50`,
      sql<VendorView['photos']>`
        select id, coalesce(work_order_id = ${row.id}, false) as is_own from request_photo
        where ${ofRequest} and (by <> 'vendor' or work_order_id = ${row.id}) order by created_at, id limit 50`,
      sql<Row[]>`
        select id, at, by, by = 'vendor' as is_own, changes, note from change
        where ${ofRequest} and work_order_id = ${row.id} order by at desc, id desc limit 100`,
      sql<VendorView['bills']>`
        select id, amount, file_name, status, created_at from vendor_bill where ${ofRequest} and work_order_id = ${row.id} order by created_at, id limit 20`,
    ] as const
  })
  if (!request) return notFound('Work order')
  const { title, description, category, priority, propertyName, scheduledDate, scheduledFrom, scheduledTo } = request
  const { vendorName, address, unitName, accessNotes, tenantName, tenantPhone, expiresAt } = row
  const status = statusOfOrder(row, now)
  // Only who has taken the work needs the code of the door and the tenant's phone, and only until it is over.
  const isClosed = request.isClosed ?? false
  const sees = (status === 'accepted' || status === 'done') && !isClosed
  return {
    title,
    description,
    category,
    priority,
    landlordName,
    vendorName,
    propertyName,
    address,
    unitName,
    accessNotes: sees ? accessNotes : null,
    tenant: sees && tenantName !== null ? { name: tenantName, phone: tenantPhone } : null,
    showsMoreOnceAccepted: status === 'sent' && !isClosed && (accessNotes !== null || tenantName !== null),
    status,
    isClosed,
    scheduledDate,
    scheduledFrom,
    scheduledTo,
    visits: [...visits],
    photos: [...photos],
    entries: entries.flatMap(({ id, at, isOwn, changes, note }) => {
      const text = textOf(changes, note)
      return text === null ? [] : [{ id, at, isOwn, text }]
    }),
    bills: [...bills],
    expiresAt,
  }
}

const stepTexts: Record<string, string> = {
  accepted: 'You accepted the work',
  declined: 'You declined the work',
  done: 'You marked the work as done',
}

const endTexts: Record<string, string> = {
  withdrawn: 'The work order was withdrawn',
  done: 'The request was completed',
}

/** A time as the history stores it, in words. */
const timeWords = (stored: string): string => {
  const [date = '', hours = ''] = stored.split(' ')
  const [from, to] = hours.split('–')
  return visitWords(date, from, to)
}

/** An entry in words, as the vendor reads it; null for what says nothing to them. */
function textOf(changes: readonly FieldChange[], note: string | null): string | null {
  const lines = changes.flatMap(({ field, to }) => {
    if (field === 'workOrderStatus') return [stepTexts[to ?? ''] ?? '']
    if (field === 'visitOffered' && to !== null) return [`You proposed ${timeWords(to)}`]
    if (field === 'scheduledDate') return [`You took the time on ${visitWords(to ?? '')}`]
    if (field === 'photo' && to !== null) return ['You added a photo']
    if (field === 'vendorBill') return [`You sent an invoice over $${to}`]
    if (field === 'workOrderEnded') return [endTexts[to ?? ''] ?? '']
    if (field === 'workOrder') return ['The work order was sent']
    return []
  })
  const text = [...lines, ...(note === null ? [] : [note])].filter(Boolean).join('\n')
  return text === '' ? null : text
}

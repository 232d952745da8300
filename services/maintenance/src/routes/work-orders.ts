import { billFile, decideBill, revokeWorkOrder, sendWorkOrder } from '@keyhold/contracts/maintenance/work-orders'
import { RequestChanged } from '@keyhold/contracts/maintenance/request-snapshots'
import { pages, withToken } from '@keyhold/contracts/pages'
import { replyWithFile } from '@keyhold/kit/files/stored-file'
import { linkBase } from '@keyhold/kit/http/link-base'
import { notFound, refuse, refuseField } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { serve } from '@keyhold/kit/http/serve'
import { dayMs } from '@keyhold/kit/lib/dates'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { emit } from '@keyhold/kit/messaging/outbox'
import { and, eq, gt, inArray } from 'drizzle-orm'
import type { Files } from '../domain/files.ts'
import { addEntry } from '../domain/history.ts'
import { lockRequest } from '../domain/lock-request.ts'
import { requestSnapshotOf } from '../domain/open-request.ts'
import { saveRequest } from '../domain/progress.ts'
import { shareOf } from '../domain/shared-with-vendor.ts'
import { tellVendor } from '../domain/tell-vendor.ts'
import { workOrderMail, workOrderText } from '../domain/vendor-messages.ts'
import { vendorAfter } from '../domain/vendors.ts'
import { assertOpen } from '../domain/visits.ts'
import { billOf, workOrderOf } from '../domain/work-order-rows.ts'
import { makeToken, saveWorkOrder } from '../domain/work-orders.ts'
import { workOrdersPerDay } from '../limits.ts'
import { landlordNameOf } from '../domain/landlord-name.ts'
import { type FieldChange, type RequestRow, vendor, vendorBill, workOrder, type WorkOrderRow } from '../schema.ts'

const send = (publicUrl: string) =>
  serve(sendWorkOrder, async ({ actor, params, body: { days, ...form }, request: asked, ...tools }) => {
    const { landlordId } = actor
    const { db, clock } = tools
    const shared = await shareOf(actor, params.id, form.sharesTenant, tools)
    const { token, tokenHash } = makeToken()
    const now = clock.now()
    const at = now.toISOString()
    const { row, request } = await db.transaction(actor, async (tx) => {
      const before = await lockRequest(tx, { landlordId, id: params.id, tenantId: null })
      assertOpen(before)
      const since = new Date(now.getTime() - dayMs).toISOString()
      const sent = await tx.$count(workOrder, and(eq(workOrder.landlordId, landlordId), gt(workOrder.createdAt, since)))
      if (sent >= workOrdersPerDay)
        refuse(
          'too-many-requests',
          `You have sent ${workOrdersPerDay} work orders since yesterday. Please try again later.`,
        )
      const [to] = await tx
        .select()
        .from(vendor)
        .where(and(eq(vendor.landlordId, landlordId), eq(vendor.id, form.vendorId)))
      if (!to) return notFound('Vendor')
      const sentTo = form.channel === 'sms' ? to.phone : form.channel === 'email' ? to.email : null
      if (form.channel !== 'link' && sentTo === null)
        refuseField('channel', `${to.name} has no ${form.channel === 'sms' ? 'phone number' : 'email address'}`)
      await tx
        .update(workOrder)
        .set({ status: 'revoked' })
        .where(
          and(
            eq(workOrder.landlordId, landlordId),
            eq(workOrder.requestId, before.id),
            eq(workOrder.vendorId, to.id),
            inArray(workOrder.status, ['sent', 'accepted', 'declined', 'withdrawn']),
          ),
        )
      const [made] = await tx
        .insert(workOrder)
        .values({
          ...form,
          ...shared,
          landlordId,
          requestId: before.id,
          vendorName: to.name,
          sentTo,
          delivery: form.channel === 'link' ? 'none' : 'failed',
          deliveryError: form.channel === 'link' ? null : 'It has not been sent yet.',
          accessNotes: form.accessNotes ?? null,
          tokenHash,
          status: 'sent',
          expiresAt: new Date(now.getTime() + days * dayMs).toISOString(),
          createdAt: at,
        })
        .returning()
      const chosen = await vendorAfter(tx, landlordId, before, { vendorId: to.id })
      await addEntry(tx, actor, before, at, {
        changes: [{ field: 'workOrder', from: null, to: to.name }],
        isShared: false,
        workOrder: made,
      })
      return { row: made!, request: await saveRequest(tx, before, { ...chosen, newsFrom: null }, at) }
    })
    const link = `${linkBase(publicUrl, asked)}${withToken(pages.workOrder, token)}`
    const outcome = await deliverLink(row, request, link, tools)
    const told = await db
      .transaction(actor, (tx) => saveWorkOrder(tx, row, outcome))
      .catch((error: unknown) => {
        tools.log.warn({ workOrderId: row.id, error }, 'the delivery of a work order could not be recorded')
        return row
      })
    return { ...workOrderOf(told, now), link }
  })

/** Sends the link. Never throws: the work order exists, and the landlord can pass the link on. */
async function deliverLink(
  row: WorkOrderRow,
  request: RequestRow & { propertyName: string | null },
  link: string,
  tools: Pick<Tools, 'db' | 'call' | 'clock' | 'log'>,
): Promise<Pick<WorkOrderRow, 'delivery' | 'deliveryError'>> {
  const { id, landlordId, channel } = row
  const landlordName = await landlordNameOf(landlordId, tools)
  const words = { landlordName, title: request.title, propertyName: request.propertyName, link }
  // For an account without history: the platform's wording, without the landlord's words.
  const plain = { ...words, title: null }
  const message =
    channel === 'sms'
      ? { body: workOrderText(words), fixedBody: workOrderText(plain) }
      : { ...workOrderMail(words), fixedBody: workOrderMail(plain).body }
  return tellVendor(row, `work-order:${id}`, message, tools)
}

const revoke = serve(revokeWorkOrder, async ({ actor, params, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const { landlordId } = actor
    const request = await lockRequest(tx, { landlordId, id: params.id, tenantId: null })
    const [row] = await tx
      .select()
      .from(workOrder)
      .where(
        and(
          eq(workOrder.landlordId, landlordId),
          eq(workOrder.requestId, request.id),
          eq(workOrder.id, params.workOrderId),
        ),
      )
      .for('update')
    if (!row) return notFound('Work order')
    const now = clock.now()
    // A repeated request changes nothing.
    if (row.status === 'revoked') return workOrderOf(row, now)
    const revoked = await saveWorkOrder(tx, row, { status: 'revoked' })
    const changes = [{ field: 'workOrder', from: row.vendorName, to: null }]
    await addEntry(tx, actor, request, now.toISOString(), { changes, isShared: false })
    await emit(tx, RequestChanged, requestSnapshotOf(request))
    return workOrderOf(revoked, now)
  }),
)

const decide = serve(decideBill, async ({ actor, params, body: { accept }, db, clock }) =>
  db.transaction(actor, async (tx) => {
    const { landlordId } = actor
    const request = await lockRequest(tx, { landlordId, id: params.id, tenantId: null })
    const isIt = and(
      eq(vendorBill.landlordId, landlordId),
      eq(vendorBill.requestId, request.id),
      eq(vendorBill.id, params.billId),
    )
    const [bill] = await tx.select().from(vendorBill).where(isIt).for('update')
    if (!bill) return notFound('Bill')
    const status = accept ? 'accepted' : 'rejected'
    if (bill.status === status) return billOf(bill)
    if (bill.status !== 'proposed') refuse('conflict', `This bill was ${bill.status} before.`)
    // Several bills of one request add up.
    const cost = accept ? toDollars((await acceptedCents(tx, request)) + toCents(bill.amount)) : null
    await tx.update(vendorBill).set({ status }).where(isIt)
    const at = clock.now().toISOString()
    const changes: FieldChange[] = [{ field: 'bill', from: bill.amount.toFixed(2), to: status }]
    if (cost !== null)
      changes.push({ field: 'actualCost', from: request.actualCost?.toFixed(2) ?? null, to: cost.toFixed(2) })
    await addEntry(tx, actor, request, at, { changes, isShared: false })
    await saveRequest(tx, request, { newsFrom: null, ...(cost === null ? {} : { actualCost: cost }) }, at)
    return billOf({ ...bill, status })
  }),
)

/** What the accepted bills of the request come to, in cents. */
async function acceptedCents(tx: Parameters<typeof lockRequest>[0], { landlordId, id }: RequestRow): Promise<number> {
  const accepted = await tx
    .select({ amount: vendorBill.amount })
    .from(vendorBill)
    .where(and(eq(vendorBill.landlordId, landlordId), eq(vendorBill.requestId, id), eq(vendorBill.status, 'accepted')))
  return accepted.reduce((sum, { amount }) => sum + toCents(amount), 0)
}

const file = (files: Files) =>
  serve(billFile, async ({ actor, params, request: asked, db, log }) => {
    const [found] = await db.read(
      actor,
      (read) => read<{ blobName: string; contentType: string; fileName: string }[]>`
        select blob_name, content_type, file_name from vendor_bill where landlord_id = ${actor.landlordId} and request_id = ${params.id} and id = ${params.billId}`,
    )
    if (!found) return notFound('Bill')
    return replyWithFile(
      {
        noun: 'Bill',
        id: params.billId,
        contentType: found.contentType,
        contentDisposition: `attachment; filename*=UTF-8''${encodeURIComponent(found.fileName)}`,
        read: () => files.get('bill', found.blobName, 'file'),
      },
      { request: asked, log },
    )
  })

export const workOrderRoutes = (files: Files, publicUrl: string) => [send(publicUrl), revoke, decide, file(files)]

import { DocumentSent, ReceiptReported, ReceiptReversed } from '@keyhold/contracts/payments/events'
import { pages } from '@keyhold/contracts/pages'
import { Refusal } from '@keyhold/kit/http/problem'
import { enqueue } from '@keyhold/kit/jobs/queue'
import { on } from '@keyhold/kit/messaging/handlers'
import { claimFile } from '@keyhold/kit/files/file-store'
import { fileIsGone } from '../providers/attachments.ts'
import { fullName } from '@keyhold/kit/lib/names'
import { eq } from 'drizzle-orm'
import { replyAddress } from '../domain/conversations/channels.ts'
import { messageKey } from '../domain/conversations/message-rows.ts'
import { noteForTenant } from '../domain/conversations/notes.ts'
import { queueDelivery, storeUnsendable } from '../domain/deliveries.ts'
import { writeLetter } from '../domain/letters.ts'
import { eventKey, type EventMessages } from '../domain/mail-landlord.ts'
import { notifyLandlord } from '../domain/notifications/notify.ts'
import { nextAllowed } from '../domain/notifications/send-run.ts'
import { returnedJob } from '../domain/reminders/jobs.ts'
import { property, tenant } from '../schema/directory.ts'

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** The landlord is told what tenants report. The tenant gets the receipt or the statement that the landlord sends. */
export const paymentEvents = ({ publicUrl, mailReplyDomain }: EventMessages) => [
  on(
    DocumentSent,
    async ({ event, data: { landlordId, tenantId, to, subject, paragraphs, attachment }, tx, clock }) => {
      const letter = { subject, paragraphs, link: { label: 'Your portal', page: pages.tenantPortal } }
      const file = attachment ? { name: attachment.name, blobName: attachment.blobName } : null
      const mail = { ownerId: landlordId, channel: 'email' as const, to, keepsBody: true, attachment: file }
      const key = eventKey(event)
      const words = [subject, ...paragraphs, ...(attachment ? [`Attached to the mail: ${attachment.name}`] : [])].join(
        '\n\n',
      )
      const noted = await noteForTenant(tx, { landlordId, tenantId, clientId: key, message: words }, clock.now())
      // Under the key of its message, which then shows what became of the mail.
      const own = { key: messageKey(noted.messageId, 'email'), replyTo: replyAddress(noted, mailReplyDomain) }
      const message = { ...mail, ...writeLetter(letter, publicUrl), ...own }
      // Removed because the event came too late, or another landlord's.
      const refusal = attachment && (await claimFile(tx, attachment).catch(refusalOf))
      if (refusal) await storeUnsendable(tx, message, fileIsGone(attachment.name), clock.now())
      else await queueDelivery(tx, message, clock.now())
    },
  ),

  on(ReceiptReported, async ({ data: { landlordId, tenantId, chargeId, amount, receiptId }, tx, clock }) => {
    const [payer] = await tx.select().from(tenant).where(eq(tenant.tenantId, tenantId))
    const name = payer ? fullName(payer) : 'A tenant'
    await notifyLandlord(
      tx,
      {
        landlordId,
        topic: 'rent',
        key: `receipt-reported:${receiptId}`,
        title: `${name} reported a payment of ${money.format(amount)}`,
        body: 'Confirm it once the money has arrived.',
        path: chargeId ? pages.verifyPayment(chargeId) : pages.paymentsOf(tenantId),
        channels: ['portal', 'push', 'email'],
      },
      { now: clock.now(), publicUrl },
    )
  }),

  // A rule may tell the tenant, in the morning where it happens at night.
  on(ReceiptReversed, async ({ data: { landlordId, tenantId, receiptId, amount }, tx, clock }) => {
    const [home] = await tx
      .select({ timeZone: property.timeZone })
      .from(tenant)
      .innerJoin(property, eq(property.propertyId, tenant.propertyId))
      .where(eq(tenant.tenantId, tenantId))
    const runAt = nextAllowed(clock.now(), home?.timeZone ?? null)
    await enqueue(tx, returnedJob, { landlordId, tenantId, receiptId, amount }, { runAt })
  }),
]

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  throw error
}

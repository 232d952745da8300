import { storeAttachment } from '@keyhold/contracts/messaging/attachments'
import type { DocumentSent } from '@keyhold/contracts/payments/events'
import { getTenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import type { Call } from '@keyhold/kit/http/call'
import { refuse } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import { fullName } from '@keyhold/kit/lib/names'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { dayText } from '../explain/format.ts'
import { namesOfUsers } from './letterhead.ts'
import { printReceipt, type SeenReceipt } from './print-receipt.ts'
import type { PdfFile, Printer } from './printer.ts'
import { methodNames, typeNames } from './receipt.ts'

export const money = (dollars: number): string => moneyText(toCents(dollars))

export interface Recipient {
  tenantId: string
  to: string
  name: string
  /** The landlord's name, as the mail says it. */
  landlord: string
}

/** The tenant with their address. Never inside a transaction. @throws Refusal 404, 409 without an address */
export async function recipientOf(call: Call, landlordId: string, tenantId: string): Promise<Recipient> {
  const actor = serviceActor('payments', landlordId)
  const tenant = await call(getTenantSnapshot, actor, { params: { id: tenantId } })
  if (tenant.email === '')
    refuse('conflict', `${fullName(tenant)} has no email address. Enter one on the tenant's page first.`)
  const landlord = (await namesOfUsers(call, landlordId, [landlordId])).get(landlordId) ?? 'Your landlord'
  return { tenantId, to: tenant.email, name: fullName(tenant), landlord }
}

/** A mail to a tenant, as its event says it. */
export type DocumentMail = z.output<typeof DocumentSent.data>

/** Stores the file of a mail: an event is too small for it. The event is for the caller to publish. Never inside a transaction. */
export async function storeMail(
  call: Call,
  landlordId: string,
  { tenantId, to }: Recipient,
  { file, subject, paragraphs }: { file: PdfFile; subject: string; paragraphs: string[] },
): Promise<DocumentMail> {
  const stored = await call(storeAttachment, serviceActor('payments', landlordId), { body: file.bytes })
  const attachment = { name: file.name, ...stored }
  return { landlordId, tenantId, to, subject, paragraphs, attachment }
}

/** The mail with a receipt, its file printed and stored. Never inside a transaction. */
export async function makeReceiptMail(
  tools: Pick<Tools, 'db' | 'call' | 'clock'>,
  printer: Printer,
  recipient: Recipient,
  seen: SeenReceipt,
): Promise<DocumentMail> {
  const { landlordId } = seen.account
  const { amount, receivedOn, paymentMethod, confirmationNumber, allocations, unallocated } = seen.receipt
  const how = [methodNames[paymentMethod], confirmationNumber].filter(Boolean).join(', ')
  const lines = [
    ...allocations.map(
      (part) =>
        `${[typeNames[part.paymentType], part.description].filter(Boolean).join(': ')}, due ${dayText(part.dueDate)}: ${money(part.amount)}`,
    ),
    ...(unallocated > 0 ? [`Credit toward future charges: ${money(unallocated)}`] : []),
  ]
  const paragraphs = [
    `Dear ${recipient.name},`,
    `${recipient.landlord} received ${money(amount)} from you on ${dayText(receivedOn)} (${how}). It was for:`,
    lines.join('\n'),
    'The receipt is attached as a PDF. You can also find it with your payments in the portal.',
  ]
  const subject = `Receipt for ${money(amount)}, ${dayText(receivedOn)}`
  const file = await printer.inTurn(landlordId, (render) => printReceipt(tools, render, seen))
  return storeMail(tools.call, landlordId, recipient, { file, subject, paragraphs })
}

import { storeAttachment } from '@keyhold/contracts/messaging/attachments'
import { sendStatement } from '@keyhold/contracts/payments/ledgers'
import { DocumentSent } from '@keyhold/contracts/payments/events'
import { sendReceipt } from '@keyhold/contracts/payments/receipts'
import { getTenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import type { Call } from '@keyhold/kit/http/call'
import type { Tools } from '@keyhold/kit/http/request'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { fullName } from '@keyhold/kit/lib/names'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import { emit } from '@keyhold/kit/messaging/outbox'
import { type LandlordActor, serviceActor, type TenantActor } from '@keyhold/kit/runtime/actor'
import { dayText } from '../../domain/explain/format.ts'
import { namesOfUsers } from '../../domain/pdf/letterhead.ts'
import { printReceipt, readSeenReceipt, type SeenReceipt } from '../../domain/pdf/print-receipt.ts'
import { printStatement, readStatement } from '../../domain/pdf/print-statement.ts'
import type { PdfFile, Printer } from '../../domain/pdf/printer.ts'
import { methodNames, typeNames } from '../../domain/pdf/receipt.ts'
import { settledAfter } from '../../domain/reports/statement.ts'
import { readReceivedMoney } from '../../domain/pdf/receipt-file.ts'

const money = (dollars: number) => moneyText(toCents(dollars))

interface Recipient {
  tenantId: string
  to: string
  name: string
  /** The landlord's name, as the mail says it. */
  landlord: string
}

/** The tenant with their address. Never inside a transaction. @throws Refusal 404, 409 without an address */
async function recipientOf(call: Call, landlordId: string, tenantId: string): Promise<Recipient> {
  const actor = serviceActor('payments', landlordId)
  const tenant = await call(getTenantSnapshot, actor, { params: { id: tenantId } })
  if (tenant.email === '')
    refuse('conflict', `${fullName(tenant)} has no email address. Enter one on the tenant's page first.`)
  const landlord = (await namesOfUsers(call, landlordId, [landlordId])).get(landlordId) ?? 'Your landlord'
  return { tenantId, to: tenant.email, name: fullName(tenant), landlord }
}

/** Reads what the tenant may see of their account. */
const asTenant = (actor: LandlordActor, tenantId: string): TenantActor => ({ ...actor, role: 'tenant', tenantId })

/** Queues the mail. The file is stored before: an event is too small for it. */
async function sendFile(
  { db, call }: Pick<Tools, 'db' | 'call'>,
  actor: LandlordActor,
  { tenantId, to }: Recipient,
  { file, subject, paragraphs }: { file: PdfFile; subject: string; paragraphs: string[] },
): Promise<void> {
  const { landlordId } = actor
  const stored = await call(storeAttachment, serviceActor('payments', landlordId), { body: file.bytes })
  const attachment = { name: file.name, ...stored }
  const mail = { landlordId, tenantId, to, subject, paragraphs, attachment }
  await db.transaction(actor, (tx) => emit(tx, DocumentSent, mail))
}

/** The receipt as the tenant who gets it may see it. Money that they paid is theirs to see after they have left a shared account, too. @throws Refusal 409 for what others paid */
async function receiptForTenant(
  tools: Pick<Tools, 'db' | 'call'>,
  actor: LandlordActor,
  { tenantId, name }: Recipient,
  id: string,
): Promise<SeenReceipt> {
  const seen = await readSeenReceipt(tools, asTenant(actor, tenantId), id)
  if (seen) return seen
  const whole = (await readSeenReceipt(tools, actor, id)) ?? notFound('Receipt')
  if (whole.receipt.payerId !== tenantId)
    refuse('conflict', `${name} has left this account. Enter who paid on the receipt first.`)
  return { ...whole, receipt: { ...whole.receipt, bankAccountName: null } }
}

export const sendRoutes = (printer: Printer): Route[] => [
  serve(sendReceipt, async ({ actor, params, ...tools }) => {
    const { landlordId } = actor
    const found = await readReceivedMoney(tools.db, actor, { landlordId, id: params.id })
    if (found?.kind !== 'money') return notFound('Receipt')
    const recipient = await recipientOf(tools.call, landlordId, found.payerId ?? found.tenantId)
    const seen = await receiptForTenant(tools, actor, recipient, params.id)
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
    await sendFile(tools, actor, recipient, {
      file: await printer.inTurn(actor.landlordId, (render) => printReceipt(tools, render, seen)),
      subject,
      paragraphs,
    })
    return { to: recipient.to }
  }),

  serve(sendStatement, async ({ actor, params, ...tools }) => {
    const recipient = await recipientOf(tools.call, actor.landlordId, params.id)
    const statement = await readStatement(tools, asTenant(actor, params.id), {})
    const { today, ledger } = statement
    const { closingBalance, credit, awaiting, depositHeld, left } = ledger
    // The ledger of who left ends on that day.
    const balance = left ? ledger.due - credit : closingBalance
    const lines = [
      ...(left && left.settled > 0
        ? [
            `Balance on ${dayText(left.on)}: ${money(closingBalance)}`,
            `${settledAfter(left.on)}: ${money(left.settled)}`,
          ]
        : []),
      balance < 0 ? `Credit: ${money(-balance)}` : `Balance: ${money(balance)}`,
      ...(balance >= 0 && credit > 0 ? [`Credit included: ${money(credit)}`] : []),
      ...(awaiting > 0 ? [`Reported and awaiting confirmation: ${money(awaiting)}`] : []),
      ...(depositHeld > 0 ? [`Security deposit held: ${money(depositHeld)}`] : []),
    ]
    const paragraphs = [
      `Dear ${recipient.name},`,
      `${recipient.landlord} sent you your statement of account as of ${dayText(today)}:`,
      lines.join('\n'),
      'The statement is attached as a PDF. Every charge and payment is also in your portal.',
    ]
    const subject = `Statement of account, ${dayText(today)}`
    const file = await printer.inTurn(actor.landlordId, (render) => printStatement(tools.call, render, statement))
    await sendFile(tools, actor, recipient, { file, subject, paragraphs })
    return { to: recipient.to }
  }),
]

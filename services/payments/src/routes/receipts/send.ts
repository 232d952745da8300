import { DocumentSent } from '@keyhold/contracts/payments/events'
import { sendStatement } from '@keyhold/contracts/payments/ledgers'
import { sendReceipt } from '@keyhold/contracts/payments/receipts'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { emit } from '@keyhold/kit/messaging/outbox'
import type { LandlordActor, TenantActor } from '@keyhold/kit/runtime/actor'
import { dayText } from '../../domain/explain/format.ts'
import { makeReceiptMail, money, type Recipient, recipientOf, storeMail } from '../../domain/pdf/mail-document.ts'
import { readSeenReceipt, type SeenReceipt } from '../../domain/pdf/print-receipt.ts'
import { printStatement, readStatement } from '../../domain/pdf/print-statement.ts'
import type { Printer } from '../../domain/pdf/printer.ts'
import { readReceivedMoney } from '../../domain/pdf/receipt-file.ts'
import { settledAfter } from '../../domain/reports/statement.ts'

/** Reads what the tenant may see of their account. */
const asTenant = (actor: LandlordActor, tenantId: string): TenantActor => ({ ...actor, role: 'tenant', tenantId })

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
    const mail = await makeReceiptMail(tools, printer, recipient, seen)
    await tools.db.transaction(actor, (tx) => emit(tx, DocumentSent, mail))
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
    const mail = await storeMail(tools.call, actor.landlordId, recipient, { file, subject, paragraphs })
    await tools.db.transaction(actor, (tx) => emit(tx, DocumentSent, mail))
    return { to: recipient.to }
  }),
]

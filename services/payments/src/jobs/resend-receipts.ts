import { DocumentSent, ReceiptProposalSettled } from '@keyhold/contracts/payments/events'
import { notFound, Refusal } from '@keyhold/kit/http/problem'
import { type JobHandler, onJob } from '@keyhold/kit/jobs/queue'
import { emit } from '@keyhold/kit/messaging/outbox'
import type { TenantActor } from '@keyhold/kit/runtime/actor'
import { type DocumentMail, makeReceiptMail, recipientOf } from '../domain/pdf/mail-document.ts'
import { readSeenReceipt } from '../domain/pdf/print-receipt.ts'
import type { Printer } from '../domain/pdf/printer.ts'
import { resendReceipt } from '../domain/receipt-requests.ts'

/** Mails the receipt as the tenant may see it, and says in the conversation that it did, or why not. */
export const resendReceipts = (printer: Printer): JobHandler =>
  onJob(resendReceipt, async ({ data, actor, finish, isLast, ...run }) => {
    const { tenantId, userId, receiptId, conversationId, messageId } = data
    const landlordId = run.landlordId!
    const tenant: TenantActor = { role: 'tenant', userId, sessionId: userId, landlordId, tenantId }
    let mail: DocumentMail | null = null
    let message: string
    try {
      const seen = (await readSeenReceipt(run, tenant, receiptId)) ?? notFound('Receipt')
      mail = await makeReceiptMail(run, printer, await recipientOf(run.call, landlordId, tenantId), seen)
      message = `The receipt is on its way to ${mail.to}.`
    } catch (error) {
      const isFinal = error instanceof Refusal && (error.code === 'not-found' || error.code === 'conflict')
      if (!isFinal && !isLast) throw error
      message = 'The receipt could not be sent. Your landlord has been asked to send it.'
    }
    await run.db.transaction(actor, async (tx) => {
      if (mail) await emit(tx, DocumentSent, mail)
      const told = { landlordId, tenantId, conversationId, messageId, isDone: mail !== null, message }
      await emit(tx, ReceiptProposalSettled, told)
      await finish(tx)
    })
  })

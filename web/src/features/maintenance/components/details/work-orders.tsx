import { Send } from 'lucide-react'
import { useState } from 'react'
import { useAnswerVendorMutation, useDecideBillMutation, useRevokeWorkOrderMutation } from '~/api/work-orders.ts'
import { NoteForm } from '~/components/maintenance/note-form.tsx'
import { SessionFileLink } from '~/components/session-file-link.tsx'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { ago, dayOf, money } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { isOpen } from '../../words.ts'
import type { Full } from './conversation.tsx'
import { SendWorkOrderDialog } from './send-work-order-dialog.tsx'

type Order = Full['workOrders'][number]
type Bill = Full['bills'][number]

/** What was sent to vendors, and what they ask for it. */
export function WorkOrders({ request }: { request: Full }) {
  const { workOrders, bills, status } = request
  const [isSending, setSending] = useState(false)
  if (workOrders.length === 0 && !isOpen(status)) return null
  return (
    <section aria-labelledby="request-orders" className="grid gap-3">
      <header className="flex items-center justify-between gap-3">
        <h3 id="request-orders" className="font-semibold">
          Work orders
        </h3>
        {isOpen(status) && (
          <Button
            size="sm"
            variant="ghost"
            className="-mr-2.5"
            icon={<Send aria-hidden />}
            onClick={() => setSending(true)}
          >
            Send to vendor
          </Button>
        )}
      </header>
      {workOrders.length > 0 && (
        <ul aria-label="Work orders" className="grid gap-2">
          {workOrders.map((order) => (
            <OrderRow key={order.id} order={order} requestId={request.id} />
          ))}
        </ul>
      )}
      {bills.length > 0 && (
        <ul aria-label="Invoices" className="grid gap-2">
          {bills.map((bill) => (
            <BillRow key={bill.id} bill={bill} requestId={request.id} />
          ))}
        </ul>
      )}
      {isSending && <SendWorkOrderDialog request={request} onClose={() => setSending(false)} />}
    </section>
  )
}

const sentBy: Record<Order['channel'], string> = { sms: 'Text', email: 'Mail', link: 'Link' }

function deliveryText({ channel, sentTo, delivery, deliveryError, createdAt, expiresAt }: Order): string {
  if (delivery === 'failed') return `Not delivered to ${sentTo}. ${deliveryError ?? ''}`
  if (delivery === 'waiting') return `Waiting to be sent to ${sentTo}. ${deliveryError ?? ''}`
  return `${sentBy[channel]}${sentTo ? ` to ${sentTo}` : ' passed on by you'}, ${ago(createdAt)}. Works until ${dayOf(expiresAt)}.`
}

/** Where the vendor reads the answer, and whether they are told. */
function answeredTitle(told: Order['delivery'], { vendorName, channel }: Order): string {
  if (told === 'sent') return `${vendorName} was told by ${channel === 'sms' ? 'text' : 'mail'}`
  if (told === 'none') return `${vendorName} reads it at the link that you passed on`
  return `${vendorName} reads it at the link. The message about it ${told === 'waiting' ? 'waits' : 'was not sent'}.`
}

const tones = {
  sent: 'info',
  accepted: 'success',
  done: 'success',
  declined: 'warning',
  revoked: 'neutral',
  expired: 'neutral',
  withdrawn: 'neutral',
} as const

function OrderRow({ order, requestId }: { order: Order; requestId: string }) {
  const [revoke, { isLoading }] = useRevokeWorkOrderMutation()
  const confirm = useConfirm()
  const isActive = order.status === 'sent' || order.status === 'accepted'
  const canAnswer = isActive || order.status === 'done' || order.status === 'declined'
  const [isWriting, setWriting] = useState(false)
  const [answer] = useAnswerVendorMutation()
  const send = async (note: string) => {
    const { told, reason } = await answer({ id: requestId, workOrderId: order.id, note }).unwrap()
    setWriting(false)
    toast({ variant: 'success', title: answeredTitle(told, order), ...(reason ? { description: reason } : {}) })
  }
  const run = async () => {
    const question = {
      title: 'Revoke this link?',
      description: `${order.vendorName} can no longer open the work order. What they sent stays in the history.`,
      confirmLabel: 'Revoke',
      destructive: true,
    }
    if (!(await confirm(question))) return
    try {
      await revoke({ id: requestId, workOrderId: order.id }).unwrap()
      toast({ variant: 'success', title: 'Link revoked' })
    } catch (error) {
      toastError('The link could not be revoked', error)
    }
  }
  return (
    <li className="grid gap-1 rounded-md border border-line px-3 py-2">
      <div className="flex flex-wrap items-center gap-2">
        <span className="min-w-0 flex-1 font-medium break-words">{order.vendorName}</span>
        <StatusBadge status={order.status} tone={tones[order.status]} />
        {canAnswer && (
          <Button
            size="sm"
            variant="ghost"
            aria-expanded={isWriting}
            aria-label={`Write to ${order.vendorName}`}
            onClick={() => setWriting(!isWriting)}
          >
            Write
          </Button>
        )}
        {isActive && (
          <Button
            size="sm"
            variant="ghost"
            loading={isLoading}
            aria-label={`Revoke the link of ${order.vendorName}`}
            onClick={() => void run()}
          >
            Revoke
          </Button>
        )}
      </div>
      <p className="text-sm text-muted">{deliveryText(order)}</p>
      {order.reason && <p className="text-sm break-words">“{order.reason}”</p>}
      {isWriting && <NoteForm label={`Write to ${order.vendorName}`} submit="Send" send={send} />}
    </li>
  )
}

function BillRow({ bill, requestId }: { bill: Bill; requestId: string }) {
  const [decide, { isLoading }] = useDecideBillMutation()
  const run = async (accept: boolean) => {
    try {
      await decide({ id: requestId, billId: bill.id, accept }).unwrap()
      toast({
        variant: 'success',
        title: accept ? 'Invoice accepted' : 'Invoice rejected',
        ...(accept ? { description: 'It counts as the actual cost of this request.' } : {}),
      })
    } catch (error) {
      toastError('The invoice could not be saved', error)
    }
  }
  return (
    <li className="flex flex-wrap items-center gap-2 rounded-md border border-line px-3 py-2">
      <div className="min-w-40 flex-1">
        <p className="font-medium">{money(bill.amount)}</p>
        <p className="text-sm break-words text-muted">
          {bill.vendorName} ·{' '}
          <SessionFileLink href={bill.url} className="text-pine underline-offset-4 hover:underline">
            {bill.fileName}
          </SessionFileLink>
        </p>
      </div>
      {bill.status === 'proposed' ? (
        <div className="flex gap-2">
          <Button size="sm" variant="ghost" disabled={isLoading} onClick={() => void run(false)}>
            Reject
          </Button>
          <Button size="sm" variant="secondary" loading={isLoading} onClick={() => void run(true)}>
            Accept cost
          </Button>
        </div>
      ) : (
        <StatusBadge status={bill.status} tone={bill.status === 'accepted' ? 'success' : 'neutral'} />
      )}
    </li>
  )
}

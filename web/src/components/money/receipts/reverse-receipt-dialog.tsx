import { type Receipt, ReceiptReversal } from '@keyhold/contracts/payments/receipts'
import { useReverseReceiptMutation } from '~/api/receipts.ts'
import { DateField, TextareaField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { date, money, today } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { chargeName } from '../words.ts'

/** Takes back exactly this receipt: its whole amount, from all that it pays. */
export function ReverseReceiptDialog({
  receipt,
  kind,
  onClose,
}: {
  receipt: Receipt
  kind: 'returned' | 'mistake'
  onClose: () => void
}) {
  const [reverse] = useReverseReceiptMutation()
  const isReturn = kind === 'returned'
  const isReport = receipt.status === 'awaiting'
  const form = useZodForm(ReceiptReversal, { defaultValues: { kind, on: isReturn ? today() : '', reason: '' } })
  const amount = money(receipt.amount)
  const submit = async ({ on, reason }: ReturnType<typeof ReceiptReversal.parse>) => {
    try {
      // Not sent if left at today, so that today at the property counts.
      const day = isReturn && on && on !== today() ? { on } : {}
      await reverse({ id: receipt.id, kind, reason, ...day }).unwrap()
      toast(
        isReport
          ? { title: 'Report rejected', description: `${amount} was not counted.` }
          : {
              title: 'Payment reversed',
              description: `${amount} no longer counts. The charges it paid are open again.`,
            },
      )
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to reverse the payment', error)
    }
  }
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title={isReport ? 'Reject this report?' : isReturn ? 'Returned by the bank?' : 'Entered by mistake?'}
      description={`${receipt.tenantName} · received ${date(receipt.receivedOn)}`}
    >
      <Form form={form} onSubmit={submit} className="flex-1">
        {isReport ? (
          <p>{amount} was reported by your tenant but was not received. It won’t be applied to any charge.</p>
        ) : (
          <p>
            The whole payment is reversed: <strong className="figures font-semibold">{amount}</strong>.{' '}
            {receipt.allocations.length > 0 && 'These charges are open again:'}
          </p>
        )}
        {receipt.allocations.length > 0 && (
          <ul className="grid gap-1">
            {receipt.allocations.map((charge) => (
              <li key={charge.paymentId} className="flex items-baseline justify-between gap-4">
                <span>
                  {chargeName(charge)} <span className="text-sm text-muted">due {date(charge.dueDate)}</span>
                </span>
                <span className="figures font-medium">{money(charge.amount)}</span>
              </li>
            ))}
          </ul>
        )}
        {receipt.unallocated > 0 && <p>{money(receipt.unallocated)} of credit is removed.</p>}
        <p className="text-sm text-muted">
          No other payment is affected. Nothing is deleted: the receipt and its reversal both stay in the ledger.
        </p>
        {isReturn && (
          <DateField
            control={form.control}
            name="on"
            label="Returned on"
            min={receipt.receivedOn}
            max={today()}
            hint="Reports for earlier dates don’t change."
            required
          />
        )}
        <TextareaField control={form.control} name="reason" label="Reason" rows={2} required />
        <FormFooter
          submit={isReport ? 'Reject' : `Reverse ${amount}`}
          danger
          loading={form.formState.isSubmitting}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}

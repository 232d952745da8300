import { type Payment } from '@keyhold/contracts/payments/payments'
import { VerificationForm } from '@keyhold/contracts/payments/verification'
import { useVerifyPaymentMutation } from '~/api/verification.ts'
import { DateField, MoneyField, TextareaField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Details } from '~/components/ui/details.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { date, dateTime, money, today } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { labelOf } from '../words.ts'

function outcomeOf({ status, amountPaid, balance, tenantName, cancelledAt }: Payment): string {
  // The charge was cancelled by a move-out while its report was waiting.
  if (cancelledAt)
    return `This rent is not owed since the move-out: the money is ${tenantName}'s, and pays what else is open.`
  return status === 'paid'
    ? `${money(amountPaid)} from ${tenantName} is in the books.`
    : `${money(balance)} is still open.`
}

/** Confirms that money came in: quickly, or with notes on how it was checked. */
export function VerifyDialog({
  payment,
  method,
  onClose,
}: {
  payment: Payment
  method: 'manual' | 'detailed'
  onClose: () => void
}) {
  const [verify, { isLoading }] = useVerifyPaymentMutation()
  // If nothing was reported, the landlord enters what came in; the whole balance by default.
  const asksAmount = payment.reported.length === 0
  const form = useZodForm(VerificationForm, {
    defaultValues: {
      verificationMethod: method,
      verificationNotes: '',
      ...(asksAmount ? { amountPaid: payment.balance, paidDate: today() } : {}),
    },
  })
  const reported = payment.reported.reduce((sum, report) => sum + report.amount, 0)

  const confirm = async ({ amountPaid, paidDate, ...values }: ReturnType<typeof VerificationForm.parse>) => {
    try {
      // Only a part is sent: without an amount the whole balance is confirmed, which is safe to repeat.
      const part = amountPaid && amountPaid !== payment.balance ? { amountPaid } : {}
      // Not sent if left at today, so that today at the property counts.
      const day = paidDate && paidDate !== today() ? { paidDate } : {}
      const needed = payment.verificationStatus === 'verified' ? { amountPaid: amountPaid ?? payment.balance } : part
      // The sum shown in this dialog: a report that came in since is not confirmed unseen.
      const after = await verify({
        id: payment.id,
        ...values,
        ...needed,
        ...day,
        expected: Math.round(reported * 100) / 100,
      }).unwrap()
      toast({
        variant: 'success',
        title: 'Payment verified',
        description: outcomeOf(after),
      })
      onClose()
    } catch (error) {
      toastError('Failed to verify payment', error)
    }
  }

  return (
    <Dialog
      onClose={onClose}
      size="sm"
      title="Verify Payment"
      description={`${payment.tenantName} · due ${date(payment.dueDate)}`}
    >
      <Form form={form} onSubmit={confirm} className="flex-1">
        <Details
          columns={2}
          items={[
            { label: 'Amount', value: money(payment.amount) },
            { label: 'Open', value: money(payment.balance) },
          ]}
        />
        {payment.reported.map((report) => (
          <Callout
            key={report.id}
            tone="info"
            title={`${money(report.amount)} reported by ${labelOf(report.paymentMethod).toLowerCase()}`}
          >
            {dateTime(report.reportedAt)}
            {report.confirmationNumber && <span className="figures"> · confirmation {report.confirmationNumber}</span>}
          </Callout>
        ))}
        {asksAmount ? (
          <>
            <MoneyField
              control={form.control}
              name="amountPaid"
              label="Amount received"
              hint="Nothing was reported: say what came in, and when."
              required
            />
            <DateField control={form.control} name="paidDate" label="Received on" max={today()} required />
          </>
        ) : (
          <p className="text-muted">
            {reported < payment.balance
              ? `Confirming records ${money(reported)}; ${money(payment.balance - reported)} stays open.`
              : 'Confirming marks this payment as paid.'}
          </p>
        )}
        {method === 'detailed' && (
          <TextareaField
            control={form.control}
            name="verificationNotes"
            label="Verification notes"
            hint="How you checked it: a bank line, a check number, who handed it over."
            rows={3}
            optional
          />
        )}
        <FormFooter
          submit={method === 'detailed' ? 'Verify with details' : 'Verify'}
          loading={isLoading}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}

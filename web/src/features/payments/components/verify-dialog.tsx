import { type Payment } from '@keyhold/contracts/payments/payments'
import { VerificationForm } from '@keyhold/contracts/payments/verification'
import { useVerifyPaymentMutation } from '~/api/verification.ts'
import { DateField, MoneyField, TextareaField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { BankAccountField } from '~/components/money/bank-account-field.tsx'
import { methodOptions } from '~/components/money/words.ts'
import { Details } from '~/components/ui/details.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { date, dateTime, money, today } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { labelOf } from '../words.ts'
import { useWhereItWent } from './use-where-it-went.ts'

function outcomeOf({ status, amountPaid, balance, tenantName, cancelledAt }: Payment): string {
  // The charge was cancelled by a move-out while its report was waiting.
  if (cancelledAt)
    return `This rent is no longer owed because of the move-out. The money stays with ${tenantName} as credit and pays other open charges.`
  return status === 'paid'
    ? `${money(amountPaid)} from ${tenantName} has been recorded.`
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
  const whereItWent = useWhereItWent()
  // If nothing was reported, the landlord enters what came in; the whole balance by default.
  const asksAmount = payment.reported.length === 0
  // One report can be corrected here; of several it would be unclear which.
  const report = payment.reported.length === 1 ? payment.reported[0] : undefined
  const asksDetails = asksAmount || report !== undefined
  const start = {
    paidDate: report?.receivedOn ?? today(),
    paymentMethod: report?.paymentMethod ?? payment.paymentMethod ?? undefined,
    confirmationNumber: report?.confirmationNumber ?? '',
  }
  const form = useZodForm(VerificationForm, {
    defaultValues: {
      verificationMethod: method,
      verificationNotes: '',
      bankAccountId: '',
      ...(asksAmount ? { amountPaid: payment.balance } : {}),
      ...(asksDetails ? start : {}),
    },
  })
  const reported = payment.reported.reduce((sum, { amount }) => sum + amount, 0)

  const confirm = async ({
    amountPaid,
    paidDate,
    paymentMethod,
    confirmationNumber,
    bankAccountId,
    ...values
  }: ReturnType<typeof VerificationForm.parse>) => {
    if (asksDetails && !paidDate) {
      form.setError('paidDate', { message: 'Received on is required' })
      return
    }
    try {
      // Only a part is sent: without an amount the whole balance is confirmed, which is safe to repeat.
      const part = amountPaid && amountPaid !== payment.balance ? { amountPaid } : {}
      // Only what differs from the start is sent: today at the property counts, and a report stays as it was made.
      const changed = {
        ...(paidDate && paidDate !== start.paidDate ? { paidDate } : {}),
        ...(paymentMethod && paymentMethod !== start.paymentMethod ? { paymentMethod } : {}),
        ...(confirmationNumber && confirmationNumber !== start.confirmationNumber ? { confirmationNumber } : {}),
      }
      const needed = payment.verificationStatus === 'verified' ? { amountPaid: amountPaid ?? payment.balance } : part
      // The sum shown in this dialog: a report that came in since is not confirmed unseen.
      const after = await verify({
        id: payment.id,
        ...values,
        ...needed,
        ...changed,
        ...(bankAccountId ? { bankAccountId } : {}),
        expected: Math.round(reported * 100) / 100,
      }).unwrap()
      const isMore = (asksAmount ? (amountPaid ?? payment.balance) : reported) > payment.balance
      const went = isMore ? await whereItWent(payment.id, payment.reported) : null
      toast({ variant: 'success', title: 'Payment verified', description: went ?? outcomeOf(after) })
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
        {payment.reported.map((one) => (
          <Callout
            key={one.id}
            tone="info"
            title={`${money(one.amount)} reported by ${labelOf(one.paymentMethod).toLowerCase()}`}
          >
            Paid on {date(one.receivedOn)}, reported {dateTime(one.reportedAt)}
            {one.confirmationNumber && <span className="figures"> · confirmation {one.confirmationNumber}</span>}
          </Callout>
        ))}
        {asksAmount ? (
          <>
            <MoneyField
              control={form.control}
              name="amountPaid"
              label="Amount received"
              hint="Nothing was reported. Enter what you received, when and how."
              required
            />
          </>
        ) : (
          <p className="text-muted">
            {reported < payment.balance
              ? `Confirming records ${money(reported)}; ${money(payment.balance - reported)} stays open.`
              : reported > payment.balance
                ? `Confirming marks this payment as paid. The remaining ${money(reported - payment.balance)} goes to other open charges, oldest first. Anything left over stays as credit.`
                : 'Confirming marks this payment as paid.'}
          </p>
        )}
        {asksDetails && (
          <div className="grid gap-4 sm:grid-cols-2">
            <DateField control={form.control} name="paidDate" label="Received on" max={today()} required />
            <SelectField control={form.control} name="paymentMethod" label="Method" options={methodOptions} />
            <TextField
              control={form.control}
              name="confirmationNumber"
              label="Reference"
              className="sm:col-span-2"
              autoComplete="off"
              optional
            />
          </div>
        )}
        <BankAccountField control={form.control} name="bankAccountId" label="Deposited into" />
        {method === 'detailed' && (
          <TextareaField
            control={form.control}
            name="verificationNotes"
            label="Verification notes"
            hint="How you verified it: a bank transaction, a check number, who handed it over."
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

import { giveCredit, refundCredit, undoRefund } from '@keyhold/contracts/payments/credits'
import { useGiveCreditMutation, useRefundCreditMutation, useUndoRefundMutation } from '~/api/credits.ts'
import { DateField, MoneyField, TextareaField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { date, money, today } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { BankAccountField } from './bank-account-field.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { whereItWent } from './receipts/open-charges.ts'
import { methodOptions } from './words.ts'

interface Account {
  tenantId: string
  names: string
}

// Not sent if left at today, so that today at the property counts.
const unlessToday = <K extends string>(key: K, day: string | null | undefined) =>
  (day && day !== today() ? { [key]: day } : {}) as Partial<Record<K, string>>

/** The tenant owes less, and no money came in: a month free, a repair that the tenant paid. */
export function GiveCreditDialog({ tenantId, names, onClose }: Account & { onClose: () => void }) {
  const [give, { isLoading }] = useGiveCreditMutation()
  const form = useZodForm(giveCredit.body, { defaultValues: { amount: '', on: today(), reason: '' } })
  const submit = async ({ amount, on, reason }: ReturnType<typeof giveCredit.body.parse>) => {
    try {
      const made = await give({ id: tenantId, amount, reason, ...unlessToday('on', on) }).unwrap()
      toast({ variant: 'success', title: 'Credit given', description: whereItWent(made) })
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to give the credit', error)
    }
  }
  return (
    <Dialog size="sm" onClose={onClose} title="Give credit" description={names}>
      <Form form={form} onSubmit={submit} className="flex-1">
        <p>
          It pays open charges in this ledger’s payment order. Anything left over pays future charges. It doesn’t count
          as revenue.
        </p>
        <MoneyField control={form.control} name="amount" label="Amount" required />
        <DateField control={form.control} name="on" label="On" max={today()} required />
        <TextareaField
          control={form.control}
          name="reason"
          label="Reason"
          hint="Your tenant can see this."
          rows={2}
          required
        />
        <FormFooter submit="Give credit" loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

/** Money that the tenant paid too much is given back. */
export function PayOutCreditDialog({
  tenantId,
  names,
  credit,
  onClose,
}: Account & { credit: number; onClose: () => void }) {
  const [refund, { isLoading }] = useRefundCreditMutation()
  const form = useZodForm(refundCredit.body, {
    defaultValues: { amount: credit, paymentMethod: 'check', paidOn: today(), bankAccountId: '', notes: '' },
  })
  const submit = async ({ paidOn, ...values }: ReturnType<typeof refundCredit.body.parse>) => {
    try {
      await refund({ id: tenantId, ...values, ...unlessToday('paidOn', paidOn) }).unwrap()
      toast({ variant: 'success', title: 'Credit paid out', description: `${money(values.amount)} to ${names}.` })
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to pay out the credit', error)
    }
  }
  return (
    <Dialog size="sm" onClose={onClose} title="Pay credit out" description={`${names} · ${money(credit)} of credit`}>
      <Form form={form} onSubmit={submit} className="flex-1">
        <p>Record what you paid back. You can undo this if the money wasn’t paid out after all.</p>
        <MoneyField control={form.control} name="amount" label="Amount given back" max={credit} required />
        <SelectField control={form.control} name="paymentMethod" label="Method" options={methodOptions} />
        <DateField control={form.control} name="paidOn" label="Paid on" max={today()} required />
        <BankAccountField control={form.control} name="bankAccountId" label="Paid from" />
        <TextareaField control={form.control} name="notes" label="Reason" rows={2} optional />
        <FormFooter submit="Record refund" loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

/** A deposit or a credit was not given back after all. */
export function UndoRefundDialog({
  refund,
  onClose,
}: {
  refund: { id: string; of: 'deposit' | 'credit'; amount: number; on: string }
  onClose: () => void
}) {
  const [undo] = useUndoRefundMutation()
  const confirm = async (reason: string) => {
    await undo({ id: refund.id, reason }).unwrap()
    toast({
      variant: 'success',
      title: 'Refund undone',
      description:
        refund.of === 'deposit'
          ? `${money(refund.amount)} is held as deposit again.`
          : `${money(refund.amount)} is credit again, and is applied to open charges.`,
    })
  }
  return (
    <ReasonDialog
      schema={undoRefund.body}
      title={`Undo this refund of ${money(refund.amount)}?`}
      description={`${refund.of === 'deposit' ? 'Deposit' : 'Credit'}, recorded as paid out on ${date(refund.on)}`}
      submit="Undo refund"
      cancel="Keep it"
      failure="Failed to undo the refund"
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>From today it no longer counts as paid out. Both the refund and the reversal stay in the ledger.</p>
    </ReasonDialog>
  )
}

import { writeOff } from '@keyhold/contracts/payments/credits'
import type { Payment } from '@keyhold/contracts/payments/payments'
import { useWriteOffMutation } from '~/api/credits.ts'
import { MoneyField, TextareaField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { money } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { chargeWords } from './words.ts'

/** What will not be paid any more is written off as a bad debt. */
export function WriteOffDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const [write, { isLoading }] = useWriteOffMutation()
  const form = useZodForm(writeOff.body, { defaultValues: { amount: payment.balance, reason: '' } })
  const submit = async ({ amount, reason }: ReturnType<typeof writeOff.body.parse>) => {
    try {
      const made = await write({ id: payment.id, amount, reason }).unwrap()
      toast({ title: 'Written off', description: `${money(made.amount)} is no longer owed by ${payment.tenantName}.` })
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to write off the charge', error)
    }
  }
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title="Write off the open amount?"
      description={`${payment.tenantName} · ${chargeWords(payment)}`}
    >
      <Form form={form} onSubmit={submit} className="flex-1">
        <p>
          {money(payment.balance)} is open. A written-off amount is no longer owed and counts as bad debt from today.
          You can undo this in the ledger.
        </p>
        <MoneyField control={form.control} name="amount" label="Amount" max={payment.balance} required />
        <TextareaField control={form.control} name="reason" label="Reason" rows={2} required />
        <FormFooter submit="Write off" danger loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

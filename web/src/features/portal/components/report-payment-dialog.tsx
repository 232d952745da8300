import { TenantPaymentForm, tenantPaymentMethods } from '@keyhold/contracts/payments/tenant-payments'
import { useWatch } from 'react-hook-form'
import { useReportPaymentMutation } from '~/api/tenant-payments.ts'
import { DateField, MoneyField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { money, today, words } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { dueNext, overpaymentOf, type Stats } from '../words.ts'

const methods = tenantPaymentMethods.map((value) => ({ value, label: words(value) }))

interface Props {
  stats: Stats | undefined
  onClose: () => void
}

/** A tenant reports money paid; it counts once the landlord has confirmed it. */
export default function ReportPaymentDialog({ stats, onClose }: Props) {
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title="Make Payment"
      description="Tell your landlord what you paid. It counts once your landlord confirms it."
    >
      <Fields stats={stats} onClose={onClose} />
    </Dialog>
  )
}

function Fields({ stats, onClose }: Props) {
  const [report, { isLoading }] = useReportPaymentMutation()
  const due = stats && dueNext(stats)
  const form = useZodForm(TenantPaymentForm, {
    defaultValues: {
      amount: due?.amount ?? '',
      paymentMethod: 'bank_transfer',
      paidOn: today(),
      confirmationNumber: '',
    },
  })
  const { control } = form
  const amount = Number(useWatch({ control, name: 'amount' }))
  const surplus = stats && overpaymentOf(stats, amount)
  const confirm = useConfirm()

  const send = async ({ paidOn, ...values }: ReturnType<typeof TenantPaymentForm.parse>) => {
    if (surplus) {
      const question = {
        title: `Report ${money(values.amount)} anyway?`,
        description: surplus.text,
        confirmLabel: 'Report it',
      }
      if (!(await confirm(question))) return
    }
    try {
      // Not sent if left at today, so that today at the property counts.
      await report({ ...values, ...(paidOn && paidOn !== today() ? { paidOn } : {}) }).unwrap()
      toast({
        variant: 'success',
        title: 'Payment Submitted',
        description: 'Your payment has been recorded successfully.',
      })
      onClose()
    } catch (error) {
      showIssues(form, error)
      toastError('Payment Failed', error)
    }
  }

  return (
    <Form form={form} onSubmit={send} className="flex-1">
      {stats && stats.awaitingConfirmation > 0 && (
        <Callout tone="warning" title={`${money(stats.awaitingConfirmation)} is already awaiting confirmation`}>
          {stats.awaitingConfirmation >= stats.balance
            ? 'That covers everything due by today. Report a payment only if you paid more than that.'
            : 'Report only additional payments.'}
        </Callout>
      )}
      <MoneyField control={control} name="amount" label="Amount" hint={due?.text} required />
      <output>
        {surplus && (
          <Callout tone="warning" title={surplus.title}>
            {surplus.text}
          </Callout>
        )}
      </output>
      <SelectField control={control} name="paymentMethod" label="Payment method" options={methods} />
      <DateField
        control={control}
        name="paidOn"
        label="Paid on"
        max={today()}
        hint="The day you paid. Your landlord can correct it."
        required
      />
      <TextField
        control={control}
        name="confirmationNumber"
        label="Confirmation number"
        hint="From your bank or receipt. If you leave it empty, we create one for you."
        autoComplete="off"
        optional
      />
      <FormFooter submit="Submit Payment" loading={isLoading} onCancel={onClose} />
    </Form>
  )
}

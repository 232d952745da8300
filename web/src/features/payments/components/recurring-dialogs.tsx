import { createRecurring, endRecurring, type RecurringCharge } from '@keyhold/contracts/payments/recurring-charges'
import { useCreateRecurringMutation, useEndRecurringMutation } from '~/api/recurring-charges.ts'
import { useTenantChoices } from '~/api/tenants.ts'
import { DateField, MoneyField, NumberField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { prorationOptions } from '~/components/money/words.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { date, money, today } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { typeOptions } from '../words.ts'

export function AddDialog({ tenantId, onClose }: { tenantId: string | undefined; onClose: () => void }) {
  const { options } = useTenantChoices()
  const [create, { isLoading }] = useCreateRecurringMutation()
  const form = useZodForm(createRecurring.body, {
    defaultValues: {
      tenantId: tenantId ?? '',
      paymentType: 'other',
      description: '',
      amount: '',
      startsOn: today(),
      endsOn: '',
      dueDay: '',
      proration: 'none',
      postingDays: 5,
    },
  })
  const submit = async (values: ReturnType<typeof createRecurring.body.parse>) => {
    try {
      await create(values).unwrap()
      toast({ variant: 'success', title: 'Recurring charge added' })
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to add the recurring charge', error)
    }
  }
  return (
    <Dialog
      onClose={onClose}
      title="Add recurring charge"
      description="Charges that are already due are posted right away."
    >
      <Form form={form} onSubmit={submit} className="flex-1">
        <SelectField
          control={form.control}
          name="tenantId"
          label="Tenant"
          options={options}
          placeholder="Choose a tenant"
          required
        />
        <TextField
          control={form.control}
          name="description"
          label="Description"
          placeholder="Parking space 4"
          required
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <MoneyField control={form.control} name="amount" label="Monthly amount" required />
          <SelectField control={form.control} name="paymentType" label="Type" options={typeOptions} />
          <DateField control={form.control} name="startsOn" label="From" required />
          <DateField
            control={form.control}
            name="endsOn"
            label="Until"
            hint="Defaults to the end of the tenancy"
            optional
          />
          <NumberField
            control={form.control}
            name="dueDay"
            label="Day it is due"
            step="1"
            hint="Defaults to the start day"
            optional
          />
          <NumberField control={form.control} name="postingDays" label="Charged in advance" step="1" after="days" />
        </div>
        <SelectField control={form.control} name="proration" label="Partial month" options={prorationOptions} />
        <FormFooter submit="Add charge" loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

export function EndDialog({ charge, onClose }: { charge: RecurringCharge; onClose: () => void }) {
  const [end, { isLoading }] = useEndRecurringMutation()
  const form = useZodForm(endRecurring.body, { defaultValues: { endsOn: today() } })
  const submit = async ({ endsOn }: { endsOn: string }) => {
    try {
      await end({ id: charge.id, endsOn }).unwrap()
      toast({
        variant: 'success',
        title: 'Recurring charge ends',
        description: `It is not charged after ${date(endsOn)}.`,
      })
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to end the recurring charge', error)
    }
  }
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title="End this recurring charge?"
      description={`${charge.tenantName} · ${charge.description} · ${money(charge.amount)}`}
    >
      <Form form={form} onSubmit={submit} className="flex-1">
        <DateField
          control={form.control}
          name="endsOn"
          label="Last day charged"
          hint="Unpaid charges after that day are cancelled. Paid ones stay."
          required
        />
        <FormFooter submit="End charge" loading={isLoading} danger onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

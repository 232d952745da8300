import { PaymentForm, type Payment } from '@keyhold/contracts/payments/payments'
import { useWatch } from 'react-hook-form'
import { isApiError, messageOf } from '~/api/client/problem.ts'
import { useCreatePaymentMutation, useUpdatePaymentMutation } from '~/api/payments.ts'
import { useTenantChoices } from '~/api/tenants.ts'
import { DateField, MoneyField, TextareaField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { today } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'
import { methodOptions, typeOptions } from '../words.ts'

const statusOptions = [
  { value: 'pending', label: 'Not received yet' },
  { value: 'paid', label: 'Received in full' },
  { value: 'partial', label: 'Received in part' },
]

/** Records a charge and what was received on it, or edits one that nothing was received on. */
export function PaymentDialog({
  payment,
  tenantId,
  onClose,
}: {
  payment?: Payment | undefined
  tenantId?: string
  onClose: () => void
}) {
  return (
    <Dialog
      onClose={onClose}
      title={payment ? 'Edit payment' : 'Record Payment'}
      description={
        payment ? `${payment.tenantName}: nothing was received on it yet.` : 'What is owed, and what came in on it.'
      }
    >
      <Fields payment={payment} tenantId={tenantId} onClose={onClose} />
    </Dialog>
  )
}

function Fields({
  payment,
  tenantId,
  onClose,
}: {
  payment?: Payment | undefined
  tenantId?: string | undefined
  onClose: () => void
}) {
  const { tenants, options } = useTenantChoices()
  const [create, creating] = useCreatePaymentMutation()
  const [update, updating] = useUpdatePaymentMutation()
  const form = useZodForm(PaymentForm, {
    defaultValues: payment
      ? {
          tenantId: payment.tenantId,
          propertyId: payment.propertyId,
          amount: payment.amount,
          paymentType: payment.paymentType,
          paymentMethod: payment.paymentMethod,
          dueDate: payment.dueDate,
          notes: payment.notes ?? '',
        }
      : {
          tenantId: tenantId ?? '',
          amount: '',
          paymentType: 'rent',
          paymentMethod: 'check',
          status: 'pending',
          dueDate: today(),
          paidDate: '',
          notes: '',
          amountPaid: '',
        },
  })
  const status = useWatch({ control: form.control, name: 'status' })
  const chosen = useWatch({ control: form.control, name: 'tenantId' })
  const rent = tenants.find((tenant) => tenant.id === chosen)?.monthlyRent

  const save = async ({
    status: standing,
    amountPaid,
    paidDate,
    tenantId: who,
    ...charge
  }: ReturnType<typeof PaymentForm.parse>) => {
    try {
      if (payment) await update({ id: payment.id, ...charge }).unwrap()
      else {
        const propertyId = tenants.find((tenant) => tenant.id === who)?.propertyId ?? null
        await create({
          ...charge,
          tenantId: who,
          propertyId,
          status: standing,
          paidDate,
          ...(standing === 'partial' ? { amountPaid } : {}),
        }).unwrap()
      }
      toast({ variant: 'success', title: payment ? 'Payment updated' : 'Payment recorded' })
      onClose()
    } catch (error) {
      if (showIssues(form, error)) return
      toast({
        variant: 'destructive',
        title: payment ? 'Failed to update payment' : 'Failed to create payment record',
        ...(isApiError(error) ? { description: messageOf(error) } : {}),
      })
    }
  }

  return (
    <Form form={form} onSubmit={save} className="flex-1">
      {!payment && (
        <SelectField
          control={form.control}
          name="tenantId"
          label="Tenant"
          options={options}
          placeholder="Choose a tenant"
          required
        />
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField
          control={form.control}
          name="amount"
          label="Amount"
          hint={rent ? `Monthly rent: $${rent}` : undefined}
          required
        />
        <DateField control={form.control} name="dueDate" label="Due date" required />
        <SelectField control={form.control} name="paymentType" label="Type" options={typeOptions} />
        <SelectField control={form.control} name="paymentMethod" label="Method" options={methodOptions} />
      </div>
      {!payment && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField control={form.control} name="status" label="Status" options={statusOptions} />
          {status === 'partial' && (
            <MoneyField control={form.control} name="amountPaid" label="Amount received" required />
          )}
          {status !== 'pending' && (
            <DateField
              control={form.control}
              name="paidDate"
              label="Received on"
              hint="Today when left empty"
              optional
            />
          )}
        </div>
      )}
      <TextareaField control={form.control} name="notes" label="Notes" rows={3} optional />
      <FormFooter
        submit={payment ? 'Save changes' : 'Record Payment'}
        loading={creating.isLoading || updating.isLoading}
        onCancel={onClose}
      />
    </Form>
  )
}

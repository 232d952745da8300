import { PaymentForm, type Payment } from '@keyhold/contracts/payments/payments'
import { calendarDate as asDay } from '@keyhold/contracts/scalars'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import { type Control, useWatch } from 'react-hook-form'
import { itemsOf } from '~/api/client/calls-of.ts'
import { isApiError, messageOf } from '~/api/client/problem.ts'
import { useCreatePaymentMutation, useListPaymentsInfiniteQuery, useUpdatePaymentMutation } from '~/api/payments.ts'
import { DateField, MoneyField, TextareaField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { BankAccountField } from '~/components/money/bank-account-field.tsx'
import { chargeWords, methodOptions } from '~/components/money/words.ts'
import { type Question, useConfirm } from '~/components/ui/confirm.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { date, money, today } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'
import { labelOf, typeOptions } from '../words.ts'

const statusOptions = [
  { value: 'pending', label: 'Not received yet' },
  { value: 'paid', label: 'Received in full' },
  { value: 'partial', label: 'Received in part' },
]

/** Edits a charge that nothing was received on. */
export function EditDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Edit payment" description={`${payment.tenantName}: nothing received yet.`}>
      <ChargeForm payment={payment} onClose={onClose} />
    </Dialog>
  )
}

const secondCharge = ({ paymentType, tenantName, dueDate, amount, balance }: Payment): Question => ({
  title: `Charge a second ${labelOf(paymentType).toLowerCase()}?`,
  description: `${tenantName} already has one due ${date(dueDate)}: ${money(amount)}, with ${money(balance)} open. The second one will be owed in addition.`,
  confirmLabel: 'Charge another one',
  cancelLabel: 'Don’t charge',
})

/** Where another charge of this type would be a second one: the month of a rent, else the day. */
const periodOf = (paymentType: string, dueDate: string) => {
  if (paymentType !== 'rent') return { from: dueDate, to: dueDate }
  const [year, month] = dueDate.split('-').map(Number) as [number, number]
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return { from: `${dueDate.slice(0, 8)}01`, to: `${dueDate.slice(0, 8)}${last}` }
}

/** A charge of a tenant and what was received on it; or `payment`, to be edited. */
export function ChargeForm({
  payment,
  tenantId = '',
  tenant,
  onClose,
}: {
  payment?: Payment
  tenantId?: string
  tenant?: Tenant | undefined
  onClose: () => void
}) {
  const confirm = useConfirm()
  const [create, creating] = useCreatePaymentMutation()
  const [update, updating] = useUpdatePaymentMutation()
  const form = useZodForm(PaymentForm, {
    defaultValues: payment
      ? {
          tenantId: payment.tenantId,
          propertyId: payment.propertyId,
          amount: payment.amount,
          paymentType: payment.paymentType,
          paymentMethod: payment.paymentMethod ?? undefined,
          dueDate: payment.dueDate,
          notes: payment.notes ?? '',
        }
      : {
          tenantId,
          amount: '',
          paymentType: 'rent',
          paymentMethod: 'check',
          status: 'pending',
          dueDate: today(),
          paidDate: today(),
          bankAccountId: '',
          notes: '',
          amountPaid: '',
        },
  })
  const rent = tenant?.monthlyRent
  const [paymentType, dueDate, standing] = useWatch({
    control: form.control,
    name: ['paymentType', 'dueDate', 'status'],
  })
  const isAsked = !payment && paymentType !== undefined && asDay.safeParse(dueDate).success
  const same = useListPaymentsInfiniteQuery(
    { tenantId, paymentType, ...(isAsked ? periodOf(paymentType, dueDate) : {}), limit: 1 },
    { skip: !isAsked },
  )
  const known = isAsked ? itemsOf(same.currentData)[0] : undefined

  /** A charge of the same kind and period, as it is now. */
  const findSame = async (): Promise<Payment | undefined> =>
    isAsked ? itemsOf((await same.refetch().unwrap()) as typeof same.data)[0] : undefined

  const save = async ({
    status,
    amountPaid,
    paidDate,
    tenantId: who,
    bankAccountId,
    isAdditional: _,
    ...charge
  }: ReturnType<typeof PaymentForm.parse>) => {
    if (!payment && status !== 'pending' && !paidDate) {
      form.setError('paidDate', { message: 'Received on is required' })
      return
    }
    try {
      const other = await findSame()
      if (other && !(await confirm(secondCharge(other)))) return
      if (payment) await update({ id: payment.id, ...charge }).unwrap()
      else {
        await create({
          ...charge,
          tenantId: who,
          propertyId: tenant?.propertyId ?? null,
          status,
          // Not sent if left at today, so that today at the property counts.
          ...(status === 'pending' || paidDate === today() ? {} : { paidDate }),
          ...(bankAccountId ? { bankAccountId } : {}),
          ...(other ? { isAdditional: true } : {}),
          ...(status === 'partial' ? { amountPaid } : {}),
        }).unwrap()
      }
      toast({
        variant: 'success',
        title: payment ? 'Payment updated' : status === 'pending' ? 'Charge added' : 'Payment recorded',
      })
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
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField
          control={form.control}
          name="amount"
          label="Amount"
          hint={rent ? `Monthly rent: ${money(rent)}` : undefined}
          required
        />
        <DateField control={form.control} name="dueDate" label="Due date" required />
        <SelectField control={form.control} name="paymentType" label="Type" options={typeOptions} />
        <SelectField control={form.control} name="paymentMethod" label="Method" options={methodOptions} />
      </div>
      {!payment && <ReceivedFields control={form.control} />}
      {known && (
        <Callout tone="warning" title={`Already charged: ${chargeWords(known)}`}>
          {known.balance > 0
            ? `${money(known.balance)} of ${money(known.amount)} is open. If this is money for it, record it there instead.`
            : `${money(known.amount)}, paid in full.`}
        </Callout>
      )}
      <TextareaField control={form.control} name="notes" label="Notes" rows={3} optional />
      <FormFooter
        submit={payment ? 'Save changes' : standing === 'pending' ? 'Add charge' : 'Record Payment'}
        loading={creating.isLoading || updating.isLoading}
        onCancel={onClose}
      />
    </Form>
  )
}

/** Whether money came in with the charge, and if so, what, when and into which account. */
function ReceivedFields({
  control,
}: {
  control: Control<z.input<typeof PaymentForm>, unknown, z.output<typeof PaymentForm>>
}) {
  const status = useWatch({ control, name: 'status' })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <SelectField control={control} name="status" label="Status" options={statusOptions} />
      {status === 'partial' && <MoneyField control={control} name="amountPaid" label="Amount received" required />}
      {status !== 'pending' && (
        <>
          <DateField control={control} name="paidDate" label="Received on" max={today()} required />
          <BankAccountField control={control} name="bankAccountId" label="Deposited into" />
        </>
      )}
    </div>
  )
}

import { applyDeposit, type DepositBalance, refundDeposit } from '@keyhold/contracts/payments/deposits'
import type { z } from '@keyhold/contracts/zod'
import { useApplyDepositMutation, useRefundDepositMutation } from '~/api/deposits.ts'
import { useGetLedgerQuery } from '~/api/ledgers.ts'
import { DateField, MoneyField, TextareaField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { money, today } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { BankAccountField } from '~/components/money/bank-account-field.tsx'
import { methodOptions } from '~/components/money/words.ts'

export type Deposit = z.output<typeof DepositBalance>

export function RefundDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const [refund, { isLoading }] = useRefundDepositMutation()
  const form = useZodForm(refundDeposit.body, {
    defaultValues: { amount: deposit.held, paymentMethod: 'check', paidOn: today(), bankAccountId: '', notes: '' },
  })
  const submit = async (values: ReturnType<typeof refundDeposit.body.parse>) => {
    try {
      await refund({ id: deposit.tenantId, ...values }).unwrap()
      toast({
        variant: 'success',
        title: 'Deposit refunded',
        description: `${money(values.amount)} to ${deposit.tenantName} has been recorded.`,
      })
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to refund the deposit', error)
    }
  }
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title="Refund deposit"
      description={`${deposit.tenantName} · ${money(deposit.held)} held`}
    >
      <Form form={form} onSubmit={submit} className="flex-1">
        <MoneyField control={form.control} name="amount" label="Amount given back" required />
        <SelectField control={form.control} name="paymentMethod" label="Method" options={methodOptions} />
        <DateField control={form.control} name="paidOn" label="Paid on" />
        <BankAccountField control={form.control} name="bankAccountId" label="Paid from" />
        <TextareaField control={form.control} name="notes" label="Notes" rows={2} optional />
        <FormFooter submit="Record refund" loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

/** Loads the amount due first: the deposit can't pay more than that. */
export function ApplyDialog({ deposit, onClose }: { deposit: Deposit; onClose: () => void }) {
  const {
    currentData: ledger,
    error,
    refetch,
  } = useGetLedgerQuery({ id: deposit.tenantId, isAccount: true }, { refetchOnMountOrArgChange: true })
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title="Apply deposit"
      description={[deposit.tenantName, `${money(deposit.held)} held`, ledger && `${money(ledger.due)} due`]
        .filter(Boolean)
        .join(' · ')}
    >
      {ledger ? (
        <ApplyForm deposit={deposit} due={ledger.due} onClose={onClose} />
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-48 w-full" />
      )}
    </Dialog>
  )
}

function ApplyForm({ deposit, due, onClose }: { deposit: Deposit; due: number; onClose: () => void }) {
  const [apply, { isLoading }] = useApplyDepositMutation()
  const form = useZodForm(applyDeposit.body, {
    defaultValues: { amount: Math.min(deposit.held, due) || '', reason: '' },
  })
  const submit = async (values: ReturnType<typeof applyDeposit.body.parse>) => {
    try {
      await apply({ id: deposit.tenantId, ...values }).unwrap()
      toast({ variant: 'success', title: 'Deposit applied', description: 'It is applied to what is due.' })
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to apply the deposit', error)
    }
  }
  return (
    <Form form={form} onSubmit={submit} className="flex-1">
      <p>The deposit is applied to what is due, in this ledger’s payment order. The amount applied becomes revenue.</p>
      <MoneyField control={form.control} name="amount" label="Amount to apply" required />
      <TextareaField
        control={form.control}
        name="reason"
        label="Reason"
        hint="Your tenant can see this."
        rows={3}
        required
      />
      <FormFooter submit="Apply deposit" loading={isLoading} onCancel={onClose} />
    </Form>
  )
}

import { ReceiptChanges } from '@keyhold/contracts/payments/receipts'
import { requiredMoneyDate } from '@keyhold/contracts/scalars'
import type { z } from '@keyhold/contracts/zod'
import { type ReactNode, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { DateField, MoneyField, TextareaField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { today } from '~/lib/format.ts'
import { toastError } from '~/lib/toast.ts'
import { BankAccountField } from '../bank-account-field.tsx'
import { methodOptions } from '../words.ts'
import { AllocationFields } from './allocation-fields.tsx'
import { faultOf, leftOf, type OpenCharge, type Parts, sharesOf, spread, sumOf } from './spread.ts'

export type ReceiptValues = z.output<typeof ReceiptChanges>

/** The API takes today where no day is said; on the page an emptied day would be a silent guess. */
const OnPage = ReceiptChanges.extend({ receivedOn: requiredMoneyDate('Received on is required') })

/** The fields of a receipt and what it pays. While nobody touched the parts, they follow the amount; while nobody touched the amount, it follows them. */
export function ReceiptFields({
  charges,
  start,
  parts: startParts,
  payers,
  submit,
  failure,
  children,
  onSave,
  onCancel,
}: {
  charges: readonly OpenCharge[]
  start: z.input<typeof OnPage>
  parts: Parts
  /** Those who share the account, if they are several. */
  payers: readonly { value: string; label: string }[]
  submit: string
  failure: string
  /** Above the buttons. */
  children?: ReactNode
  /** Saves, says so and closes. */
  onSave: (values: ReceiptValues) => Promise<void>
  onCancel: () => void
}) {
  const form = useZodForm(OnPage, { defaultValues: start })
  const [parts, setParts] = useState(startParts)
  const [touched, setTouched] = useState<'amount' | 'parts' | 'both' | null>(null)
  const amount = useWatch({ control: form.control, name: 'amount' }) as string | number
  const touch = (what: 'amount' | 'parts') => setTouched(touched === null || touched === what ? what : 'both')

  const changeParts = (next: Parts) => {
    setParts(next)
    touch('parts')
    if (touched === null || touched === 'parts')
      form.setValue('amount', sumOf(next) || '', { shouldValidate: form.formState.isSubmitted })
  }
  const isFaulty =
    leftOf(amount, parts) < 0 || charges.some(({ paymentId, open }) => faultOf(parts[paymentId], open) !== null)

  const save = async (values: ReceiptValues) => {
    if (isFaulty) return
    try {
      // Not sent if left at today, so that today at the property counts.
      const { receivedOn, bankAccountId, ...rest } = values
      const day = receivedOn !== today() ? { receivedOn } : {}
      const account = bankAccountId ? { bankAccountId } : {}
      const when = start.receivedOn === today() ? day : { receivedOn }
      await onSave({ ...rest, ...account, ...when, allocations: sharesOf(parts) })
    } catch (error) {
      if (!showIssues(form, error)) toastError(failure, error)
    }
  }

  return (
    <Form form={form} onSubmit={save} className="flex-1">
      <div className="grid gap-4 sm:grid-cols-2">
        <MoneyField
          control={form.control}
          name="amount"
          label="Amount received"
          required
          onInput={(event) => {
            touch('amount')
            if (touched === null || touched === 'amount') setParts(spread(event.currentTarget.value, charges))
          }}
        />
        <DateField control={form.control} name="receivedOn" label="Received on" max={today()} required />
        <SelectField control={form.control} name="paymentMethod" label="Method" options={methodOptions} />
        <TextField
          control={form.control}
          name="confirmationNumber"
          label="Reference"
          hint="A check number or the bank’s reference."
          autoComplete="off"
          optional
        />
        <BankAccountField
          control={form.control}
          name="bankAccountId"
          label="Deposited into"
          current={start.bankAccountId as string | null}
        />
        {payers.length > 1 && (
          <SelectField control={form.control} name="payerId" label="Received from" options={payers} />
        )}
      </div>
      <AllocationFields charges={charges} parts={parts} amount={amount} onChange={changeParts} />
      <TextareaField control={form.control} name="notes" label="Notes" rows={2} optional />
      {children}
      <FormFooter submit={submit} loading={form.formState.isSubmitting} disabled={isFaulty} onCancel={onCancel} />
    </Form>
  )
}

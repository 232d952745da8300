import {
  type BankAccount,
  BankAccountForm,
  type BankTransfer,
  recordTransfer,
  undoTransfer,
} from '@keyhold/contracts/payments/bank-accounts'
import {
  useCreateBankAccountMutation,
  useRecordTransferMutation,
  useUndoTransferMutation,
  useUpdateBankAccountMutation,
} from '~/api/bank-accounts.ts'
import { DateField, MoneyField, TextareaField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { accountLabel } from '~/components/money/bank-account-field.tsx'
import { ReasonDialog } from '~/components/money/reason-dialog.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { date, money, today } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { accountKinds } from '../words.ts'

const kindOptions = Object.entries(accountKinds).map(([value, label]) => ({ value, label }))

/** Adds an account, or changes its name, kind and number. */
export function AccountDialog({ account, onClose }: { account: BankAccount | null; onClose: () => void }) {
  const [create, creating] = useCreateBankAccountMutation()
  const [update, updating] = useUpdateBankAccountMutation()
  const form = useZodForm(BankAccountForm, {
    defaultValues: { name: account?.name ?? '', kind: account?.kind ?? 'trust', lastFour: account?.lastFour ?? '' },
  })
  const save = async (values: ReturnType<typeof BankAccountForm.parse>) => {
    try {
      if (account) await update({ id: account.id, ...values }).unwrap()
      else await create(values).unwrap()
      toast({ variant: 'success', title: account ? 'Account changed' : `${values.name} added` })
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to save the account', error)
    }
  }
  return (
    <Dialog size="sm" onClose={onClose} title={account ? 'Edit account' : 'Add account'}>
      <Form form={form} onSubmit={save} className="flex-1">
        <TextField control={form.control} name="name" label="Name" autoComplete="off" required />
        <SelectField control={form.control} name="kind" label="Kind" options={kindOptions} />
        <TextField
          control={form.control}
          name="lastFour"
          label="Last four digits"
          inputMode="numeric"
          autoComplete="off"
          optional
        />
        <FormFooter
          submit={account ? 'Save changes' : 'Add account'}
          loading={creating.isLoading || updating.isLoading}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}

/** Records that money was moved: the form begins with the first two accounts that it can move between. */
export function TransferDialog({ accounts, onClose }: { accounts: readonly BankAccount[]; onClose: () => void }) {
  const [move, { isLoading }] = useRecordTransferMutation()
  const usable = accounts.filter(({ archivedAt }) => archivedAt === null)
  const from = usable.find(({ isDefault }) => isDefault)
  const to =
    usable.find(({ id, kind }) => id !== from?.id && kind === 'trust') ?? usable.find(({ id }) => id !== from?.id)
  const form = useZodForm(recordTransfer.body, {
    defaultValues: { fromId: from?.id ?? '', toId: to?.id ?? '', amount: '', on: today(), notes: '' },
  })
  const save = async ({ on, ...values }: ReturnType<typeof recordTransfer.body.parse>) => {
    try {
      // Not sent if left at today, so that today where the landlord is counts.
      const made = await move({ ...values, ...(on && on !== today() ? { on } : {}) }).unwrap()
      toast({ variant: 'success', title: 'Money moved', description: `${money(made.amount)} to ${made.toName}.` })
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to move the money', error)
    }
  }
  const options = (list: readonly BankAccount[]) =>
    list.map((account) => ({ value: account.id, label: accountLabel(account) }))
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title="Move money"
      description="Record what you have moved at your bank, for example a deposit into the trust account."
    >
      <Form form={form} onSubmit={save} className="flex-1">
        <SelectField control={form.control} name="fromId" label="From" options={options(accounts)} />
        <SelectField control={form.control} name="toId" label="To" options={options(usable)} />
        <MoneyField control={form.control} name="amount" label="Amount" required />
        <DateField control={form.control} name="on" label="Moved on" max={today()} required />
        <TextareaField control={form.control} name="notes" label="Notes" rows={2} optional />
        <FormFooter submit="Move money" loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

export function UndoTransferDialog({ transfer, onClose }: { transfer: BankTransfer; onClose: () => void }) {
  const [undo] = useUndoTransferMutation()
  return (
    <ReasonDialog
      schema={undoTransfer.body}
      title={`Undo this transfer of ${money(transfer.amount)}?`}
      description={`${transfer.fromName} to ${transfer.toName}, ${date(transfer.on)}`}
      submit="Undo transfer"
      cancel="Keep it"
      failure="Failed to undo the transfer"
      onConfirm={async (reason) => {
        await undo({ id: transfer.id, reason }).unwrap()
        toast({ variant: 'success', title: 'Transfer undone', description: `It is in ${transfer.fromName} again.` })
      }}
      onClose={onClose}
    >
      <p>The money is back in {transfer.fromName} from today on. Both entries stay in the books.</p>
    </ReasonDialog>
  )
}

import type { BankAccount } from '@keyhold/contracts/payments/bank-accounts'
import type { FieldValues } from 'react-hook-form'
import { useListBankAccountsQuery } from '~/api/bank-accounts.ts'
import { FormField, shown, type Bound } from '~/components/form/form-field.tsx'
import { Select } from '~/components/ui/select.tsx'

export const accountLabel = ({ name, lastFour }: Pick<BankAccount, 'name' | 'lastFour'>): string =>
  lastFour === null ? name : `${name} ··${lastFour}`

/** The account that money goes into or comes from, with the default one chosen. Not shown while there is only one. `current`: chosen already, even if it is archived. */
export function BankAccountField<I extends FieldValues, O>({
  current,
  ...field
}: Bound<I, O> & { current?: string | null | undefined }) {
  const { data: accounts = [] } = useListBankAccountsQuery()
  const usable = accounts.filter(({ id, archivedAt }) => archivedAt === null || id === current)
  if (usable.length < 2) return null
  const options = usable.map((account) => ({ value: account.id, label: accountLabel(account) }))
  const preset = usable.find(({ isDefault }) => isDefault)?.id ?? ''
  return (
    <FormField {...field}>
      {({ value, onChange, ...bound }) => (
        <Select {...bound} options={options} value={shown(value) || preset} onValueChange={onChange} />
      )}
    </FormField>
  )
}

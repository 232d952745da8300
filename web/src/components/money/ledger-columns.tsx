import { type ReactNode } from 'react'
import type { LedgerEntry } from '@keyhold/contracts/payments/ledgers'
import type { z } from '@keyhold/contracts/zod'
import { type Column } from '~/components/ui/data-table.tsx'
import { Formula, Why } from '~/components/ui/why.tsx'
import { date, money, nothing } from '~/lib/format.ts'

export type Entry = z.output<typeof LedgerEntry>

/** `more`: an extra button of a line. */
export const columnsOf = (more: (entry: Entry) => ReactNode): readonly Column<Entry>[] => [
  {
    key: 'what',
    header: 'Entry',
    cell: (entry) => whatOf(entry, more(entry)),
  },
  ...figures,
]

const whatOf = ({ description, basis, on, amount, aside }: Entry, more: ReactNode) => (
  <span className="flex items-start gap-1.5">
    <span className="grid">
      <span className="font-medium">{description}</span>
      <span className="figures text-sm font-normal text-muted">{date(on)}</span>
    </span>
    {basis && (
      <Why of={`${description}, ${date(on)}`}>
        <Formula title={description} formula={basis.formula} />
      </Why>
    )}
    {more}
    <span className="figures ml-auto pl-3 text-base md:hidden">
      <Moved amount={amount} aside={aside} />
    </span>
  </span>
)

const figures: readonly Column<Entry>[] = [
  // With the names of the PDF statement.
  {
    key: 'charges',
    header: 'Charges',
    align: 'right',
    phone: 'hidden',
    cell: ({ amount }) => (amount > 0 ? money(amount) : nothing),
  },
  {
    key: 'payments',
    header: 'Payments',
    align: 'right',
    phone: 'hidden',
    cell: ({ amount, aside }) =>
      amount < 0 ? (
        <span className="text-success">{money(-amount)}</span>
      ) : aside === null ? (
        nothing
      ) : (
        <span className="text-muted">({money(aside)})</span>
      ),
  },
  {
    key: 'balance',
    header: 'Balance',
    align: 'right',
    cell: ({ balance }) => (
      <span className="font-medium">{balance < 0 ? `${money(-balance)} credit` : money(balance)}</span>
    ),
  },
]

/** The change of the balance, on phones, where the two columns are one. */
function Moved({ amount, aside }: Pick<Entry, 'amount' | 'aside'>) {
  if (amount === 0) return aside === null ? nothing : <span className="text-muted">({money(aside)})</span>
  return amount < 0 ? <span className="text-success">−{money(-amount)}</span> : money(amount)
}

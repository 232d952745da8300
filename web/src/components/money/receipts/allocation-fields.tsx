import { useId, useState } from 'react'
import { Button } from '~/components/ui/button.tsx'
import { Checkbox } from '~/components/ui/choices.tsx'
import { FieldError } from '~/components/ui/field.tsx'
import { MoneyInput } from '~/components/ui/input.tsx'
import { Unsaved } from '~/components/ui/unsaved.tsx'
import { cn } from '~/lib/cn.ts'
import { date, money, plural, today } from '~/lib/format.ts'
import { faultOf, leftOf, type OpenCharge, type Parts } from './spread.ts'

/** Shown at first: what is due, and so many of the next ones. */
const nextShown = 2

/** What a receipt pays: the open charges, each with its part. */
export function AllocationFields({
  charges,
  parts,
  amount,
  onChange,
}: {
  charges: readonly OpenCharge[]
  parts: Parts
  /** What was received. */
  amount: string | number
  onChange: (parts: Parts) => void
}) {
  const [all, setAll] = useState(false)
  const [start] = useState(parts)
  const due = charges.filter(({ dueDate }) => dueDate <= today()).length
  // What has a part is never out of sight.
  const lastPart = charges.findLastIndex(({ paymentId }) => Number(parts[paymentId]) > 0)
  const count = all ? charges.length : Math.max(due + nextShown, lastPart + 1)
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 text-sm font-medium">Applied to</legend>
      <ul className="divide-y divide-line rounded-md border border-line">
        {charges.slice(0, count).map((charge) => (
          <Line
            key={charge.paymentId}
            charge={charge}
            part={parts[charge.paymentId] ?? ''}
            onChange={(part) => onChange({ ...parts, [charge.paymentId]: part })}
          />
        ))}
      </ul>
      {count < charges.length && (
        <Button type="button" variant="link" className="justify-self-start" onClick={() => setAll(true)}>
          Show {plural(charges.length - count, 'later charge', 'later charges')}
        </Button>
      )}
      <Left amount={amount} parts={parts} />
      <Unsaved when={parts !== start} />
    </fieldset>
  )
}

const faults = { exceeds: 'More than the open amount', noAmount: 'Enter an amount' } as const

function Line({
  charge: { label, dueDate, open },
  part,
  onChange,
}: {
  charge: OpenCharge
  part: string
  onChange: (part: string) => void
}) {
  const id = useId()
  const fault = faultOf(part, open)
  const isLate = dueDate < today()
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_7.5rem] items-center gap-x-3 px-3 py-2">
      <Checkbox
        aria-label={`Pay ${label}, due ${date(dueDate)}`}
        checked={Number(part) > 0}
        onCheckedChange={(checked) => onChange(checked === true ? String(open) : '')}
      />
      <label htmlFor={id} className="grid">
        <span className="font-medium">{label}</span>
        <span className={cn('text-sm', isLate ? 'text-danger' : 'text-muted')}>
          {money(open)} open · due {date(dueDate)}
        </span>
      </label>
      <MoneyInput
        id={id}
        value={part}
        max={open}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.target.value)}
      />
      <div className="col-span-3 justify-self-end">
        <FieldError id={`${id}-error`} {...(fault ? { error: faults[fault] } : {})} />
      </div>
    </li>
  )
}

/** Where the rest goes. */
function Left({ amount, parts }: { amount: string | number; parts: Parts }) {
  const left = leftOf(amount, parts)
  return (
    <p aria-live="polite" className={cn('text-sm', left < 0 ? 'text-danger' : 'text-muted')}>
      {left < 0
        ? `The charges add up to ${money(-left)} more than was received.`
        : left > 0
          ? `${money(left)} is left over. It becomes tenant credit and is applied to the next charge.`
          : 'The full amount is applied to these charges.'}
    </p>
  )
}

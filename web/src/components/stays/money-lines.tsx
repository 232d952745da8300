import type { QuoteLine } from '@keyhold/contracts/properties/stays/quotes'
import type { ReactNode } from 'react'
import { cn } from '~/lib/cn.ts'
import { money } from '~/lib/format.ts'

/** What a stay costs, line by line with how each came about, and the total. */
export function MoneyLines({
  lines,
  total,
  totalLabel = 'Total',
  className,
  children,
}: {
  lines: readonly QuoteLine[]
  total: number
  totalLabel?: string
  className?: string
  /** Rows below the total. */
  children?: ReactNode
}) {
  return (
    <dl className={cn('grid gap-2', className)}>
      {lines.map((line, index) => (
        <MoneyLine
          // Two fees may have one name.
          key={`${line.name} ${index}`}
          label={line.name}
          hint={line.isInTotal ? line.basis : `${line.basis}. Collected by the channel, not part of this total.`}
          value={money(line.amount)}
          muted={!line.isInTotal}
        />
      ))}
      <MoneyLine label={totalLabel} value={money(total)} strong />
      {children}
    </dl>
  )
}

/** One amount with its name. */
export function MoneyLine({
  label,
  hint,
  value,
  strong = false,
  muted = false,
}: {
  label: ReactNode
  hint?: ReactNode
  value: ReactNode
  strong?: boolean
  muted?: boolean
}) {
  return (
    <div
      className={cn(
        'flex items-baseline justify-between gap-4',
        strong && 'border-t border-line pt-2 font-semibold',
        muted && 'text-muted',
      )}
    >
      <dt className="min-w-0">
        {label}
        {hint && <span className="block text-sm font-normal text-muted">{hint}</span>}
      </dt>
      <dd className="figures shrink-0 text-right">{value}</dd>
    </div>
  )
}

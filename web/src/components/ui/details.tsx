import type { ReactNode } from 'react'
import { cn } from '~/lib/cn.ts'
import { nothing } from '~/lib/format.ts'

/** Labelled values of a record, in one or two columns. An empty value shows a dash. */
export function Details({
  items,
  columns = 2,
  className,
}: {
  /** `wide`: over both columns, for what should not break. */
  items: readonly { label: string; value: ReactNode; wide?: boolean }[]
  columns?: 1 | 2 | 3
  className?: string
}) {
  return (
    <dl
      className={cn(
        'grid gap-x-8 gap-y-4',
        columns === 2 && 'sm:grid-cols-2',
        columns === 3 && 'sm:grid-cols-2 lg:grid-cols-3',
        className,
      )}
    >
      {items.map(({ label, value, wide }) => (
        <div key={label} className={cn('min-w-0', wide && 'sm:col-span-2')}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-0.5 font-medium break-words">{value === '' || value == null ? nothing : value}</dd>
        </div>
      ))}
    </dl>
  )
}

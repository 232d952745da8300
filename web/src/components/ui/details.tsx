import type { ReactNode } from 'react'
import { cn } from '~/lib/cn.ts'
import { nothing } from '~/lib/format.ts'

/** Labelled values of a record, in one or two columns. An empty value shows a dash. */
export function Details({
  items,
  columns = 2,
  className,
}: {
  items: readonly { label: string; value: ReactNode }[]
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
      {items.map(({ label, value }) => (
        <div key={label} className="min-w-0">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-0.5 font-medium break-words">{value === '' || value == null ? nothing : value}</dd>
        </div>
      ))}
    </dl>
  )
}

import { Skeleton } from '~/components/ui/skeleton.tsx'

interface Total {
  label: string
  value: string
  tone?: 'danger'
  hint?: string
}

/** Sums over all rows of a report, not only those that are shown. */
export function Totals({ items }: { items: readonly Total[] | undefined }) {
  if (!items) return <Skeleton className="mb-4 h-16 w-full" />
  return (
    <dl className="mb-4 grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg border border-line bg-surface px-5 py-4 sm:grid-cols-3 lg:grid-cols-6">
      {items.map(({ label, value, tone, hint }) => (
        <div key={label}>
          <dt className="text-sm text-muted">{label}</dt>
          <dd className={tone === 'danger' ? 'figures font-semibold text-danger' : 'figures font-semibold'}>{value}</dd>
          {hint && <dd className="text-sm text-muted">{hint}</dd>}
        </div>
      ))}
    </dl>
  )
}

import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { useId, type ComponentProps, type ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { cn } from '~/lib/cn.ts'
import { Skeleton } from './skeleton.tsx'

/** A bordered surface. `padded={false}` when a table or list fills it to the edges. */
export function Card({ padded = true, className, ...props }: ComponentProps<'div'> & { padded?: boolean }) {
  return <div className={cn('rounded-lg border border-line bg-surface', padded && 'p-5', className)} {...props} />
}

/** A card with a heading, an optional remark and an optional action at the right. */
export function SectionCard({
  title,
  description,
  action,
  padded = true,
  className,
  children,
}: {
  title: ReactNode
  description?: ReactNode
  action?: ReactNode
  padded?: boolean
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={cn('flex flex-col rounded-lg border border-line bg-surface', className)}>
      <header className="flex min-h-14 items-center gap-3 px-5 pt-3 pb-2">
        <div className="min-w-0 flex-1">
          <h2 id={id} className="text-lg font-semibold tracking-tight">
            {title}
          </h2>
          {description && <p className="text-sm text-muted">{description}</p>}
        </div>
        {action}
      </header>
      <div className={cn('flex-1', padded && 'px-5 pb-5')}>{children}</div>
    </section>
  )
}

export interface StatCardProps {
  label: string
  value: ReactNode
  /** The line below: "96% occupancy". */
  hint?: ReactNode
  /** Colours the hint's arrow: is the change good? */
  trend?: 'up' | 'down' | 'flat'
  tone?: 'default' | 'warning' | 'danger'
  icon?: ReactNode
  loading?: boolean
  /** Makes the whole card a link. */
  to?: string
}

/** One figure that matters. */
export function StatCard({ label, value, hint, trend, tone = 'default', icon, loading, to }: StatCardProps) {
  return (
    <div
      className={cn(
        'relative grid content-start gap-1 rounded-lg border border-line bg-surface p-4 md:p-5',
        to && 'transition-colors hover:border-control',
      )}
    >
      <div className="flex items-center justify-between gap-2 text-muted [&_svg]:size-4">
        <p className="text-sm font-medium">
          {to ? (
            <Link to={to} className="after:absolute after:inset-0 after:rounded-lg">
              {label}
            </Link>
          ) : (
            label
          )}
        </p>
        {icon}
      </div>
      {loading ? (
        <Skeleton className="my-1 h-7 w-24" />
      ) : (
        <p
          className={cn(
            'figures text-2xl font-semibold tracking-tight',
            tone === 'danger' && 'text-danger',
            tone === 'warning' && 'text-warning',
          )}
        >
          {value}
        </p>
      )}
      {(hint || loading) && (
        <p
          className={cn(
            'flex items-center gap-1 text-sm text-muted [&_svg]:size-3.5',
            trend === 'up' && '[&_svg]:text-success',
            trend === 'down' && '[&_svg]:text-danger',
          )}
        >
          {!loading && trend === 'up' && <ArrowUpRight aria-hidden />}
          {!loading && trend === 'down' && <ArrowDownRight aria-hidden />}
          {loading ? <Skeleton className="h-4 w-32" /> : hint}
        </p>
      )}
    </div>
  )
}

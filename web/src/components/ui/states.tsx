import { CloudOff, Info, RotateCw, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { isApiError, messageOf } from '~/api/client/problem.ts'
import { cn } from '~/lib/cn.ts'
import { Button } from './button.tsx'

export interface EmptyStateProps {
  icon?: ReactNode
  title: string
  description?: ReactNode
  action?: ReactNode
  /** Inside a card rather than as a whole page. */
  compact?: boolean
  /** Level of its heading: 1 if it is the whole page. */
  level?: 1 | 2 | 3
  className?: string
}

/** An empty state: what would be here, and the main action. */
export function EmptyState({ icon, title, description, action, compact, level = 2, className }: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div
      className={cn(
        'flex flex-col items-center justify-center px-6 text-center',
        compact ? 'py-8' : 'py-16',
        className,
      )}
    >
      {icon && (
        <div className="mb-4 grid size-12 place-items-center rounded-lg bg-pine-soft text-pine [&_svg]:size-5.5">
          {icon}
        </div>
      )}
      <Heading className={cn('font-semibold tracking-tight', compact ? 'text-base' : 'text-xl')}>{title}</Heading>
      {description && <p className="mt-1.5 max-w-md text-muted">{description}</p>}
      {action && <div className="mt-5 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

/** A failed load: the server's sentence and a button to try again. */
export function ErrorState({
  error,
  title = 'This could not be loaded',
  onRetry,
  compact,
  level = 2,
}: {
  error?: unknown
  title?: string
  onRetry?: () => void
  compact?: boolean
  /** 1 where it takes the place of the whole page. */
  level?: 1 | 2
}) {
  const Heading = `h${level}` as const
  // A lost session is not an error here (spec 1 §7): the page says so once and opens the sign-in page.
  if (isApiError(error) && error.status === 401) return null
  return (
    <div role="alert" className={cn('flex flex-col items-center px-6 text-center', compact ? 'py-8' : 'py-16')}>
      <div className="mb-4 grid size-12 place-items-center rounded-lg bg-danger-soft text-danger">
        <CloudOff aria-hidden className="size-5.5" />
      </div>
      <Heading className="text-lg font-semibold tracking-tight">{title}</Heading>
      {error != null && <p className="mt-1.5 max-w-md text-muted">{messageOf(error)}</p>}
      {onRetry && (
        <Button variant="secondary" className="mt-5" icon={<RotateCw aria-hidden />} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}

const tones = {
  info: { frame: 'border-info/25 bg-info-soft', icon: 'text-info', Icon: Info },
  success: { frame: 'border-success/25 bg-success-soft', icon: 'text-success', Icon: Info },
  warning: { frame: 'border-warning/30 bg-warning-soft', icon: 'text-warning', Icon: TriangleAlert },
  danger: { frame: 'border-danger/30 bg-danger-soft', icon: 'text-danger', Icon: TriangleAlert },
} as const

/** A banner inside a page: something to know before going on. */
export function Callout({
  tone = 'info',
  icon,
  title,
  action,
  className,
  children,
}: {
  tone?: keyof typeof tones
  icon?: ReactNode
  title?: ReactNode
  action?: ReactNode
  className?: string
  children?: ReactNode
}) {
  const { frame, icon: colour, Icon } = tones[tone]
  return (
    <div className={cn('flex flex-wrap items-center gap-x-4 gap-y-3 rounded-lg border px-4 py-3', frame, className)}>
      <div className={cn('[&_svg]:size-4.5', children && 'self-start pt-0.5', colour)}>
        {icon ?? <Icon aria-hidden />}
      </div>
      <div className="min-w-48 flex-1">
        {title && <p className="font-semibold">{title}</p>}
        {children && <div className="text-base text-ink">{children}</div>}
      </div>
      {action}
    </div>
  )
}

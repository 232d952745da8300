import type { ReactNode } from 'react'
import { cn } from '~/lib/cn.ts'
import { words } from '~/lib/format.ts'

const tones = {
  neutral: 'bg-sunken text-muted border-line dark:bg-raised',
  success: 'bg-success-soft text-success border-transparent',
  warning: 'bg-warning-soft text-warning border-transparent',
  danger: 'bg-danger-soft text-danger border-transparent',
  info: 'bg-info-soft text-info border-transparent',
  pine: 'bg-pine-soft text-pine border-transparent',
  brass: 'bg-brass-soft text-brass border-transparent',
} as const

export type Tone = keyof typeof tones

/** A word or two about a record. The colour only repeats what the words say. */
export function Badge({
  tone = 'neutral',
  icon,
  className,
  children,
}: {
  tone?: Tone
  icon?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <span
      data-badge
      className={cn(
        'inline-flex h-5.5 items-center align-middle gap-1 rounded-full border px-2 text-xs font-medium whitespace-nowrap [&_svg]:size-3',
        tones[tone],
        className,
      )}
    >
      {icon}
      {children}
    </span>
  )
}

/** The tone of every status the API knows, whatever record it belongs to. */
const toneOf: Record<string, Tone> = {
  paid: 'success',
  verified: 'success',
  active: 'success',
  accepted: 'success',
  completed: 'success',
  sent: 'success',
  signed: 'success',
  confirmed: 'success',
  occupied: 'success',
  low: 'neutral',
  pending: 'warning',
  partial: 'info',
  in_progress: 'info',
  trial: 'info',
  medium: 'info',
  open: 'warning',
  vacant: 'warning',
  invited: 'info',
  high: 'warning',
  overdue: 'danger',
  failed: 'danger',
  expired: 'danger',
  emergency: 'danger',
  urgent: 'danger',
}

/** A status or priority in its colour; says `in_progress` as "In progress" unless given other words. */
export function StatusBadge({
  status,
  label,
  tone,
  className,
}: {
  status: string
  label?: string
  tone?: Tone
  className?: string
}) {
  return (
    <Badge tone={tone ?? toneOf[status] ?? 'neutral'} className={className}>
      <span aria-hidden className="size-1.5 rounded-full bg-current" />
      {label ?? words(status)}
    </Badge>
  )
}

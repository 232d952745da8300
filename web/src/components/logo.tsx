import { cn } from '~/lib/cn.ts'

/** The logo: a house whose door is a keyhole. */
export function LogoMark({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" aria-hidden className={cn('shrink-0', className ?? 'size-7')}>
      <rect width="32" height="32" rx="8" fill="#14573f" />
      <path d="M16 5.5 26.5 14v10.5a2 2 0 0 1-2 2h-17a2 2 0 0 1-2-2V14Z" fill="#f7f3ea" />
      <path
        d="M16 13.2a3.4 3.4 0 0 1 1.7 6.34l.9 4.06a.6.6 0 0 1-.58.73h-4.04a.6.6 0 0 1-.58-.73l.9-4.06A3.4 3.4 0 0 1 16 13.2Z"
        fill="#14573f"
      />
    </svg>
  )
}

/** Logo and name. */
export function Logo({ className }: { className?: string }) {
  return (
    <span className={cn('flex items-center gap-2.5', className)}>
      <LogoMark />
      <span className="text-lg font-semibold tracking-tight">Keyhold</span>
    </span>
  )
}

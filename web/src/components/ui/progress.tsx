import { Progress as Radix } from 'radix-ui'
import { cn } from '~/lib/cn.ts'

/** A progress bar, 0 to 100; `null` for unknown. */
export function Progress({ value, label, className }: { value: number | null; label: string; className?: string }) {
  return (
    <Radix.Root
      value={value}
      aria-label={label}
      className={cn('h-1.5 overflow-hidden rounded-full bg-line', className)}
    >
      <Radix.Indicator
        className={cn(
          'h-full rounded-full bg-pine transition-[width] duration-300',
          value == null && 'w-1/3 animate-shimmer',
        )}
        style={value == null ? undefined : { width: `${Math.min(100, Math.max(0, value))}%` }}
      />
    </Radix.Root>
  )
}

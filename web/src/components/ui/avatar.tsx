import { cn } from '~/lib/cn.ts'
import { initials } from '~/lib/format.ts'

const sizes = { sm: 'size-7 text-xs', md: 'size-9 text-sm', lg: 'size-12 text-lg' } as const
const tints = [
  'bg-pine-soft text-pine',
  'bg-brass-soft text-brass',
  'bg-info-soft text-info',
  'bg-warning-soft text-warning',
  'bg-success-soft text-success',
]

/** Initials in a circle, always in the same tint for the same name. Decorative: say the name beside it. */
export function Avatar({
  name,
  size = 'md',
  className,
}: {
  name: string
  size?: keyof typeof sizes
  className?: string
}) {
  let sum = 0
  for (const letter of name) sum += letter.charCodeAt(0)
  return (
    <span
      aria-hidden
      className={cn(
        'inline-grid shrink-0 place-items-center rounded-full font-semibold',
        sizes[size],
        tints[sum % tints.length],
        className,
      )}
    >
      {initials(name)}
    </span>
  )
}

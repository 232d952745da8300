import { Slot } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '~/lib/cn.ts'
import { Spinner } from './spinner.tsx'

const looks = {
  primary: 'bg-pine text-on-pine hover:bg-pine-hover shadow-lift',
  secondary: 'bg-surface text-ink border border-line-strong hover:bg-sunken shadow-lift',
  soft: 'bg-pine-soft text-pine hover:brightness-[0.97] dark:hover:brightness-125',
  ghost: 'text-muted hover:bg-sunken hover:text-ink dark:hover:bg-raised',
  danger: 'bg-danger text-on-danger hover:bg-danger-hover shadow-lift',
  'danger-ghost': 'text-danger hover:bg-danger-soft',
  link: 'text-pine underline-offset-4 hover:underline px-0! min-h-0! h-auto!',
} as const

const sizes = {
  sm: 'min-h-8 px-2.5 text-sm gap-1.5 phone:min-h-10 phone:px-3.5',
  md: 'min-h-9.5 px-3.5 text-base gap-2 phone:min-h-11',
  lg: 'min-h-11 px-5 text-base gap-2 phone:min-h-12',
} as const

export type ButtonVariant = keyof typeof looks

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant
  size?: keyof typeof sizes
  /** Shows a spinner in place of the icon and ignores presses, but stays focusable. */
  loading?: boolean
  /** A lucide icon before the words. */
  icon?: ReactNode
  /** Renders the one child (a Link) with the look of a button; `icon` and `loading` don't apply then. */
  asChild?: boolean
}

const base =
  'inline-flex select-none items-center justify-center rounded-md font-medium whitespace-nowrap transition-[background-color,color,filter] duration-100 disabled:pointer-events-none disabled:opacity-50 aria-disabled:cursor-not-allowed aria-disabled:opacity-70 [&_svg]:size-4 [&_svg]:shrink-0'

/** A button; `asChild` makes a link look like one. `type` is "button" unless said otherwise. */
export function Button({
  variant = 'primary',
  size = 'md',
  loading,
  icon,
  asChild,
  className,
  children,
  onClick,
  ...props
}: ButtonProps) {
  const look = cn(base, looks[variant], sizes[size], className)
  if (asChild)
    return (
      <Slot.Root className={look} {...props}>
        {children}
      </Slot.Root>
    )
  return (
    <button
      type="button"
      className={look}
      aria-disabled={loading || undefined}
      aria-busy={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
      {...props}
    >
      {loading ? <Spinner /> : icon}
      {children}
    </button>
  )
}

/** A square button that shows an icon only; `label` names it for everyone who can't see it. */
export function IconButton({
  label,
  children,
  className,
  variant = 'ghost',
  ...props
}: Omit<ButtonProps, 'icon' | 'asChild' | 'size'> & { label: string }) {
  return (
    <Button
      variant={variant}
      aria-label={label}
      title={label}
      className={cn('size-9 px-0! phone:size-11', className)}
      {...props}
    >
      {children}
    </Button>
  )
}

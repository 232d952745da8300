import type { ReactNode } from 'react'
import { cn } from '~/lib/cn.ts'

/** A few fields that belong together, under a heading; two columns where there is room. */
export function FormGroup({
  title,
  hint,
  className,
  children,
}: {
  title: string
  hint?: ReactNode
  className?: string
  children: ReactNode
}) {
  return (
    <fieldset className={cn('min-w-0', className)}>
      <legend className="font-semibold tracking-tight">{title}</legend>
      {hint && <p className="mt-0.5 text-sm text-muted">{hint}</p>}
      <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  )
}

import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { cn } from '~/lib/cn.ts'

/** The props that a Field gives its control: spread them on the input. */
export interface FieldControl {
  id: string
  'aria-invalid': boolean | undefined
  'aria-describedby': string | undefined
  'aria-required': boolean | undefined
}

export interface FieldProps {
  label: ReactNode
  hint?: ReactNode
  /** One sentence; shown in place of nothing, read out when it appears. */
  error?: string
  required?: boolean
  /** Says "(optional)" beside the label. */
  optional?: boolean
  className?: string
  children: (control: FieldControl) => ReactNode
}

/** Label, control, hint and error, tied together for everyone: `<Field label="Name">{(control) => <Input {...control} />}</Field>`. */
export function Field({ label, hint, error, required, optional, className, children }: FieldProps) {
  const id = useId()
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={cn('grid content-start gap-1.5', className)}>
      <label htmlFor={id} className="justify-self-start text-sm font-medium text-ink">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': describedBy || undefined,
        'aria-required': required || undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  )
}

/** The error below a control. */
export function FieldError({ id, error }: { id: string; error?: string }) {
  return (
    <div id={id} aria-live="polite" className="empty:hidden">
      {error && (
        <p className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert aria-hidden className="mt-0.75 size-3.5 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}

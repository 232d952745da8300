import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '~/lib/cn.ts'

export interface Option<V extends string = string> {
  value: V
  label: string
  disabled?: boolean
}

/** The platform's own select with our look: no script, and the phone's own picker. */
export function NativeSelect({
  options,
  placeholder,
  className,
  ...props
}: ComponentProps<'select'> & { options: readonly Option[]; placeholder?: string }) {
  return (
    <div className={cn('relative', className)}>
      <select className="control appearance-none pr-9!" {...props}>
        {placeholder != null && <option value="">{placeholder}</option>}
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted" />
    </div>
  )
}

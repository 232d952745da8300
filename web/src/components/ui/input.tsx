import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps, type ReactNode } from 'react'
import { cn } from '~/lib/cn.ts'

/** A line of text. Give it `aria-invalid` through a Field. */
export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input className={cn('control', className)} {...props} />
}

/** An input with something fixed before or after what is typed: a currency sign, a unit, an icon. */
export function AffixInput({
  before,
  after,
  className,
  ...props
}: ComponentProps<'input'> & { before?: ReactNode; after?: ReactNode }) {
  return (
    <div className={cn('relative flex items-center text-muted [&_svg]:size-4', className)}>
      {before != null && <span className="pointer-events-none absolute left-3">{before}</span>}
      <input className={cn('control', before != null && 'pl-8.5!', after != null && 'pr-12!')} {...props} />
      {after != null && <span className="pointer-events-none absolute right-3 text-sm">{after}</span>}
    </div>
  )
}

/** Money as typed: a dollar sign, a decimal keypad on phones. */
export function MoneyInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  return <AffixInput before="$" type="number" inputMode="decimal" step="0.01" min="0" {...props} />
}

/** A password that can be shown. */
export function PasswordInput({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  return (
    <div className={cn('relative', className)}>
      <input
        type={shown ? 'text' : 'password'}
        className="control pr-11!"
        autoCapitalize="none"
        spellCheck={false}
        {...props}
      />
      <button
        type="button"
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-md text-muted hover:text-ink focus-visible:outline-offset-[-3px] [&_svg]:size-4"
      >
        {shown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
      </button>
    </div>
  )
}

/** The browser's own date picker: `YYYY-MM-DD` in and out, good on phones. */
export function DateInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  return <Input type="date" {...props} />
}

/** Several lines of text; grows with them where the browser can. */
export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea className={cn('control field-sizing-content min-h-22! py-2 leading-relaxed', className)} {...props} />
  )
}

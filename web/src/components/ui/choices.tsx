import { Check, Minus } from 'lucide-react'
import { Checkbox as RadixCheckbox, RadioGroup, Switch as RadixSwitch } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '~/lib/cn.ts'

/** A box to tick: `checked` and `onCheckedChange`; `'indeterminate'` shows a dash. Label it through CheckboxField or an aria-label. */
export function Checkbox({ className, ...props }: ComponentProps<typeof RadixCheckbox.Root>) {
  return (
    <RadixCheckbox.Root
      className={cn(
        'group grid size-4.5 shrink-0 place-items-center rounded-sm border border-control bg-surface text-on-pine transition-colors hover:border-muted disabled:opacity-50 data-[state=checked]:border-pine data-[state=checked]:bg-pine data-[state=indeterminate]:border-pine data-[state=indeterminate]:bg-pine invalid:border-danger',
        className,
      )}
      {...props}
    >
      <RadixCheckbox.Indicator>
        <Check aria-hidden strokeWidth={3} className="hidden size-3.5 group-data-[state=checked]:block" />
        <Minus aria-hidden strokeWidth={3} className="hidden size-3.5 group-data-[state=indeterminate]:block" />
      </RadixCheckbox.Indicator>
    </RadixCheckbox.Root>
  )
}

/** On or off, at once: `checked` and `onCheckedChange`. */
export function Switch({ className, ...props }: ComponentProps<typeof RadixSwitch.Root>) {
  return (
    <RadixSwitch.Root
      className={cn(
        'inline-flex h-5.5 w-9.5 shrink-0 items-center rounded-full border border-control bg-sunken p-0.5 transition-colors disabled:opacity-50 data-[state=checked]:border-pine data-[state=checked]:bg-pine',
        className,
      )}
      {...props}
    >
      <RadixSwitch.Thumb className="size-4 rounded-full bg-control transition-[translate,background-color] data-[state=checked]:translate-x-4 data-[state=checked]:bg-on-pine" />
    </RadixSwitch.Root>
  )
}

export interface RadioCardOption<V extends string = string> {
  value: V
  label: string
  hint?: string
  icon?: ReactNode
}

/** A choice between a few things worth a sentence each, as cards. Name it with `aria-label` or `aria-labelledby`. */
export function RadioCards<V extends string>({
  options,
  onValueChange,
  className,
  ...props
}: Omit<ComponentProps<typeof RadioGroup.Root>, 'onValueChange'> & {
  options: readonly RadioCardOption<V>[]
  onValueChange?: (value: V) => void
}) {
  return (
    <RadioGroup.Root
      className={cn('grid gap-2 sm:grid-cols-2', className)}
      onValueChange={(value) => onValueChange?.(value as V)}
      {...props}
    >
      {options.map(({ value, label, hint, icon }) => (
        <RadioGroup.Item
          key={value}
          value={value}
          className="flex min-h-11 items-start gap-3 rounded-md border border-line-strong bg-surface p-3 text-left transition-colors hover:border-control data-[state=checked]:border-pine data-[state=checked]:bg-pine-soft"
        >
          <span className="mt-0.5 grid size-4 shrink-0 place-items-center rounded-full border border-control">
            <RadioGroup.Indicator className="size-2 rounded-full bg-pine" />
          </span>
          <span className="grid gap-0.5">
            <span className="flex items-center gap-1.5 font-medium [&_svg]:size-4">
              {icon}
              {label}
            </span>
            {hint && <span className="text-sm text-muted">{hint}</span>}
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

import { Check, ChevronDown } from 'lucide-react'
import { Select as Radix } from 'radix-ui'
import { cn } from '~/lib/cn.ts'
import type { Option } from './native-select.tsx'

export interface SelectProps<V extends string = string> {
  options: readonly (Option<V> & { hint?: string })[]
  /** '' means nothing chosen. */
  value: V | ''
  onValueChange: (value: V) => void
  placeholder?: string
  id?: string
  name?: string
  disabled?: boolean
  className?: string
  onBlur?: () => void
  ref?: React.Ref<HTMLButtonElement>
  'aria-label'?: string
  'aria-invalid'?: boolean
  'aria-describedby'?: string
  'aria-required'?: boolean
}

/**
 * Chooses one of a few. An option's `hint` is a second, quieter line. To offer "none", give it an option with a value of your own:
 * Radix keeps '' for "nothing chosen".
 */
export function Select<V extends string>({
  options,
  value,
  onValueChange,
  placeholder = 'Choose…',
  id,
  name,
  disabled,
  className,
  onBlur,
  ref,
  ...aria
}: SelectProps<V>) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange} name={name} disabled={disabled}>
      <Radix.Trigger
        ref={ref}
        id={id}
        onBlur={onBlur}
        {...aria}
        className={cn('control items-center justify-between gap-2 text-left data-placeholder:text-faint', className)}
      >
        <span className="truncate">
          <Radix.Value placeholder={placeholder} />
        </span>
        <Radix.Icon>
          <ChevronDown aria-hidden className="size-4 text-muted" />
        </Radix.Icon>
      </Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) max-w-[calc(100vw-1rem)] overflow-hidden rounded-md border border-line bg-raised shadow-float data-[state=open]:animate-pop-in"
        >
          {/* Not Radix.Viewport: it writes a <style> element, which the page's policy forbids. */}
          <div role="presentation" className="max-h-72 overflow-y-auto overscroll-contain p-1">
            {options.map((option) => (
              <SelectItem key={option.value} {...option} />
            ))}
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function SelectItem({ value, label, hint, disabled }: Option & { hint?: string }) {
  return (
    <Radix.Item
      value={value}
      disabled={disabled}
      className="relative flex min-h-9 cursor-default flex-col justify-center rounded-sm py-1.5 pr-8 pl-2.5 outline-none select-none data-disabled:text-faint data-highlighted:bg-sunken data-[state=checked]:font-medium dark:data-highlighted:bg-line phone:min-h-11"
    >
      <Radix.ItemText>{label}</Radix.ItemText>
      {hint && <span className="text-sm font-normal text-muted">{hint}</span>}
      <Radix.ItemIndicator className="absolute inset-y-0 right-2.5 my-auto grid place-items-center text-pine">
        <Check aria-hidden className="size-4" />
      </Radix.ItemIndicator>
    </Radix.Item>
  )
}

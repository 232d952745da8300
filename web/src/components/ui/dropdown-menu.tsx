import { Check } from 'lucide-react'
import { DropdownMenu as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from '~/lib/cn.ts'

/** A menu behind a button: `<Menu trigger={<IconButton …/>}><MenuItem onSelect={…}>Edit</MenuItem></Menu>`. */
export function Menu({
  trigger,
  children,
  align = 'end',
  side = 'bottom',
  defaultOpen,
}: {
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'center' | 'end'
  side?: 'top' | 'bottom'
  defaultOpen?: boolean
}) {
  return (
    <Radix.Root modal={false} defaultOpen={defaultOpen}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-[max(12rem,var(--radix-dropdown-menu-trigger-width))] overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-float data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const row =
  'flex min-h-9 cursor-default items-center gap-2.5 rounded-sm px-2.5 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-sunken dark:data-highlighted:bg-line phone:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0'

/** One thing to do; `destructive` for what loses something, `asChild` to make it a Link. */
export function MenuItem({
  destructive,
  className,
  ...props
}: ComponentProps<typeof Radix.Item> & { destructive?: boolean }) {
  return <Radix.Item className={cn(row, destructive ? 'text-danger' : '[&_svg]:text-muted', className)} {...props} />
}

/** One of several, with a tick at the chosen one. */
export function MenuRadioGroup<V extends string>({
  label,
  value,
  onValueChange,
  options,
}: {
  label: string
  value: V
  onValueChange: (value: V) => void
  options: readonly { value: V; label: string; icon?: ReactNode }[]
}) {
  return (
    <>
      <MenuLabel>{label}</MenuLabel>
      <Radix.RadioGroup value={value} onValueChange={(next) => onValueChange(next as V)}>
        {options.map((option) => (
          <Radix.RadioItem
            key={option.value}
            value={option.value}
            className={cn(row, '[&_svg]:text-muted')}
            onSelect={(event) => event.preventDefault()}
          >
            {option.icon}
            <span className="flex-1">{option.label}</span>
            <Radix.ItemIndicator>
              <Check aria-hidden />
            </Radix.ItemIndicator>
          </Radix.RadioItem>
        ))}
      </Radix.RadioGroup>
    </>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <Radix.Label className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">{children}</Radix.Label>
}

export function MenuSeparator() {
  return <Radix.Separator className="-mx-1 my-1 h-px bg-line" />
}

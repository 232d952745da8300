import { Tabs as Radix } from 'radix-ui'
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { cn } from '~/lib/cn.ts'
import { useScrollHint } from '~/lib/use-scroll-hint.ts'

export interface TabsProps<V extends string> {
  value: V
  onValueChange: (value: V) => void
  tabs: readonly { value: V; label: string; count?: number; icon?: ReactNode }[]
  /** Names the list of tabs. */
  label: string
  className?: string
  /** TabPanel elements, one per tab. */
  children: ReactNode
}

/** Underlined tabs; arrow keys move between them. They scroll sideways on phones rather than wrap, and fade out where more of them are. */
export function Tabs<V extends string>({ value, onValueChange, tabs, label, className, children }: TabsProps<V>) {
  const list = useRef<HTMLDivElement>(null)
  useScrollHint(list)
  const place = tabs.findIndex((tab) => tab.value === value)
  // The chosen one may be off screen on a phone. Scrolls sideways only.
  useEffect(() => {
    const chosen = list.current?.children[place]
    if (list.current && chosen instanceof HTMLElement)
      list.current.scrollLeft = chosen.offsetLeft - (list.current.clientWidth - chosen.offsetWidth) / 2
  }, [place])
  // A press both chooses and focuses, and focus chooses too: without this a choice stored in the address would be set twice, and Back would do nothing.
  const asked = useRef(value)
  useEffect(() => {
    asked.current = value
  }, [value])
  const choose = (next: V) => {
    if (next === asked.current) return
    asked.current = next
    onValueChange(next)
  }
  return (
    <Radix.Root value={value} onValueChange={(next) => choose(next as V)} className={className}>
      <Radix.List
        ref={list}
        aria-label={label}
        className="relative -mx-4 flex [scrollbar-width:none] gap-1 overflow-x-auto border-b border-line px-4 md:mx-0 md:px-0"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="relative flex min-h-10 items-center gap-2 px-3 font-medium whitespace-nowrap text-muted hover:text-ink focus-visible:rounded-sm focus-visible:outline-offset-[-3px] data-[state=active]:text-ink data-[state=active]:after:absolute data-[state=active]:after:inset-x-2 data-[state=active]:after:-bottom-px data-[state=active]:after:h-0.5 data-[state=active]:after:rounded-full data-[state=active]:after:bg-pine phone:min-h-11 [&_svg]:size-4"
          >
            {tab.icon}
            {tab.label}
            {tab.count != null && (
              <span className="figures rounded-full bg-sunken px-1.5 text-xs text-muted dark:bg-raised">
                {tab.count}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  )
}

/** What a tab shows; only the chosen one is mounted. */
export function TabPanel({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('pt-5 outline-offset-4', className)} {...props} />
}

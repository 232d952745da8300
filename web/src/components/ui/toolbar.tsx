import { Search, X } from 'lucide-react'
import { useRef, type ReactNode } from 'react'
import { cn } from '~/lib/cn.ts'
import { useScrollHint } from '~/lib/use-scroll-hint.ts'
import { NativeSelect, type Option } from './native-select.tsx'

/** The row above a list: search at the left, filters after it, what `end` holds at the right. Wraps on phones. */
export function Toolbar({ children, end, className }: { children: ReactNode; end?: ReactNode; className?: string }) {
  return (
    <div data-toolbar className={cn('mb-4 flex flex-wrap items-center gap-2.5', className)}>
      {children}
      {end && <div className="ml-auto flex max-w-full flex-wrap items-center gap-2.5">{end}</div>}
    </div>
  )
}

/** Search as one types; debounce what you ask the server with `useDebounced`. */
export function SearchInput({
  value,
  onChange,
  label,
  placeholder,
  className,
}: {
  value: string
  onChange: (value: string) => void
  label: string
  placeholder?: string
  className?: string
}) {
  return (
    <search className={cn('relative w-full md:w-72', className)}>
      <Search aria-hidden className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-muted" />
      <input
        type="search"
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="control px-9! [&::-webkit-search-cancel-button]:hidden"
      />
      {value && (
        <button
          type="button"
          aria-label="Clear search"
          onClick={() => onChange('')}
          className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-muted hover:text-ink"
        >
          <X aria-hidden className="size-4" />
        </button>
      )}
    </search>
  )
}

/** One of a few filters as chips, the chosen one filled. '' is usually "All". In a row below the other controls where there is little room. Scrolls sideways when the chips don't fit, and fades out where more of them are. */
export function FilterChips<V extends string>({
  label,
  value,
  onChange,
  options,
  wraps = false,
}: {
  label: string
  value: V
  onChange: (value: V) => void
  options: readonly (Option<V> & { count?: number })[]
  /** In a narrow column: over several lines, where others scroll sideways. */
  wraps?: boolean
}) {
  const chips = useRef<HTMLFieldSetElement>(null)
  useScrollHint(chips)
  return (
    <fieldset
      ref={chips}
      aria-label={label}
      className={cn(
        '-mx-1 flex max-w-full min-w-0 [scrollbar-width:none] items-center md:max-[90rem]:order-last md:max-[90rem]:grow gap-1.5 overflow-x-auto p-1',
        wraps && 'flex-wrap',
      )}
    >
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
          className="flex h-8 shrink-0 items-center gap-1.5 rounded-full border border-line-strong px-3 text-sm font-medium text-muted transition-colors hover:border-control hover:text-ink aria-pressed:border-pine aria-pressed:bg-pine-soft aria-pressed:text-pine phone:h-10"
        >
          {option.label}
          {option.count != null && <span className="figures font-normal">{option.count}</span>}
        </button>
      ))}
    </fieldset>
  )
}

/** The selects of a toolbar: at the right, in a row of their own on phones. */
export function ToolbarSelects({ children }: { children: ReactNode }) {
  return <div className="flex gap-2.5 md:ml-auto phone:w-full phone:*:min-w-0! phone:*:flex-1">{children}</div>
}

/** A small select in a toolbar for a filter or an order; its label is for screen readers. */
export function ToolbarSelect<V extends string>({
  label,
  value,
  onChange,
  options,
  className,
}: {
  label: string
  value: V
  onChange: (value: V) => void
  options: readonly Option<V>[]
  className?: string
}) {
  return (
    <NativeSelect
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value as V)}
      options={options}
      className={cn('w-auto min-w-36', className)}
    />
  )
}

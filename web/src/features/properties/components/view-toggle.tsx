import { LayoutGrid, Rows3 } from 'lucide-react'
import { views, type View } from './use-view.ts'

const looks = { grid: { label: 'Cards', Icon: LayoutGrid }, table: { label: 'Table', Icon: Rows3 } } as const

/** Cards or a table. */
export function ViewToggle({ view, onChange }: { view: View; onChange: (view: View) => void }) {
  return (
    <fieldset
      aria-label="View"
      className="flex shrink-0 md:order-last items-center rounded-md border border-line-strong bg-surface p-0.5 shadow-lift"
    >
      {views.map((one) => {
        const { label, Icon } = looks[one]
        return (
          <button
            key={one}
            type="button"
            aria-label={label}
            title={label}
            aria-pressed={one === view}
            onClick={() => onChange(one)}
            className="grid h-8 w-9 place-items-center rounded-sm text-muted hover:text-ink aria-pressed:bg-pine-soft aria-pressed:text-pine phone:h-10 phone:w-11"
          >
            <Icon aria-hidden className="size-4" />
          </button>
        )
      })}
    </fieldset>
  )
}

import { cn } from '~/lib/cn.ts'
import { legend, type Look } from './entries.ts'

/** What the colours and letters of the calendar mean. */
export function Legend() {
  return (
    <section aria-label="Legend" className="mt-4">
      <ul className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-muted">
        {legend.map((look) => (
          <li key={look.letter} className="flex items-center gap-2">
            <Mark look={look} />
            {look.label}
          </li>
        ))}
        <li className="flex items-center gap-2">
          <span aria-hidden className="size-1.5 rounded-full bg-pine" />
          Price or rule set by hand
        </li>
      </ul>
    </section>
  )
}

/** The letter of an entry in its colour. */
export const Mark = ({ look, className }: { look: Look; className?: string }) => (
  <span
    aria-hidden
    className={cn(
      'grid size-5 shrink-0 place-items-center rounded-sm border text-xs font-semibold',
      look.className,
      className,
    )}
  >
    {look.letter}
  </span>
)

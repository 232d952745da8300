// Only what is in sight is drawn, at its place: rows of a table could not stand so.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { cn } from '~/lib/cn.ts'
import { month } from '~/lib/format.ts'
import { weekdayOf, weekdays } from '~/lib/nights.ts'
import { headHeight, nameWidth } from './measures.ts'

/** The days over the columns, in sight while the rows scroll. */
export function GridHeader({
  dates,
  columns,
  width,
  todayAt,
}: {
  dates: readonly string[]
  columns: { start: number; end: number }
  width: number
  todayAt: number
}) {
  return (
    <div role="row" aria-rowindex={1} className="sticky top-0 z-20 bg-surface" style={{ height: headHeight }}>
      <div
        role="columnheader"
        aria-colindex={1}
        className="sticky left-0 z-20 flex h-full items-end border-r border-b border-line bg-surface px-4 pb-2 text-sm font-medium text-muted"
        style={{ width: nameWidth }}
      >
        Listing
      </div>
      {dates.slice(columns.start, columns.end).map((date, index) => {
        const day = columns.start + index
        const weekday = weekdayOf(date)
        const isFirst = date.endsWith('-01')
        return (
          <div
            key={date}
            role="columnheader"
            aria-colindex={day + 2}
            aria-current={day === todayAt ? 'date' : undefined}
            className={cn(
              'absolute top-0 z-10 flex h-full flex-col items-center justify-end border-b border-line pb-1.5 leading-tight',
              isFirst && 'border-l border-l-control',
              weekday >= 6 ? 'bg-sunken dark:bg-raised' : 'bg-surface',
            )}
            style={{ left: nameWidth + day * width, width }}
          >
            {isFirst && (
              <span className="absolute top-0.5 left-1 text-xs font-medium whitespace-nowrap text-muted">
                {month(date).slice(0, 3)}
              </span>
            )}
            <span className="text-xs text-muted">{weekdays[weekday - 1]?.short.slice(0, 2)}</span>
            <span
              className={cn(
                'figures grid size-6 place-items-center rounded-full text-sm font-medium',
                day === todayAt && 'bg-pine text-on-pine',
              )}
            >
              {Number(date.slice(8))}
            </span>
          </div>
        )
      })}
    </div>
  )
}

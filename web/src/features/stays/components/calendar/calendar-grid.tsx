import type { CalendarEntry, CalendarRow } from '@keyhold/contracts/properties/stays/calendar'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo, useRef } from 'react'
import { longDate, plural, today } from '~/lib/format.ts'
import { addDays, nightsBetween } from '~/lib/nights.ts'
import { useStays } from '../../stays-context.ts'
import { columnsOf } from './entries.ts'
import { GridHeader } from './grid-header.tsx'
import { GridRow } from './grid-row.tsx'
import { headHeight, nameWidth, rowHeight, widthOf } from './measures.ts'
import { inWindow, moved, only, type Selection, type Spot, spotsOf, tapped } from './selection.ts'
import { useWindow } from './use-window.ts'

interface GridProps {
  rows: readonly CalendarRow[]
  from: string
  days: number
  selection: Selection | null
  onSelect: (selection: Selection | null) => void
  /** Opens what is selected. */
  onOpen: () => void
}

/**
 * Homes by nights. Only what is in sight is drawn. Arrows move, Shift extends, Enter opens, Escape clears; dragging with a mouse selects, two taps
 * with a finger do.
 */
export function CalendarGrid({ rows, from, days, selection, onSelect, onOpen }: GridProps) {
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const inSight = useWindow(scroller)
  const isDragging = useRef(false)
  const { openBooking } = useStays()
  const width = widthOf(days)
  const todayAt = nightsBetween(from, today())
  const visibleRows = inWindow(inSight.top, inSight.height, rowHeight, rows.length, 4)
  const columns = weeksIn(inWindow(inSight.left, inSight.width, width, days, 0), days)
  const dates = useMemo(() => Array.from({ length: days }, (_, day) => addDays(from, day)), [from, days])
  const focus = selection?.focus

  useKeepInSight(scroller, focus, width)
  // Begins at today, or at the first night of another time.
  useEffect(() => {
    if (scroller.current) scroller.current.scrollLeft = todayAt > 0 && todayAt < days ? (todayAt - 1) * width : 0
  }, [todayAt, days, width])

  const spotOf = (event: PointerEvent): Spot | null => {
    const box = scroller.current?.getBoundingClientRect()
    if (!box) return null
    const x = event.clientX - box.left - nameWidth
    const y = event.clientY - box.top - headHeight
    const day = Math.floor((x + inSight.left) / width)
    const row = Math.floor((y + inSight.top) / rowHeight)
    return x < 0 || y < 0 || day < 0 || day >= days || row < 0 || row >= rows.length ? null : { row, day }
  }
  const onPointerDown = (event: PointerEvent) => {
    const spot = event.button === 0 && event.pointerType !== 'touch' ? spotOf(event) : null
    if (!spot || isEntry(event)) return
    isDragging.current = true
    onSelect(event.shiftKey && selection ? { anchor: selection.anchor, focus: spot } : only(spot))
  }
  const onPointerMove = (event: PointerEvent) => {
    if (!isDragging.current || !selection) return
    const spot = spotOf(event)
    if (spot && (spot.row !== selection.focus.row || spot.day !== selection.focus.day))
      onSelect({ anchor: selection.anchor, focus: spot })
  }
  const onPointerUp = (event: PointerEvent) => {
    if (event.pointerType === 'touch') {
      const spot = isEntry(event) ? null : spotOf(event)
      if (spot) onSelect(tapped(selection, spot))
      return
    }
    if (isDragging.current && !event.shiftKey) onOpen()
    isDragging.current = false
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return onSelect(null)
    if ((event.key === 'Enter' || event.key === ' ') && selection) {
      event.preventDefault()
      return onOpen()
    }
    const start = selection ?? only({ row: 0, day: Math.max(0, Math.min(todayAt, days - 1)) })
    const next = selection ? moved(start, event.key, event.shiftKey, { rows: rows.length, days }) : start
    if (!next || !event.key.match(/^(Arrow|Page|Home|End)/)) return
    event.preventDefault()
    onSelect(next)
  }
  const openEntry = (entry: CalendarEntry, row: number) => {
    if (entry.kind === 'booking') return openBooking(entry.id)
    const place = columnsOf(entry, from, days)
    if (!place) return
    onSelect({ anchor: { row, day: place.start }, focus: { row, day: place.end - 1 } })
    onOpen()
  }

  return (
    <div className="rounded-lg border border-line bg-surface">
      <div
        ref={scroller}
        role="grid"
        tabIndex={0}
        aria-label="Nights by listing"
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        aria-colcount={days + 1}
        aria-activedescendant={focus ? cellId(id, focus) : undefined}
        aria-describedby={`${id}-help`}
        onKeyDown={onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={() => (isDragging.current = false)}
        className="relative max-h-[calc(100dvh-12rem)] min-h-56 overflow-auto overscroll-x-contain rounded-lg select-none"
      >
        <div
          role="presentation"
          className="relative"
          style={{ width: nameWidth + days * width, height: headHeight + rows.length * rowHeight }}
        >
          <GridHeader dates={dates} columns={columns} width={width} todayAt={todayAt} />
          {rows.slice(visibleRows.start, visibleRows.end).map((row, index) => {
            const place = visibleRows.start + index
            const chosen = selection && spotsOf(selection)
            const isChosen = chosen && place >= chosen.firstRow && place <= chosen.lastRow
            return (
              <GridRow
                key={row.rentalId}
                row={row}
                place={place}
                dates={dates}
                from={from}
                firstColumn={columns.start}
                endColumn={columns.end}
                width={width}
                todayAt={todayAt}
                firstChosen={isChosen ? chosen.firstDay : -1}
                lastChosen={isChosen ? chosen.lastDay : -1}
                focusAt={focus?.row === place ? focus.day : -1}
                idOf={(day) => cellId(id, { row: place, day })}
                onEntry={openEntry}
              />
            )
          })}
        </div>
      </div>
      <p id={`${id}-help`} className="border-t border-line px-4 py-2 text-sm text-muted">
        {selection
          ? selectionWords(selection, dates)
          : 'Drag over nights to change them. With the keyboard: arrows move, Shift extends, Enter opens.'}
      </p>
    </div>
  )
}

/** By whole weeks: the rows are drawn anew once a week is scrolled by, not at every night. */
const weeksIn = ({ start, end }: { start: number; end: number }, days: number) => ({
  start: Math.floor(start / 7) * 7,
  end: Math.min(days, Math.ceil(end / 7) * 7),
})

const cellId = (id: string, { row, day }: Spot) => `${id}-${row}-${day}`
const isEntry = (event: PointerEvent) =>
  event.target instanceof Element && event.target.closest('[data-entry]') !== null

function selectionWords(selection: Selection, dates: readonly string[]): string {
  const { firstRow, lastRow, firstDay, lastDay } = spotsOf(selection)
  const homes = lastRow - firstRow + 1
  return `${plural(lastDay - firstDay + 1, 'night')} from ${longDate(dates[firstDay])}${homes > 1 ? ` in ${plural(homes, 'listing')}` : ''}. Press Enter to change or book them.`
}

/** Scrolls the focused night into sight. */
function useKeepInSight(scroller: React.RefObject<HTMLDivElement | null>, focus: Spot | undefined, width: number) {
  const { row, day } = focus ?? {}
  useEffect(() => {
    const element = scroller.current
    if (!element || row === undefined || day === undefined) return
    const roomX = element.clientWidth - nameWidth - width
    const roomY = element.clientHeight - headHeight - rowHeight
    element.scrollTo({
      left: Math.max(Math.min(element.scrollLeft, day * width), day * width - roomX),
      top: Math.max(Math.min(element.scrollTop, row * rowHeight), row * rowHeight - roomY),
    })
  }, [scroller, row, day, width])
}

import { expect, test } from 'vitest'
import { inWindow, isSelected, moved, only, spotsOf, tapped } from './selection.ts'

const bounds = { rows: 3, days: 31 }
const at = (row: number, day: number) => ({ row, day })

test('arrows move the selection and stop at the edges', () => {
  expect(moved(only(at(0, 0)), 'ArrowLeft', false, bounds)).toEqual(only(at(0, 0)))
  expect(moved(only(at(0, 0)), 'ArrowRight', false, bounds)).toEqual(only(at(0, 1)))
  expect(moved(only(at(2, 5)), 'ArrowDown', false, bounds)).toEqual(only(at(2, 5)))
  expect(moved(only(at(2, 5)), 'PageUp', false, bounds)).toEqual(only(at(0, 5)))
  expect(moved(only(at(1, 5)), 'End', false, bounds)).toEqual(only(at(1, 30)))
  expect(moved(only(at(1, 5)), 'a', false, bounds)).toBeNull()
})

test('shift extends from where the selection began, also backwards and over several homes', () => {
  const right = moved(only(at(1, 5)), 'ArrowLeft', true, bounds)!
  const down = moved(right, 'ArrowDown', true, bounds)!
  expect(down).toEqual({ anchor: at(1, 5), focus: at(2, 4) })
  expect(spotsOf(down)).toEqual({ firstRow: 1, lastRow: 2, firstDay: 4, lastDay: 5 })
  expect(isSelected(down, at(2, 5))).toBe(true)
  expect(isSelected(down, at(0, 5))).toBe(false)
  expect(isSelected(null, at(0, 5))).toBe(false)
})

test('a second tap in the same home ends the range, a third begins anew', () => {
  const first = tapped(null, at(0, 3))
  const second = tapped(first, at(0, 6))
  expect(second).toEqual({ anchor: at(0, 3), focus: at(0, 6) })
  expect(tapped(second, at(0, 8))).toEqual(only(at(0, 8)))
  expect(tapped(first, at(1, 6))).toEqual(only(at(1, 6)))
  expect(tapped(first, at(0, 3))).toEqual(only(at(0, 3)))
})

test('only the rows in the window are drawn, with a few around them', () => {
  expect(inWindow(0, 560, 56, 100, 3)).toEqual({ start: 0, end: 13 })
  expect(inWindow(2800, 560, 56, 100, 3)).toEqual({ start: 47, end: 63 })
  expect(inWindow(5400, 560, 56, 100, 3)).toEqual({ start: 93, end: 100 })
  expect(inWindow(900, 560, 56, 0, 3)).toEqual({ start: 0, end: 0 })
})

import { addDays, daysBetween } from '@keyhold/kit/lib/dates'
import { expect, test } from 'vitest'
import { nearestFreeNights, type Nights, overlaps } from './free-nights.ts'

const dayOf = (n: number) => addDays('2026-07-01', n)
const nights = (from: number, until: number | null): Nights => ({
  from: dayOf(from),
  until: until === null ? null : dayOf(until),
})

/** Looks at every day, away from the wanted one. */
function nearestByLooking(taken: readonly Nights[], wanted: Nights, today: string): Nights[] {
  const length = daysBetween(wanted.from, wanted.until ?? wanted.from)
  const freeAt = (day: string) => {
    const stay = { from: day, until: addDays(day, length) }
    return day >= today && !taken.some((one) => overlaps(one, stay)) ? [stay] : []
  }
  const away = Array.from({ length: 30 }, (_, n) => n + 1)
  const earlier = away.flatMap((n) => freeAt(addDays(wanted.from, -n))).slice(0, 1)
  const later = away.flatMap((n) => freeAt(addDays(wanted.from, n))).slice(0, 1)
  return [...earlier, ...later]
}

test('the nearest free nights are those that looking at every day finds, for all pairs of stays in nine days', () => {
  const stays = Array.from({ length: 8 }, (_, from) => [1, 2, 4].map((length) => nights(from, from + length))).flat()
  let compared = 0
  for (const first of stays)
    for (const second of [...stays, nights(5, null)])
      for (const wanted of stays.filter((one) => overlaps(one, first) || overlaps(one, second)))
        for (const today of [dayOf(-20), dayOf(2)]) {
          const found = nearestFreeNights([second, first], wanted, today)
          expect(found).toEqual(nearestByLooking([first, second], wanted, today))
          compared++
        }
  expect(compared).toBeGreaterThan(5_000)
})

test('nights without an end are offered from the end of everything else, if it has one', () => {
  const wanted = nights(3, null)
  expect(nearestFreeNights([nights(0, 5), nights(7, 9)], wanted, dayOf(0))).toEqual([nights(9, null)])
  expect(nearestFreeNights([nights(0, 5), nights(7, null)], wanted, dayOf(0))).toEqual([])
})

import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@keyhold/contracts/endpoint'
import { stayAnalytics } from '@keyhold/contracts/properties/stays/analytics'
import { bookingSummary, listBookings } from '@keyhold/contracts/properties/stays/bookings'
import { stayCalendar } from '@keyhold/contracts/properties/stays/calendar'
import { listRentals } from '@keyhold/contracts/properties/stays/listings'
import { addDays } from '@keyhold/kit/lib/dates'
import { startStaysBench } from './lib/stays-side.ts'

// What the screens of short stays cost a landlord with 100 homes and 5,000 bookings, beside one with a tenth of it. The sides take turns, so that a slow
// minute of the machine hurts both. `--rounds=40`

const rounds = Number(process.argv.find((argument) => argument.startsWith('--rounds='))?.slice(9) ?? 40)
const today = new Date().toISOString().slice(0, 10)
const threeMonths = { from: today, to: addDays(today, 92) }

type Screen = [name: string, endpoint: Endpoint, query: Record<string, string>, mostMs: number]

const screens: Screen[] = [
  ['first page of bookings', listBookings, {}, 150],
  ['bookings by check-in', listBookings, { sort: 'check-in-desc', limit: '25' }, 150],
  ['confirmed bookings', listBookings, { status: 'confirmed', limit: '25' }, 150],
  ['search for a guest', listBookings, { q: 'guest 12', limit: '25' }, 150],
  ['sums of the bookings', bookingSummary, {}, 150],
  ['calendar of three months', stayCalendar, threeMonths, 150],
  ['listings', listRentals, {}, 150],
  ['figures of the year', stayAnalytics, { year: today.slice(0, 4) }, 500],
]

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const late = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
const dir = mkdtempSync(join(tmpdir(), 'keyhold-bench-'))
const missed: string[] = []
console.log(`load of the machine before: ${loadavg()[0]?.toFixed(2)}`)
try {
  const seeds = [
    { homes: 10, bookings: 500 },
    { homes: 100, bookings: 5000 },
  ]
  const bench = await startStaysBench(join(dir, 'data'), seeds, 20)
  try {
    console.log(
      'screen                        10 homes, 500 bookings   100 homes, 5,000 bookings (median, 95th percentile)',
    )
    for (const [name, endpoint, query, most] of screens) {
      const times = bench.sides.map((): number[] => [])
      let size = 0
      // The first ones warm all: connections, plans, pages.
      for (let turn = -10; turn < rounds; turn++)
        for (const [i, side] of bench.sides.entries()) {
          const { ms, bytes } = await side.time(endpoint, query)
          if (turn >= 0) times[i]?.push(ms)
          size = bytes
        }
      const [small = [], big = []] = times
      const [before, after] = [median(small), median(big)]
      if (after > most) missed.push(`${name}: ${after.toFixed(1)} ms (at most ${most})`)
      const growth = `× ${(after / before).toFixed(1)}`.padStart(8)
      console.log(
        `${name.padEnd(28)}${before.toFixed(1).padStart(10)} ms ${after.toFixed(1).padStart(22)} ms, ${late(big).toFixed(1)} ms${growth}   ${(size / 1024).toFixed(0)} KB, at most ${most} ms`,
      )
    }
  } finally {
    await bench.stop()
  }
} finally {
  rmSync(dir, { recursive: true, force: true })
}
console.log(`load of the machine after: ${loadavg()[0]?.toFixed(2)}`)
console.log(missed.length > 0 ? `missed: ${missed.join('; ')}` : 'all figures hold')
process.exit(missed.length > 0 ? 1 : 0)

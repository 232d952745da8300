import { mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '@keyhold/contracts/endpoint'
import { paymentAttention, paymentDashboard } from '@keyhold/contracts/payments/dashboard'
import { getLedger } from '@keyhold/contracts/payments/ledgers'
import { listPayments, summarizePayments } from '@keyhold/contracts/payments/payments'
import {
  ageingTotals,
  rentRoll,
  rentRollTotals,
  reportSeries,
  reportSummary,
} from '@keyhold/contracts/payments/reports'
import { addDays } from '@keyhold/kit/lib/dates'
import { asked, type Input, type Side, startBench } from './lib/ledger-side.ts'

// What the everyday screens of one landlord cost: with a million charges of two thousand landlords against ten thousand charges of twenty, 500 charges
// each; then of a landlord with two thousand tenants against one hundred, and of one hundred with ten more years of settled history. The sides take turns, so that
// a slow minute of the machine hurts all. `--rounds=40` `--charges=1000000` `--tenants=2000` `--only=many|one`

const settingOf = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const rounds = Number(settingOf('rounds') ?? 40)
const large = Number(settingOf('charges') ?? 1_000_000)
const tenants = Number(settingOf('tenants') ?? 2000)
const only = settingOf('only')

const today = new Date().toISOString().slice(0, 10)
const lastYear = `${Number(today.slice(0, 4)) - 1}-12-31`
const lastMonth = addDays(`${today.slice(0, 7)}-01`, -1)
type Screen = [name: string, endpoint: Endpoint, input: Input]

const everyday: Screen[] = [
  ['first page of payments', listPayments, { query: { limit: '25' } }],
  ['payments summary', summarizePayments, {}],
  ['rent roll, first page', rentRoll, { query: { limit: '25' } }],
  ['ledger of a tenant', getLedger, { isOfTenant: true }],
  ['report', reportSummary, {}],
  ["last year's report", reportSummary, { query: { asOf: lastYear, period: 'yearly' } }],
]
const totals: Screen[] = [
  ['dashboard', paymentDashboard, {}],
  ['overdue list', listPayments, { query: { status: 'overdue', sort: 'due', limit: '25' } }],
  ['attention', paymentAttention, {}],
  ['payments summary', summarizePayments, {}],
  ['aging totals', ageingTotals, {}],
  ['aging totals, last month', ageingTotals, { query: { asOf: lastMonth } }],
  ['rent roll totals', rentRollTotals, {}],
]
const reports: Screen[] = [
  ['report', reportSummary, {}],
  ['report of last month', reportSummary, { query: { asOf: lastMonth } }],
  ['series of twelve months', reportSeries, { query: { points: '12' } }],
]

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const missed: string[] = []

/** Prints what a screen costs on each side beside the limits, as multiples of the first side. */
async function compare([name, endpoint, input]: Screen, sides: { side: Side; most: number }[]): Promise<void> {
  const times = sides.map((): number[] => [])
  for (let turn = -asked; turn < rounds; turn++)
    for (const [i, { side }] of sides.entries()) {
      const taken = await side.time(endpoint, input, turn + asked)
      // The first ones warm all: connections, plans, pages.
      if (turn >= 0) times[i]?.push(taken)
    }
  const medians = times.map(median)
  const [base = 1] = medians
  const parts = sides.map(({ most }, i) => {
    const of = (medians[i] ?? 0) / base
    if (i > 0 && of > most) missed.push(`${name} × ${of.toFixed(2)} (at most ${most})`)
    return `${(medians[i] ?? 0).toFixed(2).padStart(9)} ms${i === 0 ? '' : ` × ${of.toFixed(2).padStart(5)} of ${most}`}`
  })
  console.log(`${name.padEnd(28)}${parts.join('  ')}`)
}

const dir = mkdtempSync(join(tmpdir(), 'keyhold-bench-'))
console.log(`load of the machine before: ${loadavg()[0]?.toFixed(2)}`)
try {
  const bench = await startBench(join(dir, 'postgres'))
  try {
    if (only !== 'one') {
      const [small] = (await bench.open('few', [{ landlords: 20, charges: 10_000 }])) as [Side]
      const [big] = (await bench.open('many', [{ landlords: large / 500, charges: large }])) as [Side]
      console.log(`\n20 landlords, and ${large / 500}`)
      for (const screen of everyday)
        await compare(screen, [
          { side: small, most: 1 },
          { side: big, most: 1.5 },
        ])
    }
    if (only !== 'many') {
      const of = (count: number, months: number) => ({
        landlords: 1,
        charges: count * months,
        perTenant: months,
        isMostlyPaid: true,
      })
      // Among other landlords, so that no statement reads a whole table instead of an index.
      const others = { landlords: 100, charges: 50_000 }
      const [few, many, old] = (await bench.open('sizes', [of(100, 12), of(tenants, 12), of(100, 132), others])) as [
        Side,
        Side,
        Side,
        Side,
      ]
      console.log(`\n100 tenants, and ${tenants}`)
      for (const screen of totals)
        await compare(screen, [
          { side: few, most: 1 },
          { side: many, most: 3 },
        ])
      for (const screen of reports)
        await compare(screen, [
          { side: few, most: 1 },
          { side: many, most: 4 },
        ])
      console.log('\n100 tenants, and with ten more years of settled history')
      for (const screen of [...totals, ...reports])
        await compare(screen, [
          { side: few, most: 1 },
          { side: old, most: 1.5 },
        ])
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

import { catchUpName } from '@keyhold/contracts/payments/charge-names'
import type { Basis } from '@keyhold/contracts/payments/explanations'
import { addDays } from '@keyhold/kit/lib/dates'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import type { Step } from '../../schema/recurring-rules.ts'
import { prorate, type Proration } from './prorate.ts'
import { amountOn } from './recurring-rules.ts'

export const catchUpRule = 'rent.catch-up/1'

/** A rent that is due or has money on it. Amounts are in cents. */
export interface ChargedRent {
  id: string
  from: string
  to: string
  dueDate: string
  cents: number
  /** What earlier catch-ups charged for its days. */
  settled: number
  /** What counts as paid, in dollars. */
  paid: number
  /** Null: entered by hand, which a change of rent leaves alone; the oldest rents have no basis and are whole. */
  basis: Basis | null
  isByHand: boolean
}

export interface CatchUpLine {
  rent: ChargedRent
  charged: number
  owed: number
  difference: number
}

/** The steps of a rent with a new one from a day; a day before the start means the start. */
export function withStep(steps: readonly Step[], { from, amount }: { from: string; amount: number }): Step[] {
  const first = steps[0]?.startsOn ?? from
  const startsOn = from < first ? first : from
  return [...steps.filter((step) => step.startsOn !== startsOn), { startsOn, amount }].toSorted((a, b) =>
    a.startsOn < b.startsOn ? -1 : 1,
  )
}

/** What the steps change about rents that begin on `from` or later. Rents that stay the same are left out. */
export const catchUpLines = (rents: readonly ChargedRent[], steps: Step[], from: string): CatchUpLine[] =>
  rents
    .filter((rent) => rent.from >= from && !rent.isByHand)
    .map((rent) => {
      const charged = rent.cents + rent.settled
      const owed = priceOf(rent, toCents(amountOn(steps, rent.from)))
      return { rent, charged, owed, difference: owed - charged }
    })
    .filter(({ difference }) => difference !== 0)

/** The price of a charged rent if its whole month cost `full` cents, by the same rule. */
function priceOf({ basis, cents }: ChargedRent, full: number): number {
  const [, kind, method, isRemainder] = basis?.rule.match(/^rent\.(full|prorated)(?:\.(\w+))?(\.remainder)?\//) ?? []
  const before = toCents(Number(basis?.inputs.full ?? 0))
  if (isRemainder && before > 0) return Math.round((cents * full) / before)
  if (kind !== 'prorated') return full
  const [days, inPeriod, from] = [Number(basis?.inputs.days), Number(basis?.inputs.daysInPeriod), '2026-01-01']
  const period = { from, to: addDays(from, days - 1), fullFrom: from, fullTo: addDays(from, inPeriod - 1) }
  return prorate(full, method as Proration, period).cents
}

/** `($1,100.00 − $1,000.00) × 3 = $300.00`; rents of different amounts are listed. */
export function catchUpFormula(lines: readonly CatchUpLine[]): string {
  const total = lines.reduce((sum, { difference }) => sum + difference, 0)
  const [first] = lines
  if (!first) return 'No charges change.'
  const isSame = lines.every(({ charged, owed }) => charged === first.charged && owed === first.owed)
  const sum = isSame
    ? `(${moneyText(first.owed)} − ${moneyText(first.charged)}) × ${lines.length}`
    : lines.map(({ owed, charged }) => `(${moneyText(owed)} − ${moneyText(charged)})`).join(' + ')
  return `${sum} = ${moneyText(total)}`
}

/** The basis of the catch-up charge. Its inputs say which due date it was given, and how much it is for each rent, by the first day of the rent. */
export const catchUpBasis = (
  lines: readonly CatchUpLine[],
  change: { from: string; monthlyRent: number; dueDate: string },
): Basis => ({
  rule: catchUpRule,
  formula: catchUpFormula(lines),
  inputs: { ...change, ...Object.fromEntries(lines.map(({ rent, difference }) => [rent.from, difference / 100])) },
})

const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const monthOnly = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** `Rent catch-up, Sep–Nov 2026`: the months in which its rents begin. */
export function describeCatchUp(lines: readonly CatchUpLine[]): string {
  const [first = '', last = ''] = [lines[0]?.rent.from, lines.at(-1)?.rent.from]
  const to = monthAndYear.format(new Date(last))
  if (first.slice(0, 7) === last.slice(0, 7)) return `${catchUpName}, ${to}`
  const from = (first.slice(0, 4) === last.slice(0, 4) ? monthOnly : monthAndYear).format(new Date(first))
  return `${catchUpName}, ${from}–${to}`
}

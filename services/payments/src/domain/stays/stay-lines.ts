import type { JournalAccount, JournalKind } from '@keyhold/contracts/payments/journal'
import type { BookingMoney } from '@keyhold/contracts/properties/stays/stay-events'
import { laterOf } from '@keyhold/kit/lib/dates'
import { toCents } from '@keyhold/kit/lib/money'

/** Cents of an account that belong to a day: a debit (above 0) or a credit (below 0). What guests owe balances them. */
export interface StayAmount {
  kind: Extract<JournalKind, 'stay_booked' | 'stay_received' | 'stay_refunded'>
  account: JournalAccount
  on: string
  cents: number
}

const incomeOf = {
  nights: 'stay_income',
  extra_guests: 'stay_income',
  cleaning: 'stay_fee_income',
  fee: 'stay_fee_income',
  kept: 'stay_fee_income',
} as const satisfies Record<BookingMoney['income'][number]['kind'], JournalAccount>

/** All that the books should say about a stay. */
export function amountsOf({ income, taxes, platformFee, received, refunded }: BookingMoney): StayAmount[] {
  const booked = (account: JournalAccount, on: string, cents: number) =>
    ({ kind: 'stay_booked', account, on, cents }) as const
  return [
    ...income.map(({ kind, on, amount }) => booked(incomeOf[kind], on, -toCents(amount))),
    ...taxes.map(({ on, amount }) => booked('lodging_tax_payable', on, -toCents(amount))),
    ...(platformFee ? [booked('platform_fees', platformFee.on, toCents(platformFee.amount))] : []),
    ...received.map(({ on, amount }): StayAmount => ({
      kind: 'stay_received',
      account: 'cash',
      on,
      cents: toCents(amount),
    })),
    ...refunded.map(({ on, amount }): StayAmount => ({
      kind: 'stay_refunded',
      account: 'cash',
      on,
      cents: -toCents(amount),
    })),
  ]
}

const keyOf = ({ kind, account, on }: StayAmount) => `${kind} ${account} ${on}`

/** What has to be added to what the books say, so that they say what they should. Amounts of one kind, account and day are one. */
export function differencesOf(wanted: readonly StayAmount[], booked: readonly StayAmount[]): StayAmount[] {
  const sums = new Map<string, StayAmount>()
  const add = (one: StayAmount, sign: 1 | -1) => {
    const key = keyOf(one)
    sums.set(key, { ...one, cents: (sums.get(key)?.cents ?? 0) + sign * one.cents })
  }
  for (const one of wanted) add(one, 1)
  for (const one of booked) add(one, -1)
  return [...sums.values()].filter(({ cents }) => cents !== 0)
}

/**
 * The day on which a difference takes effect: its own for what was not booked yet, and the day of the change for what is past by then, so that reports
 * of past days stay as they were. Money that moved counts on the day it moved.
 */
export const effectiveDay = (
  { kind, on }: StayAmount,
  { changedOn, isFirst }: { changedOn: string; isFirst: boolean },
) => (isFirst || kind !== 'stay_booked' ? on : laterOf(on, changedOn))

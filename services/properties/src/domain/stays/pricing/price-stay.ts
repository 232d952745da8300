import type { Tax } from '@keyhold/contracts/properties/stays/listing-terms'
import {
  type BookingSource,
  type FeeUnit,
  type LineKind,
  sourceNames,
  type TaxedLine,
} from '@keyhold/contracts/properties/stays/stay-values'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import type { StayTerms as Terms } from '../../../schema/stays/bookings.ts'
import { split } from './split.ts'

/** What a channel charged, in dollars, in place of what the terms make. */
export type Charged = Partial<Record<'basePriceTotal' | 'cleaningFee' | 'serviceFee' | 'taxes' | 'platformFee', number>>

export interface Line {
  kind: LineKind
  name: string
  basis: string
  cents: number
  isInTotal: boolean
  jurisdiction: string | null
  remittedBy: 'landlord' | 'channel' | null
  appliesTo: TaxedLine[]
  percent: number | null
}

export interface PricedStay {
  lines: Line[]
  /** Per night, discounts and what was charged taken into account. */
  nightCents: number[]
  extraGuestCents: number[]
  roomCents: number
  extraCents: number
  cleaningCents: number
  feeCents: number
  taxCents: number
  totalCents: number
  platformFeeCents: number
  netCents: number
}

interface Priced {
  /** Of each night, by the rules. */
  nights: readonly number[]
  numberOfGuests: number
  source: BookingSource
  terms: Terms
  charged?: Charged
}

const entered = 'As entered'
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
const plain = (kind: LineKind, name: string, basis: string, cents: number): Line => ({
  kind,
  name,
  basis,
  cents,
  isInTotal: true,
  jurisdiction: null,
  remittedBy: null,
  appliesTo: [],
  percent: null,
})
const times = (number: number, what: string) => `${number} ${what}${number === 1 ? '' : 's'}`

/** What a stay costs, line by line, exact to the cent. */
export function priceStay({ nights, numberOfGuests, source, terms, charged = {} }: Priced): PricedStay {
  const room = roomLines(nights, terms, charged)
  const roomCents = sumOf(room.map(({ cents }) => cents))
  const extraGuests = Math.max(0, numberOfGuests - terms.guestsIncluded)
  const perNight = charged.basePriceTotal === undefined ? toCents(terms.extraGuestFee) * extraGuests : 0
  const extra =
    perNight > 0
      ? [
          plain(
            'extra_guests',
            'Extra guests',
            `${times(extraGuests, 'guest')} × ${times(nights.length, 'night')} × ${moneyText(toCents(terms.extraGuestFee))}`,
            perNight * nights.length,
          ),
        ]
      : []
  const lines = [
    ...room,
    ...extra,
    ...cleaningLines(terms, charged),
    ...feeLines(nights.length, numberOfGuests, terms, charged),
  ]
  lines.push(...taxLines(lines, nights.length, numberOfGuests, source, terms, charged))
  const of = (...kinds: LineKind[]) =>
    sumOf(lines.filter(({ kind, isInTotal }) => isInTotal && kinds.includes(kind)).map(({ cents }) => cents))
  const taxCents = of('tax')
  const totalCents = sumOf(lines.filter(({ isInTotal }) => isInTotal).map(({ cents }) => cents))
  const share = terms.channelFees[source] ?? 0
  const platformFeeCents =
    charged.platformFee === undefined
      ? Math.round(((totalCents - taxCents) * share) / 100)
      : toCents(charged.platformFee)
  return {
    lines,
    nightCents: split(roomCents, nights),
    extraGuestCents: nights.map(() => perNight),
    roomCents,
    extraCents: of('extra_guests'),
    cleaningCents: of('cleaning'),
    feeCents: of('fee'),
    taxCents,
    totalCents,
    platformFeeCents,
    netCents: totalCents - platformFeeCents,
  }
}

function roomLines(nights: readonly number[], { lengthOfStay }: Terms, { basePriceTotal }: Charged): Line[] {
  const name = times(nights.length, 'night')
  if (basePriceTotal !== undefined) return [plain('nights', name, entered, toCents(basePriceTotal))]
  const [least, most] = [Math.min(...nights), Math.max(...nights)]
  const basis =
    least === most ? `${name} at ${moneyText(least)}` : `${name} from ${moneyText(least)} to ${moneyText(most)}`
  const total = sumOf(nights)
  const discount = lengthOfStay.filter((one) => nights.length >= one.nights).toSorted((a, b) => b.nights - a.nights)[0]
  const off = discount ? -Math.round((total * discount.percent) / 100) : 0
  return [
    plain('nights', name, basis, total),
    ...(discount && off !== 0
      ? [
          plain(
            'discount',
            `Stay of ${discount.nights} nights or more`,
            `${discount.percent} % of ${moneyText(total)}`,
            off,
          ),
        ]
      : []),
  ]
}

function cleaningLines({ cleaningFee }: Terms, charged: Charged): Line[] {
  const cents = toCents(charged.cleaningFee ?? cleaningFee)
  return cents > 0
    ? [plain('cleaning', 'Cleaning fee', charged.cleaningFee === undefined ? 'Per stay' : entered, cents)]
    : []
}

function feeLines(nights: number, guests: number, { fees }: Terms, { serviceFee }: Charged): Line[] {
  if (serviceFee !== undefined) return serviceFee > 0 ? [plain('fee', 'Service fee', entered, toCents(serviceFee))] : []
  return fees.flatMap(({ name, amount, per }) => {
    const { units, basis } = unitsOf(per, nights, guests)
    const cents = toCents(amount) * units
    return cents > 0 ? [plain('fee', name, `${basis}${moneyText(toCents(amount))}`, cents)] : []
  })
}

function unitsOf(per: FeeUnit, nights: number, guests: number): { units: number; basis: string } {
  switch (per) {
    case 'per_stay':
      return { units: 1, basis: 'Per stay: ' }
    case 'per_night':
      return { units: nights, basis: `${times(nights, 'night')} × ` }
    case 'per_guest':
      return { units: guests, basis: `${times(guests, 'guest')} × ` }
    case 'per_guest_night':
      return { units: guests * nights, basis: `${times(guests, 'guest')} × ${times(nights, 'night')} × ` }
  }
}

/** A discount lessens what is taxed as nights. */
export const baseOf = (lines: readonly Pick<Line, 'kind' | 'cents'>[], appliesTo: readonly TaxedLine[]): number =>
  sumOf(
    lines
      .filter(
        ({ kind }) => appliesTo.some((one) => one === kind) || (kind === 'discount' && appliesTo.includes('nights')),
      )
      .map(({ cents }) => cents),
  )

function taxLines(
  lines: readonly Line[],
  nights: number,
  guests: number,
  source: BookingSource,
  { taxes }: Terms,
  charged: Charged,
): Line[] {
  const due = taxes
    .filter(({ exemptFromNights }) => exemptFromNights === null || nights < exemptFromNights)
    .map((tax): Line => {
      const isRemitted = tax.remittedBy.includes(source)
      const { cents, basis } = taxOf(tax, lines, nights, guests)
      return {
        kind: 'tax',
        name: tax.name,
        basis: isRemitted ? `${basis}, collected and remitted by ${sourceNames[source]}` : basis,
        cents,
        isInTotal: !isRemitted,
        jurisdiction: tax.jurisdiction,
        remittedBy: isRemitted ? 'channel' : 'landlord',
        appliesTo: tax.kind === 'percent' ? tax.appliesTo : [],
        percent: tax.kind === 'percent' ? tax.rate : null,
      }
    })
    .filter(({ cents }) => cents > 0)
  return charged.taxes === undefined ? due : enteredTaxes(due, toCents(charged.taxes))
}

function taxOf(tax: Tax, lines: readonly Line[], nights: number, guests: number): { cents: number; basis: string } {
  if (tax.kind === 'percent') {
    const base = baseOf(lines, tax.appliesTo)
    return { cents: Math.round((base * tax.rate) / 100), basis: `${tax.rate} % of ${moneyText(base)}` }
  }
  const { units, basis } = unitsOf(tax.kind, nights, guests)
  return { cents: Math.round(tax.rate * 100 * units), basis: `${basis}${moneyText(Math.round(tax.rate * 100))}` }
}

/** What the landlord has to remit is as entered, divided over the taxes as they would have been. */
function enteredTaxes(due: readonly Line[], cents: number): Line[] {
  const own = due.filter(({ isInTotal }) => isInTotal)
  const remitted = due.filter(({ isInTotal }) => !isInTotal)
  if (own.length === 0 && cents > 0)
    return [
      { ...plain('tax', 'Taxes', entered, cents), jurisdiction: 'Not specified', remittedBy: 'landlord' },
      ...remitted,
    ]
  const parts = split(
    cents,
    own.map((line) => line.cents),
  )
  return [...own.map((line, i) => ({ ...line, cents: parts[i] ?? 0, basis: entered })), ...remitted].filter(
    (line) => line.cents > 0,
  )
}

import type { Screening, ScreeningFactor } from '@keyhold/contracts/ai/screening'
import type { z } from '@keyhold/contracts/zod'
import { daysBetween } from '@keyhold/kit/lib/dates'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { onTimeDays } from '../on-time.ts'
import { dollars, plural } from '../words.ts'
import type { Rent, ScreeningInput, Stay } from './input.ts'

type Factor = z.output<typeof ScreeningFactor>
export type Verdict = Pick<
  Screening,
  'recommendation' | 'summary' | 'riskLevel' | 'confidence' | 'factors' | 'rentalHistory'
>

/** The usual guideline for income over rent. */
export const incomeTimes = 3
/** The share of rents that may be late. */
export const lateShare = 0.2
/** Fewer rents are no evidence. */
export const fewestRents = 3
/** More rents add no confidence. */
export const manyRents = 6
export const longMonths = 12

const factor = (
  name: string,
  result: Factor['result'],
  detail: string,
  formula: string | null = null,
  value: number | null = null,
): Factor => ({
  name,
  result,
  detail,
  formula,
  value,
})
const met = (isMet: boolean) => (isMet ? 'met' : 'not_met')
const hundredths = (value: number) => Math.round(value * 100) / 100

/** What the landlord's records say about a tenant, by criterion. It never rejects: a negative factor is a reason to review. */
export function judge(input: ScreeningInput): Verdict {
  const judged = {
    income: judgeIncome(input),
    rents: judgeRents(input),
    overdue: judgeOverdue(input),
    stays: judgeStays(input),
    terms: judgeTerms(input),
    application: judgeApplication(input),
    documents: judgeDocuments(input),
  }
  const against = [judged.income, judged.rents, judged.overdue, judged.terms].filter(
    ({ result }) => result === 'not_met',
  )
  const isKnown =
    judged.rents.result === 'met' || (judged.income.result === 'met' && judged.application.result === 'met')
  const recommendation = against.length > 0 ? 'review' : isKnown ? 'approve' : 'insufficient_data'
  return {
    recommendation,
    summary: summaryOf(recommendation, against),
    riskLevel: riskOf(input, recommendation, against.length),
    confidence: confidenceOf(input, judged),
    factors: Object.values(judged),
    rentalHistory: historyOf(input),
  }
}

function judgeIncome({ monthlyIncome, monthlyRent, sharers }: ScreeningInput): Factor {
  const name = 'Income and rent'
  const formula =
    sharers > 1
      ? 'monthly income ÷ (monthly rent ÷ tenants who share it), at least 3'
      : 'monthly income ÷ monthly rent, at least 3'
  if (monthlyIncome === null) return factor(name, 'unknown', 'No income is on record.', formula)
  if (monthlyRent === null || monthlyRent <= 0) return factor(name, 'unknown', 'No rent is on record.', formula)
  const share = toCents(monthlyRent) / sharers
  const ratio = toCents(monthlyIncome) / share
  const rent =
    sharers > 1
      ? `an equal share of ${dollars(toDollars(Math.round(share)))} in the rent of ${dollars(monthlyRent)}`
      : `a rent of ${dollars(monthlyRent)}`
  const detail = `An income of ${dollars(monthlyIncome)}, as the tenant stated it, is ${hundredths(ratio)} times ${rent}. Where assistance pays a part, compare with what the tenant pays.`
  return factor(name, met(ratio >= incomeTimes), detail, formula, hundredths(ratio))
}

/** Rents past their due time that were not paid in time. */
function lateOf({ today, rents }: ScreeningInput): { due: Rent[]; late: Rent[] } {
  const due = (rents ?? []).filter(({ dueDate }) => daysBetween(dueDate, today) > onTimeDays)
  const late = due.filter(({ dueDate, settledOn, open }) =>
    settledOn ? daysBetween(dueDate, settledOn) > onTimeDays : toCents(open) > 0,
  )
  return { due, late }
}

function judgeRents(input: ScreeningInput): Factor {
  const name = 'Rent payments'
  const formula = `rents settled more than ${onTimeDays} days late or still open ÷ rents due, at most ${lateShare}`
  if (input.rents === null) return factor(name, 'unknown', 'The ledger is not available right now.', formula)
  const { due, late } = lateOf(input)
  if (due.length < fewestRents)
    return factor(
      name,
      'unknown',
      `${due.length === 0 ? 'No rent has' : `Only ${plural(due.length, 'rent')} ${due.length === 1 ? 'has' : 'have'}`} come due with you, too few to show anything.`,
      formula,
    )
  const shareLate = late.length / due.length
  return factor(
    name,
    met(shareLate <= lateShare),
    `${late.length} of ${plural(due.length, 'rent')} that came due with you ${late.length === 1 ? 'was' : 'were'} late.`,
    formula,
    hundredths(shareLate),
  )
}

function judgeOverdue({ overdue, rents }: ScreeningInput): Factor {
  const name = 'Overdue now'
  const formula = 'open charges past their due date less credit, none'
  if (overdue === null || rents === null)
    return factor(name, 'unknown', 'The ledger is not available right now.', formula)
  if (rents.length === 0 && overdue === 0) return factor(name, 'unknown', 'Nothing was charged yet.', formula)
  return factor(
    name,
    met(overdue === 0),
    overdue === 0 ? 'Nothing is overdue.' : `${dollars(overdue)} is overdue.`,
    formula,
    overdue,
  )
}

function judgeStays({ stays, today }: ScreeningInput): Factor {
  const name = 'Length of tenancy'
  const formula = `months with you, ${longMonths} or more`
  if (stays === null) return factor(name, 'unknown', 'The tenancies are not available right now.', formula)
  const months = stays.reduce((sum, stay) => sum + monthsOf(stay, today), 0)
  if (months === 0) return factor(name, 'unknown', 'The tenant has not rented from you for a month yet.', formula, 0)
  // Being new is not a negative factor.
  return factor(
    name,
    months >= longMonths ? 'met' : 'unknown',
    `${plural(months, 'month')} with you so far.`,
    formula,
    months,
  )
}

function judgeTerms({ stays, today }: ScreeningInput): Factor {
  const name = 'Fixed terms completed'
  const formula = 'fixed terms left before their end, none'
  const ended = endedOf(stays ?? [], today)
  if (ended.length === 0) return factor(name, 'unknown', 'No fixed term with you has ended yet.', formula)
  const early = ended.filter(isEarly).length
  return factor(
    name,
    met(early === 0),
    early === 0
      ? 'Every fixed term was completed.'
      : `${plural(early, 'fixed term')} ended early. You may have agreed to that.`,
    formula,
    early,
  )
}

const asked = {
  phone: 'phone number',
  emergencyContact: 'emergency contact',
  employer: 'employer',
  income: 'income',
  leaseTerms: 'rent and lease start',
}

function judgeApplication({ given }: ScreeningInput): Factor {
  const missing = Object.entries(asked).flatMap(([key, label]) => (given[key as keyof typeof asked] ? [] : [label]))
  const count = Object.keys(asked).length - missing.length
  const detail =
    missing.length === 0 ? 'All requested information was provided.' : `Not on record: ${missing.join(', ')}.`
  return factor(
    'Application',
    missing.length === 0 ? 'met' : 'unknown',
    detail,
    `details given, of ${Object.keys(asked).length}`,
    count,
  )
}

function judgeDocuments({ documents }: ScreeningInput): Factor {
  if (documents === null) return factor('Documents', 'unknown', 'The documents are not available right now.')
  const detail =
    documents === 0
      ? 'No document is linked to this tenant.'
      : `${plural(documents, 'document')} linked to this tenant.`
  return factor('Documents', documents > 0 ? 'met' : 'unknown', detail, 'documents linked to the tenant', documents)
}

const sentences = {
  approve: 'Your own records meet the criteria.',
  insufficient_data: 'There is too little on record for an assessment. Collect what is missing and try again.',
} as const

function summaryOf(recommendation: Verdict['recommendation'], against: readonly Factor[]): string {
  if (recommendation !== 'review') return sentences[recommendation]
  return `Worth a closer look before you decide: ${against.map(({ name }) => name.toLowerCase()).join(', ')}.`
}

function riskOf(
  input: ScreeningInput,
  recommendation: Verdict['recommendation'],
  against: number,
): Verdict['riskLevel'] {
  if (recommendation === 'approve') return 'low'
  const { due, late } = lateOf(input)
  const owesMonth =
    input.overdue !== null && input.monthlyRent !== null && toCents(input.overdue) >= toCents(input.monthlyRent)
  const mostlyLate = due.length >= fewestRents && late.length > due.length / 2
  return against > 1 || owesMonth || mostlyLate ? 'high' : 'medium'
}

const weights = {
  income: 0.3,
  rents: 0.3,
  overdue: 0.1,
  stays: 0.1,
  terms: 0.05,
  application: 0.1,
  documents: 0.05,
} as const
/** No external source was asked. */
const surest = 0.9

/** Confidence: the weight of what is known, with rents weighted by their number. */
function confidenceOf(input: ScreeningInput, judged: Record<keyof typeof weights, Factor>): number {
  const rents = Math.min(1, lateOf(input).due.length / manyRents)
  const known = Object.entries(weights).reduce((sum, [key, weight]) => {
    const isKnown = judged[key as keyof typeof weights].result !== 'unknown'
    return sum + (isKnown ? weight * (key === 'rents' ? rents : 1) : 0)
  }, 0)
  return hundredths(Math.min(surest, known))
}

function historyOf(input: ScreeningInput): Verdict['rentalHistory'] {
  const { stays, rents, today } = input
  const begun = stays?.filter(({ from }) => from <= today) ?? []
  const { due, late } = lateOf(input)
  const months = begun.reduce((sum, stay) => sum + monthsOf(stay, today), 0)
  return {
    previousAddresses: null,
    averageStayDuration: begun.length > 0 ? Math.round((months / begun.length) * 10) / 10 : null,
    latePayments: rents === null || due.length === 0 ? null : late.length,
    earlyTerminations:
      stays === null || endedOf(stays, today).length === 0 ? null : endedOf(stays, today).filter(isEarly).length,
    note: 'Based only on your own records. Other landlords and previous addresses are not included.',
  }
}

const endedOf = (stays: readonly Stay[], today: string) =>
  stays.filter(({ until, endDate }) => endDate !== null && until !== null && until <= today)
const isEarly = ({ until, endDate }: Stay) => until !== null && endDate !== null && until < endDate

/** Whole months of a stay, up to today. */
function monthsOf({ from, until }: Stay, today: string): number {
  const end = until !== null && until < today ? until : today
  const [y1, m1, d1] = parts(from)
  const [y2, m2, d2] = parts(end)
  return Math.max(0, (y2 - y1) * 12 + m2 - m1 - (d2 < d1 ? 1 : 0))
}

const parts = (date: string) => date.split('-').map(Number) as [number, number, number]

import { addDays, daysBetween } from '@keyhold/kit/lib/dates'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { startOfDay } from '@keyhold/kit/lib/time-zones'
import { dollars, inWords, plural } from '../../words.ts'
import * as evidence from '../evidence.ts'
import {
  earliest,
  type Finding,
  type Ledger,
  placeName,
  type Portfolio,
  type Priority,
  type Renter,
  type Rule,
  share,
  todayAt,
  zoneOf,
} from '../portfolio.ts'

/** Days that a transfer made on the due date can take to arrive. */
export const minDays = 3
/** The usual grace period before a late fee, in days. */
export const mediumDays = 10
export const highDays = 30
/** Number of unpaid rents at which arrears are rarely paid without action. */
export const highMonths = 2
/** A dismissed finding returns when the sum has grown by this share … */
export const growthShare = 0.25
/** … and by at least this many dollars. */
export const growthMin = 50

/** Money that tenants owe and that is overdue, by the date at the property. */
export const arrears: Rule = (portfolio) => {
  const renters = new Map(portfolio.renters.map((renter) => [renter.tenantId, renter]))
  const verdicts = portfolio.ledgers.flatMap((ledger) => {
    const renter = renters.get(ledger.tenantId)
    return renter ? [judge(portfolio, renter, ledger)] : []
  })
  return {
    findings: verdicts.flatMap(({ finding }) => finding ?? []),
    next: earliest(verdicts.map(({ next }) => next)),
  }
}

function judge(portfolio: Portfolio, renter: Renter, ledger: Ledger): { finding: Finding | null; next: Date | null } {
  const open = ledger.charges
    .filter((charge) => toCents(charge.open) > 0)
    .map((charge) => ({ ...charge, late: daysBetween(charge.dueDate, todayAt(portfolio, charge.propertyId)) }))
  // While something is late each day counts, and other charges become late.
  const next = earliest(
    open.map(({ propertyId, dueDate, late }) =>
      startOfDay(addDays(dueDate, Math.max(late, 0) + 1), zoneOf(portfolio, propertyId)),
    ),
  )
  const overdue = open.filter(({ late }) => late > 0)
  const days = Math.max(0, ...overdue.map(({ late }) => late))
  const owed = overdue.reduce((sum, charge) => sum + toCents(charge.open), 0) - toCents(ledger.credit)
  return {
    finding:
      days >= minDays && owed > 0
        ? findingOf(portfolio, renter, ledger, { overdue, days, owed: toDollars(owed) })
        : null,
    next,
  }
}

type Late = Ledger['charges'][number] & { late: number }

function findingOf(
  portfolio: Portfolio,
  renter: Renter,
  ledger: Ledger,
  { overdue, days, owed }: { overdue: Late[]; days: number; owed: number },
): Finding {
  const { tenantId, name, isActive } = renter
  const oldest = overdue.reduce((first, one) => (one.dueDate < first.dueDate ? one : first))
  const propertyId = renter.propertyId ?? oldest.propertyId
  const place = placeName(portfolio, propertyId)
  const rents = overdue.filter(({ paymentType }) => paymentType === 'rent')
  const rent = renter.monthlyRent ?? Math.max(0, ...rents.map(({ amount }) => amount))
  const months = rent > 0 ? toCents(owed) / toCents(rent) : 0
  const reported = ledger.awaitingConfirmation
  const isReported = toCents(reported) >= toCents(owed)
  const judged: Priority = days >= highDays || months >= highMonths ? 'high' : days >= mediumDays ? 'medium' : 'low'
  return {
    key: `arrears:${tenantId}`,
    propertyId,
    tenantId,
    insightType: 'payment_risk',
    title: isReported
      ? `Confirm the ${dollars(reported)} that ${name} reported`
      : `${dollars(owed)} overdue from ${name}`,
    description:
      `${plural(overdue.length, 'charge is', 'charges are')} overdue${place ? ` at ${place}` : ''}. ${overdue.length === 1 ? 'It' : 'The oldest'} was due ${inWords(oldest.dueDate)}, ${plural(days, 'day')} ago.` +
      (months >= highMonths
        ? ` That is ${Math.round(months * 10) / 10} months’ rent at ${dollars(rent)} a month.`
        : '') +
      (isReported
        ? ' What the tenant reported would cover it and is awaiting your confirmation.'
        : reported > 0
          ? ` The tenant reported ${dollars(reported)}, which is awaiting your confirmation and would cover part of it.`
          : '') +
      (isActive ? '' : ' The tenant has moved out, and the longer you wait, the less is usually recovered.') +
      (isReported || !isActive ? '' : ' Reaching out early and offering a payment plan usually recovers more.'),
    priority: isReported ? 'medium' : judged,
    actionRequired: true,
    evidence: [
      evidence.text('Tenant', name, evidence.tenant(tenantId)),
      ...(place ? [evidence.text('Property', place, evidence.property(propertyId))] : []),
      evidence.money('Overdue', owed, evidence.tenant(tenantId)),
      evidence.count('Days since the oldest was due', days),
      ...(months >= highMonths ? [evidence.count('Months of rent overdue', Math.round(months * 10) / 10)] : []),
      ...(reported > 0
        ? [evidence.money('Reported, awaiting your confirmation', reported, evidence.tenant(tenantId))]
        : []),
      ...(ledger.credit > 0 ? [evidence.money('Credit, already subtracted', ledger.credit)] : []),
      ...overdue
        .slice(0, 8)
        .map(({ chargeId, open, dueDate }) =>
          evidence.money(`Due ${inWords(dueDate)}`, open, evidence.payment(chargeId)),
        ),
    ],
    metadata: {
      rule: 'arrears',
      thresholds: { minDays, mediumDays, highDays, highMonths, growthShare, growthMin },
      formula:
        'overdue = what is open of charges due before today at the property, less credit; months = overdue ÷ monthly rent',
      inputs: {
        chargeIds: overdue.map(({ chargeId }) => chargeId),
        overdue: owed,
        daysLate: days,
        monthlyRent: rent,
        months: Math.round(months * 100) / 100,
        credit: ledger.credit,
        awaitingConfirmation: reported,
      },
    },
    // The ledger is exact; only payments on their way may be missing.
    confidence: share((isReported ? 0.5 : reported > 0 ? 0.75 : 0.95) - (days < mediumDays ? 0.1 : 0)),
    measure: owed,
    returnsAt: owed + Math.max(owed * growthShare, growthMin),
  }
}

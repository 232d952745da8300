import type { Basis } from '@keyhold/contracts/payments/explanations'
import type { lateFeeStatuses } from '@keyhold/contracts/payments/late-fees'
import { moneyText, toCents, toDollars } from '@keyhold/kit/lib/money'
import { dayText, percentText } from '../explain/format.ts'
import {
  baseOf,
  dayOfFee,
  type Fee,
  feeOn,
  feesOf,
  lastDayOfGrace,
  lateFrom,
  openAfter,
  type Rent,
  type Terms,
} from './calculate.ts'

/** A policy's terms with its id and version. */
export interface Policy {
  id: string
  version: number
  terms: Terms
}

/** A late fee as stored. */
export interface AssessedFee {
  id: string
  occurrence: number
  cents: number
  status: (typeof lateFeeStatuses)[number]
  basis: Basis
  /** The posted charge has recorded or reported money. */
  isPaid: boolean
}

export interface Proposal extends Fee {
  policyId: string
  basis: Basis
}

export interface AssessmentInput {
  /** Null: cancelled, or not a rent. */
  rent: Rent | null
  /** The policy that applies now; null: none, or it is disabled. */
  policy: Policy | null
  /** The id of the policy that applies, even if it is disabled; null: none. */
  policyId: string | null
  /** The day at the property on which the policy was created. Rents paid before that are not assessed. */
  policySince: string | null
  /** The fees of the rent that are not withdrawn. */
  fees: AssessedFee[]
  /** Reported and not confirmed, in cents. It does not prevent a fee, but the basis mentions it. */
  awaiting: number
  today: string
}

/** The changes that make the fees of a rent match its dates, its payments and the policies. Idempotent. */
export function assess(asked: AssessmentInput): {
  withdrawn: { fee: AssessedFee; reason: string }[]
  proposed: Proposal[]
} {
  const { rent, policy, policyId, fees, today, awaiting } = asked
  const withdrawn: { fee: AssessedFee; reason: string }[] = []
  const taken = new Map<number, number>()
  const replaced: AssessedFee[] = []
  let wasProposed = false
  for (const fee of fees.toSorted((a, b) => a.occurrence - b.occurrence)) {
    const due = rent === null ? 0 : dueOf(fee, rent, today)
    // One policy applies to a rent: proposals of another policy are withdrawn, decided fees stay.
    if (rent !== null && fee.status === 'proposed' && policyId !== null && policyOf(fee.basis).id !== policyId) {
      withdrawn.push({ fee, reason: 'Another late-fee policy now applies to this rent.' })
      wasProposed = true
    } else if (stays(fee, due)) taken.set(fee.occurrence, fee.cents)
    else {
      withdrawn.push({ fee, reason: rent === null ? 'The rent is no longer owed.' : whyNot(fee, rent, due) })
      if (due > 0) replaced.push(fee)
    }
  }
  const proposed: Proposal[] = []
  const propose = (rentOfIt: Rent, { id, version, terms }: Policy, fee: Fee) => {
    const used = sumOf(taken)
    proposed.push({ ...fee, policyId: id, basis: basisOf({ id, version, terms }, rentOfIt, fee, { used, awaiting }) })
    taken.set(fee.occurrence, fee.cents)
  }
  if (rent === null) return { withdrawn, proposed }
  // A replaced fee keeps the policy version it was assessed under, even if the policy has changed since.
  for (const { occurrence, basis } of replaced) {
    const assessedBy = policyOf(basis)
    const cents = feeOn(assessedBy.terms, rent, occurrence, { today, used: sumOf(taken) })
    if (cents > 0) propose(rent, assessedBy, { occurrence, on: dayOfFee(rent, assessedBy.terms, occurrence), cents })
  }
  // A rent that already had a proposal is assessed even if it was paid before the new policy was created.
  if (policy && (wasProposed || isInReach(asked, rent, policy)))
    for (const fee of feesOf(policy.terms, rent, { today, taken })) propose(rent, policy, fee)
  return { withdrawn, proposed }
}

/** A new policy applies to open and future rents, not to rents that were paid before it was created. */
const isInReach = ({ policySince, today }: AssessmentInput, rent: Rent, { terms }: Policy) =>
  openAfter(rent, today) > 0 || lateFrom(rent.dueDate, terms.graceDays) >= (policySince ?? today)

/** What the fee would be if it were assessed today under its own policy version. */
const dueOf = ({ occurrence, basis }: AssessedFee, rent: Rent, today: string) =>
  feeOn(policyOf(basis).terms, rent, occurrence, { today, used: toCents(Number(basis.inputs.earlierFees)) })

/** Waived and paid fees stay. A posted fee is never raised. */
function stays({ status, cents, isPaid }: AssessedFee, due: number): boolean {
  if (status === 'posted') return isPaid || due >= cents
  return status === 'waived' || due === cents
}

function whyNot({ basis, occurrence, cents }: AssessedFee, rent: Rent, due: number): string {
  if (due > 0)
    return `What was open on the rent has changed: the fee is ${moneyText(due)} instead of ${moneyText(cents)}.`
  const { terms } = policyOf(basis)
  const before = rent.received
    .toSorted((a, b) => (a.on < b.on ? -1 : 1))
    .findLast(({ on }) => on < dayOfFee(rent, terms, occurrence))
  return before
    ? `The rent was paid on time: money received on ${dayText(before.on)} counts.`
    : 'The rent is no longer late.'
}

const sumOf = (taken: ReadonlyMap<number, number>) => [...taken.values()].reduce((sum, cents) => sum + cents, 0)

/** All inputs, so that the fee can be recalculated without the policy. Amounts are in dollars, as displayed. */
export function basisOf(
  { id, version, terms }: Policy,
  rent: Rent,
  { occurrence, cents, on }: Fee,
  { used, awaiting }: { used: number; awaiting: number },
): Basis {
  return {
    rule: `late-fee.${terms.kind}.${terms.frequency}/1`,
    formula: formulaOf(terms, rent, cents),
    inputs: {
      policyId: id,
      policyVersion: version,
      kind: terms.kind,
      rate: terms.rate / 100,
      frequency: terms.frequency,
      graceDays: terms.graceDays,
      cap: terms.cap === null ? null : toDollars(terms.cap),
      minimumBalance: toDollars(terms.minimum),
      dueDate: rent.dueDate,
      lastDayOfGrace: lastDayOfGrace(rent.dueDate, terms.graceDays),
      lateFrom: lateFrom(rent.dueDate, terms.graceDays),
      assessedFor: on,
      occurrence,
      openAtEndOfGrace: toDollars(baseOf(rent, terms)),
      earlierFees: toDollars(used),
      reportedNotConfirmed: toDollars(awaiting),
    },
  }
}

/** `5% × $1,000.00 = $50.00`, followed by the capped amount if the cap applies. */
function formulaOf(terms: Terms, rent: Rent, cents: number): string {
  const daily = terms.frequency === 'daily' ? ' a day' : ''
  const whole = feeOn({ ...terms, cap: null, frequency: 'once' }, rent, 1, { today: '9999-12-31', used: 0 })
  const sum =
    terms.kind === 'flat'
      ? `${moneyText(terms.rate)}${daily}`
      : `${percentText(terms.rate)} × ${moneyText(baseOf(rent, terms))} = ${moneyText(whole)}${daily}`
  return cents < whole ? `${sum}, at most ${moneyText(terms.cap ?? cents)} in all: ${moneyText(cents)}` : sum
}

/** The policy version stored in the basis. */
export function policyOf({ inputs }: Basis): Policy {
  const frozen = inputs as Record<string, string | number> & { cap: number | null }
  return {
    id: String(frozen.policyId),
    version: Number(frozen.policyVersion),
    terms: {
      graceDays: Number(frozen.graceDays),
      kind: frozen.kind === 'percent' ? 'percent' : 'flat',
      rate: toCents(Number(frozen.rate)),
      frequency: frozen.frequency === 'daily' ? 'daily' : 'once',
      cap: frozen.cap === null ? null : toCents(frozen.cap),
      minimum: toCents(Number(frozen.minimumBalance)),
    },
  }
}

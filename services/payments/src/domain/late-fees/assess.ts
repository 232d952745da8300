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

/** A policy's terms, and which policy in which version they are of. */
export interface Policy {
  id: string
  version: number
  terms: Terms
}

/** A fee as it was assessed. */
export interface AssessedFee {
  id: string
  occurrence: number
  cents: number
  status: (typeof lateFeeStatuses)[number]
  basis: Basis
  /** Money stands on the charge that posting made. */
  isPaid: boolean
}

export interface Proposal extends Fee {
  policyId: string
  basis: Basis
}

export interface AssessmentInput {
  /** Null: nobody owes it any more, or it is no rent. */
  rent: Rent | null
  /** The one that holds now; null: none, or one that says that there is no fee. */
  policy: Policy | null
  /** Which one holds, also one that says that there is no fee; null: none. */
  policyId: string | null
  /** The day at the property on which the policy was first made: what was paid before that is not looked into. */
  policySince: string | null
  /** Those not withdrawn. */
  fees: AssessedFee[]
  /** Reported by the tenants and not confirmed, in cents: it stops no fee, but whoever judges it should know. */
  awaiting: number
  today: string
}

/** What is to change so that the fees of a rent are what its dates, its money and the policies say. Asked again, nothing is. */
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
    // A rent is judged by one policy: what another one proposed goes, unless the landlord has decided about it.
    if (rent !== null && fee.status === 'proposed' && policyId !== null && policyOf(fee.basis).id !== policyId) {
      withdrawn.push({ fee, reason: 'Another late-fee policy holds for this rent now.' })
      wasProposed = true
    } else if (stays(fee, due)) taken.set(fee.occurrence, fee.cents)
    else {
      withdrawn.push({ fee, reason: rent === null ? 'The rent is not owed any more.' : whyNot(fee, rent, due) })
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
  // What was assessed keeps the policy that it was assessed by, whatever the landlord made of it since.
  for (const { occurrence, basis } of replaced) {
    const assessedBy = policyOf(basis)
    const cents = feeOn(assessedBy.terms, rent, occurrence, { today, used: sumOf(taken) })
    if (cents > 0) propose(rent, assessedBy, { occurrence, on: dayOfFee(rent, assessedBy.terms, occurrence), cents })
  }
  // What was under judgement already is in reach of the policy that takes it over.
  if (policy && (wasProposed || isInReach(asked, rent, policy)))
    for (const fee of feesOf(policy.terms, rent, { today, taken })) propose(rent, policy, fee)
  return { withdrawn, proposed }
}

/** A landlord who makes a policy means what is owed now and what comes, not rents that were settled before. */
const isInReach = ({ policySince, today }: AssessmentInput, rent: Rent, { terms }: Policy) =>
  openAfter(rent, today) > 0 || lateFrom(rent.dueDate, terms.graceDays) >= (policySince ?? today)

/** What the fee would be if it were assessed today by its own policy. */
const dueOf = ({ occurrence, basis }: AssessedFee, rent: Rent, today: string) =>
  feeOn(policyOf(basis).terms, rent, occurrence, { today, used: toCents(Number(basis.inputs.earlierFees)) })

/** A decision of the landlord stands, and so does a fee that was paid. What was posted is never raised. */
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
    ? `The rent was paid in time: money received on ${dayText(before.on)} counts.`
    : 'The rent is not late by its dates any more.'
}

const sumOf = (taken: ReadonlyMap<number, number>) => [...taken.values()].reduce((sum, cents) => sum + cents, 0)

/** Everything that went in, so that the fee can be reckoned again without the policy. Money in dollars, as it is shown. */
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

/** `5% × $1,000.00 = $50.00`, with what the cap left of it. */
function formulaOf(terms: Terms, rent: Rent, cents: number): string {
  const daily = terms.frequency === 'daily' ? ' a day' : ''
  const whole = feeOn({ ...terms, cap: null, frequency: 'once' }, rent, 1, { today: '9999-12-31', used: 0 })
  const sum =
    terms.kind === 'flat'
      ? `${moneyText(terms.rate)}${daily}`
      : `${percentText(terms.rate)} × ${moneyText(baseOf(rent, terms))} = ${moneyText(whole)}${daily}`
  return cents < whole ? `${sum}, at most ${moneyText(terms.cap ?? cents)} in all: ${moneyText(cents)}` : sum
}

/** The policy as the basis keeps it. */
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

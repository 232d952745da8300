import type { termKinds } from '@keyhold/contracts/tenancy/tenancies'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import { dayText, ordinal } from '../explain/format.ts'
import { amountOn, noStart, stepsOf, type Terms } from './recurring-rules.ts'
import type { Cause } from './sync-charges.ts'
import type { ChangedTenancy, TenancyChange, TenancyRow } from './tenancies.ts'

export const voidReason = 'The tenancy was entered by mistake and voided.'

/** The rent rule before and after a change of its tenancy. */
interface Rents {
  before: Terms | null
  after: Terms | null
}

/**
 * Who changed a tenancy, and what. Where nothing changed that charges depend on, for example because a roommate moved in, what is posted came due
 * in the meantime.
 */
export function causeOf({ snapshot, old, asOf }: TenancyChange, rents: Rents): Cause {
  const by = snapshot.changedBy ?? null
  if (snapshot.isVoid) return { by, reason: voidReason }
  if (old === null) return { by, reason: 'Set up with the tenancy.' }
  if (old.isVoid) return { by, reason: 'The tenancy was restored.' }
  const changes = [
    ...rentChanges(old, snapshot),
    ...dateChange('Lease start', old.startDate, snapshot.startDate),
    ...dateChange('Lease end', old.endDate, snapshot.endDate),
    ...(old.termKind === snapshot.termKind ? [] : [`Term changed to ${termTexts[snapshot.termKind]}.`]),
    ...billingChanges(rents),
    ...moveOutChange(old.movedOutOn, snapshot.movedOutOn, asOf.slice(0, 10)),
    ...placeChange(old, snapshot),
  ]
  const reason = changes.length > 0 ? changes.join(' ') : otherChange(rents)
  return reason === null
    ? { by: null, reason: 'Posted as it comes due.', cancellation: 'The terms of the tenancy changed.' }
    : { by, reason }
}

const termTexts: Record<(typeof termKinds)[number], string> = {
  fixed: 'a fixed term',
  rollover: 'a fixed term that goes on month to month',
  at_will: 'month to month',
}

function rentChanges(old: TenancyRow, snapshot: ChangedTenancy): string[] {
  const { startDate, monthlyRent } = snapshot
  const steps = monthlyRent === null ? [] : stepsOf(snapshot, startDate ?? noStart, monthlyRent)
  const isRent = steps.length > 0
  if (old.steps.length === 0) return isRent ? [`Rent set to ${rentText(amountOn(steps, noStart))}.`] : []
  if (!isRent) return ['Rent removed.']
  const days = [...new Set([...old.steps, ...steps].map(({ startsOn }) => startsOn))].toSorted()
  const pairs = days.map((day) => ({ day, from: amountOn(old.steps, day), to: amountOn(steps, day) }))
  return pairs.flatMap(({ day, from, to }, index) => {
    const last = pairs[index - 1]
    if (from === to || (last?.from === from && last.to === to)) return []
    return [`Rent changed from ${rentText(from)} to ${rentText(to)}${day === noStart ? '' : ` from ${dayText(day)}`}.`]
  })
}

const rentText = (amount: number): string => moneyText(toCents(amount))

function dateChange(what: string, from: string | null, to: string | null): string[] {
  if (from === to) return []
  if (to === null) return [`${what} removed.`]
  return [from === null ? `${what} set to ${dayText(to)}.` : `${what} moved from ${dayText(from)} to ${dayText(to)}.`]
}

function billingChanges({ before, after }: Rents): string[] {
  if (!before || !after) return []
  const [from, to] = [dueDayOf(before), dueDayOf(after)]
  const isOther =
    before.proration !== after.proration ||
    before.postingDays !== after.postingDays ||
    before.atOnce !== after.atOnce ||
    before.splitAfter !== after.splitAfter
  return [
    ...(from === to ? [] : [`Due day changed from the ${ordinal(from)} to the ${ordinal(to)}.`]),
    ...(isOther ? ['Billing terms changed.'] : []),
  ]
}

const dueDayOf = ({ dueDay, startsOn }: Terms): number => dueDay ?? Number(startsOn.slice(8))

function moveOutChange(from: string | null, to: string | null, today: string): string[] {
  if (from === to) return []
  if (to === null) return from === null ? [] : [`The move-out on ${dayText(from)} was undone.`]
  if (from !== null) return [`Move-out moved from ${dayText(from)} to ${dayText(to)}.`]
  return [`${to > today ? 'Moving' : 'Moved'} out on ${dayText(to)}.`]
}

function placeChange(old: TenancyRow, { propertyId, unitId }: ChangedTenancy): string[] {
  if (old.propertyId !== propertyId) return ['Property changed.']
  return old.unitId === unitId ? [] : ['Unit changed.']
}

/** Other billing terms show in the days that the rent covers. */
const otherChange = ({ before, after }: Rents): string | null =>
  before && after && (before.startsOn !== after.startsOn || before.endsOn !== after.endsOn)
    ? 'Billing terms changed.'
    : null

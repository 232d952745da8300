import type { RentStep, tenancyStatuses } from '@keyhold/contracts/tenancy/tenancies'
import { Refusal } from '@keyhold/kit/http/problem'
import type { TenancyRow } from './tenancies.ts'

export type TenancyStatus = (typeof tenancyStatuses)[number]
export type Terms = Pick<TenancyRow, 'startDate' | 'endDate' | 'termKind' | 'monthlyRent' | 'rentSteps'>
type Dates = Pick<TenancyRow, 'startDate' | 'endDate' | 'termKind' | 'movedOutOn' | 'isVoid'>

/** What has become of a tenancy on a day at its property. The day of moving out is the first without anybody there. */
export function statusOf({ startDate, endDate, termKind, movedOutOn, isVoid }: Dates, today: string): TenancyStatus {
  if (isVoid || (movedOutOn !== null && movedOutOn <= today)) return 'ended'
  if (startDate === null) return 'open'
  if (today < startDate) return 'upcoming'
  if (termKind === 'at_will') return 'month_to_month'
  // The end date is the last day of the term.
  if (endDate === null || today <= endDate) return 'active'
  return termKind === 'rollover' ? 'month_to_month' : 'holdover'
}

/** The monthly rent on a day: that of the latest step which has begun, else the one at the start. */
export const rentOn = (
  { monthlyRent, rentSteps }: Pick<Terms, 'monthlyRent' | 'rentSteps'>,
  day: string,
): number | null => rentSteps.findLast(({ startsOn }) => startsOn <= day)?.monthlyRent ?? monthlyRent

/** How a form calls the ends of the term. */
interface Names {
  startDate: string
  endDate: string
  tooEarly: string
}
export const tenancyNames: Names = {
  startDate: 'startDate',
  endDate: 'endDate',
  tooEarly: 'The tenancy must end after it starts',
}
export const leaseNames: Names = {
  startDate: 'leaseStartDate',
  endDate: 'leaseEndDate',
  tooEarly: 'The lease must end after it starts',
}

/** @throws Refusal 400 that names every term which does not fit the others */
export function validateTerms(
  { startDate, endDate, termKind, monthlyRent, rentSteps }: Terms,
  names: Names = tenancyNames,
): void {
  const issues: { path: string; message: string }[] = []
  if (startDate !== null && endDate !== null && endDate <= startDate)
    issues.push({ path: names.endDate, message: names.tooEarly })
  if (termKind === 'at_will' && endDate !== null)
    issues.push({ path: names.endDate, message: 'A tenancy at will has no end date' })
  if (rentSteps.length > 0 && monthlyRent === null)
    issues.push({ path: 'monthlyRent', message: 'Enter the rent at the start before its steps' })
  issues.push(...stepIssues(rentSteps, startDate))
  const [first] = issues
  if (first) throw new Refusal('invalid-input', `${first.message}.`, { issues })
}

function stepIssues(steps: readonly RentStep[], startDate: string | null) {
  return steps.flatMap(({ startsOn }, i) => {
    const path = `rentSteps.${i}.startsOn`
    const before = steps[i - 1]
    if (startDate !== null && startsOn <= startDate)
      return [{ path, message: 'A new rent begins after the start of the tenancy' }]
    if (before && startsOn <= before.startsOn)
      return [{ path, message: 'Each new rent begins after the one before it' }]
    return []
  })
}

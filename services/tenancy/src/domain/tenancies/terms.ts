import type { RentStep, tenancyStatuses } from '@keyhold/contracts/tenancy/tenancies'
import { Refusal } from '@keyhold/kit/http/problem'
import type { TenancyRow } from '../../schema/tenancies.ts'

export type TenancyStatus = (typeof tenancyStatuses)[number]
export type Terms = Pick<TenancyRow, 'startDate' | 'endDate' | 'termKind' | 'monthlyRent' | 'rentSteps' | 'billing'>
type Dates = Pick<TenancyRow, 'startDate' | 'endDate' | 'termKind' | 'movedOutOn' | 'isVoid'>

/** The status on a date at the property. The end date is the last day of the term; the move-out day is the first day on which nobody lives there. */
export function statusOf({ startDate, endDate, termKind, movedOutOn, isVoid }: Dates, today: string): TenancyStatus {
  if (isVoid || (movedOutOn !== null && movedOutOn <= today)) return 'ended'
  if (startDate === null) return 'open'
  if (today < startDate) return 'upcoming'
  if (termKind === 'at_will') return 'month_to_month'
  if (endDate === null || today <= endDate) return 'active'
  return termKind === 'rollover' ? 'month_to_month' : 'holdover'
}

/** The monthly rent on a date: that of the latest step in force, else the initial rent. */
export const rentOn = (
  { monthlyRent, rentSteps }: Pick<Terms, 'monthlyRent' | 'rentSteps'>,
  date: string,
): number | null => rentSteps.findLast(({ startsOn }) => startsOn <= date)?.monthlyRent ?? monthlyRent

/** What a form calls the dates of the term. */
interface FieldNames {
  startDate: string
  endDate: string
  endTooEarly: string
}
export const tenancyFieldNames: FieldNames = {
  startDate: 'startDate',
  endDate: 'endDate',
  endTooEarly: 'The tenancy must end after it starts',
}
export const leaseFieldNames: FieldNames = {
  startDate: 'leaseStartDate',
  endDate: 'leaseEndDate',
  endTooEarly: 'The lease must end after it starts',
}

/** @throws Refusal 400 with an issue for every term that contradicts another */
export function validateTerms(
  { startDate, endDate, termKind, monthlyRent, rentSteps, billing }: Terms,
  names: FieldNames = tenancyFieldNames,
): void {
  const issues: { path: string; message: string }[] = []
  if (startDate !== null && endDate !== null && endDate <= startDate)
    issues.push({ path: names.endDate, message: names.endTooEarly })
  if (termKind === 'at_will' && endDate !== null)
    issues.push({ path: names.endDate, message: 'A tenancy at will has no end date' })
  if (rentSteps.length > 0 && monthlyRent === null)
    issues.push({ path: 'monthlyRent', message: 'Enter the initial rent before any new rent' })
  const splitAfter = billing?.splitAfter ?? null
  if (splitAfter !== null && startDate !== null && splitAfter > startDate)
    issues.push({ path: 'splitAfter', message: 'The previous tenants pay until the start of this tenancy at most' })
  issues.push(...stepIssues(rentSteps, startDate))
  const [first] = issues
  if (first) throw new Refusal('invalid-input', `${first.message}.`, { issues })
}

function stepIssues(steps: readonly RentStep[], startDate: string | null) {
  return steps.flatMap(({ startsOn }, i) => {
    const path = `rentSteps.${i}.startsOn`
    const previous = steps[i - 1]
    if (startDate !== null && startsOn <= startDate)
      return [{ path, message: 'A new rent begins after the start of the tenancy' }]
    if (previous && startsOn <= previous.startsOn)
      return [{ path, message: 'Each new rent begins after the one before it' }]
    return []
  })
}

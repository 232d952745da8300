import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { date, daysUntil, relativeDate, words } from '~/lib/format.ts'

type Lease = Pick<Tenant, 'leaseStartDate' | 'leaseEndDate'>

/** "Feb 1, 2026 – Jan 31, 2027", without missing parts. */
export function leaseWords({ leaseStartDate, leaseEndDate }: Lease): string {
  if (leaseStartDate && leaseEndDate) return `${date(leaseStartDate)} – ${date(leaseEndDate)}`
  if (leaseStartDate) return `Since ${date(leaseStartDate)}, open-ended`
  return `Until ${date(leaseEndDate)}`
}

/** A lease's progress in a few words and from 0 to 100; null without both dates. */
export function leaseProgress({
  leaseStartDate,
  leaseEndDate,
}: Lease): { value: number; words: string; isNear: boolean } | null {
  if (!leaseStartDate || !leaseEndDate) return null
  const [since, left] = [-daysUntil(leaseStartDate), daysUntil(leaseEndDate)]
  if (since < 0) return { value: 0, words: `Starts ${relativeDate(leaseStartDate)}`, isNear: false }
  if (left < 0) return { value: 100, words: `Ended ${relativeDate(leaseEndDate)}`, isNear: true }
  return {
    value: Math.round((since / (since + left)) * 100),
    words: `Ends ${relativeDate(leaseEndDate)}`,
    isNear: left <= 60,
  }
}

/** The name of a record's field in words: `employerName` is "Employer name". */
export const fieldName = (field: string): string => words(field.replaceAll(/([A-Z])/g, ' $1').toLowerCase())

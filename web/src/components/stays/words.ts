import {
  bookingSources,
  type BookingSource,
  bookingStatuses,
  type BookingStatus,
  cancellationPolicies,
  type CancellationPolicyName,
  feeUnits,
  type FeeUnit,
  sourceNames,
} from '@keyhold/contracts/properties/stays/stay-values'
import type { Tone } from '~/components/ui/badge.tsx'
import { date, dateRange, plural, words } from '~/lib/format.ts'

export const statusTones: Record<BookingStatus, Tone> = {
  pending: 'warning',
  confirmed: 'success',
  checked_in: 'info',
  checked_out: 'neutral',
  cancelled: 'danger',
  no_show: 'danger',
}
export const statusWords = (status: BookingStatus): string => (status === 'no_show' ? 'No-show' : words(status))
export const statusOptions = bookingStatuses.map((value) => ({ value, label: statusWords(value) }))

export const sourceOptions = bookingSources.map((value) => ({ value, label: sourceNames[value] }))
export const sourceWords = (source: BookingSource): string => sourceNames[source]

export const policyWords: Record<CancellationPolicyName, string> = {
  flexible: 'Flexible',
  moderate: 'Moderate',
  firm: 'Firm',
  strict: 'Strict',
  custom: 'My own',
}
export const policyOptions = cancellationPolicies.map((value) => ({ value, label: policyWords[value] }))

export const unitWords: Record<FeeUnit, string> = {
  per_stay: 'per stay',
  per_night: 'per night',
  per_guest: 'per guest',
  per_guest_night: 'per guest and night',
}
export const feeUnitOptions = feeUnits.map((value) => ({ value, label: words(unitWords[value]) }))

/** "Mar 3 – 6, 2026 · 3 nights" */
export const stayWords = (stay: { checkInDate: string; checkOutDate: string; numberOfNights: number }): string =>
  `${dateRange(stay.checkInDate, stay.checkOutDate)} · ${plural(stay.numberOfNights, 'night')}`

/** A tier of a cancellation policy in words. */
export const tierWords = ({ daysBefore, percent }: { daysBefore: number; percent: number }): string =>
  `${percent}% of the nights back until ${plural(daysBefore, 'day')} before check-in`

/** The dates of an offer: "Mar 3 – 6, 2026", or from a day on. */
export const offerWords = (from: string, until: string | null): string =>
  until ? dateRange(from, until) : `from ${date(from)}`

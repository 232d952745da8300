import type { RentersInsurance } from '@keyhold/contracts/tenancy/insurance'
import type { Tone } from '~/components/ui/badge.tsx'
import { date, money, plural } from '~/lib/format.ts'

/** The state of a renters insurance as a badge. */
export const insuranceBadges: Readonly<Record<RentersInsurance['status'], { label: string; tone: Tone }>> = {
  none: { label: 'Not entered', tone: 'neutral' },
  missing: { label: 'Missing', tone: 'danger' },
  upcoming: { label: 'Not in effect yet', tone: 'info' },
  active: { label: 'Active', tone: 'success' },
  too_low: { label: 'Coverage too low', tone: 'danger' },
  expiring: { label: 'Expiring soon', tone: 'warning' },
  expired: { label: 'Expired', tone: 'danger' },
}

/** The state in a sentence; null where the badge says it all. */
export function insuranceText({ status, policy, daysLeft, minimumCoverage }: RentersInsurance): string | null {
  switch (status) {
    case 'missing':
      return `Renters insurance is required${minimumCoverage === null ? '.' : `, with a coverage of at least ${money(minimumCoverage)}.`}`
    case 'too_low':
      return `The coverage must be at least ${money(minimumCoverage)}.`
    case 'expiring':
      return daysLeft === 0 ? 'The policy ends today.' : `The policy ends in ${plural(daysLeft ?? 0, 'day')}.`
    case 'expired':
      return `The policy ended on ${date(policy?.expiryDate)}.`
    case 'none':
    case 'upcoming':
    case 'active':
      return null
  }
}

import { expiringDays, type RentersInsurance } from '@keyhold/contracts/tenancy/insurance'
import { daysBetween } from '@keyhold/kit/lib/dates'

interface Judged {
  policy: RentersInsurance['policy']
  isRequired: boolean
  minimumCoverage: number | null
  /** At the property. */
  today: string
}

/** A tenant's insurance with its state on a day. */
export function judgeInsurance({ policy, isRequired, minimumCoverage, today }: Judged): RentersInsurance {
  const daysLeft = policy && daysBetween(today, policy.expiryDate)
  return {
    policy,
    daysLeft,
    isRequired,
    minimumCoverage: isRequired ? minimumCoverage : null,
    status: statusOf({ policy, isRequired, minimumCoverage, today }),
  }
}

function statusOf({ policy, isRequired, minimumCoverage, today }: Judged): RentersInsurance['status'] {
  if (!policy) return isRequired ? 'missing' : 'none'
  const daysLeft = daysBetween(today, policy.expiryDate)
  if (daysLeft < 0) return 'expired'
  if (isRequired && minimumCoverage !== null && policy.coverage < minimumCoverage) return 'too_low'
  if (daysLeft <= expiringDays) return 'expiring'
  return policy.effectiveDate > today ? 'upcoming' : 'active'
}

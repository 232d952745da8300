import { statusAt } from '@keyhold/contracts/billing'
import { useUser } from './session.ts'

const dayMs = 24 * 60 * 60 * 1000

/** What the signed-in landlord's plan allows now. */
export function usePlan() {
  const { userType, maxProperties, subscriptionStatus, trialEndDate } = useUser()
  const now = new Date()
  const status = subscriptionStatus ? statusAt({ status: subscriptionStatus, trialEndDate }, now) : null
  const isLimited = userType !== 'super_admin'
  return {
    /** How many properties at most; null: any number. */
    limit: isLimited ? maxProperties : null,
    isLimited,
    status,
    /** Whole days that are left of the trial, the last one counted; null when there is none. */
    trialDaysLeft: status === 'trial' && trialEndDate ? Math.ceil((new Date(trialEndDate).getTime() - now.getTime()) / dayMs) : null,
    trialEndDate,
    /** Nothing can be added: the trial or the subscription has ended. */
    hasEnded: isLimited && (status === 'expired' || status === 'cancelled'),
  }
}

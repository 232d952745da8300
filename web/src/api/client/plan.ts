import { useUser } from './session.ts'

const dayMs = 24 * 60 * 60 * 1000

const msUntil = (instant: string) => new Date(instant).getTime() - Date.now()

/** What the signed-in landlord's plan allows now. */
export function usePlan() {
  const { userType, maxProperties, subscriptionStatus, trialEndDate } = useUser()
  const isLimited = userType !== 'super_admin'
  const isTrial = isLimited && subscriptionStatus === 'trial' && trialEndDate !== null
  const msLeft = isTrial ? msUntil(trialEndDate) : 0
  return {
    isLimited,
    /** How many properties at most; null: any number. */
    limit: isLimited ? maxProperties : null,
    /** Days that are left of the trial, the running one counted; null when there is none. */
    trialDaysLeft: isTrial && msLeft > 0 ? Math.ceil(msLeft / dayMs) : null,
    trialEndDate,
    isTrialOver: isLimited && (subscriptionStatus === 'expired' || (isTrial && msLeft <= 0)),
    /** Nothing can be added any more; everything remains readable. */
    hasEnded:
      isLimited && (subscriptionStatus === 'expired' || subscriptionStatus === 'cancelled' || (isTrial && msLeft <= 0)),
  }
}

import type { Subscription } from '@keyhold/contracts/billing/subscriptions'
import { useCancelSubscriptionMutation, useResumeSubscriptionMutation } from '~/api/subscriptions.ts'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { dayOf } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { keepsCredit } from '~/texts/billing.ts'

/** Cancels the subscription at the end of the paid period, or resumes it. */
export function useRenewal({ subscriptionEndDate, pastDueSince, credit }: Subscription) {
  const confirm = useConfirm()
  const [cancel, cancelling] = useCancelSubscriptionMutation()
  const [resume, resuming] = useResumeSubscriptionMutation()

  return {
    isBusy: cancelling.isLoading || resuming.isLoading,
    cancel: async () => {
      const goAhead = await confirm({
        title: 'Cancel your subscription?',
        description:
          (pastDueSince === null
            ? `Your plan stays active until ${dayOf(subscriptionEndDate)}, and you won’t be charged again. After that you can still view everything, but you can’t add properties.`
            : 'Your plan will not renew. The failed payment is still due. When the plan ends you can still view everything, but you can’t add properties.') +
          keepsCredit(credit),
        confirmLabel: 'Cancel subscription',
        cancelLabel: 'Keep it',
        destructive: true,
      })
      if (!goAhead) return
      try {
        const { subscriptionEndDate: end } = await cancel().unwrap()
        toast({
          variant: 'success',
          title: 'Subscription cancelled',
          description: `Your plan stays active until ${dayOf(end)}.`,
        })
      } catch (error) {
        toastError('The subscription was not cancelled', error)
      }
    },
    resume: async () => {
      try {
        const { subscriptionEndDate: end } = await resume().unwrap()
        toast({ variant: 'success', title: 'Subscription resumed', description: `Your plan renews on ${dayOf(end)}.` })
      } catch (error) {
        toastError('The subscription was not resumed', error)
      }
    },
  }
}

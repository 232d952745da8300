import { usePlan } from '~/api/client/plan.ts'
import { toast } from '~/lib/toast.ts'
import { propertyLimitReached } from '~/texts/properties.ts'

/** Says that the plan holds no more (spec 1 §8). */
export const tellLimit = (limit: number): void => toast({ variant: 'destructive', ...propertyLimitReached(limit) })

/** Whether one more property fits into the plan. `hasRoom()` says so when it doesn't. */
export function useRoomForProperty(count: number | undefined) {
  const { limit, hasEnded, isTrialOver } = usePlan()
  const isFull = limit !== null && count !== undefined && count >= limit
  return {
    isFull,
    isBlocked: isFull || hasEnded,
    hasRoom: (): boolean => {
      if (hasEnded)
        toast({
          variant: 'destructive',
          title: isTrialOver ? 'Your free trial has ended' : 'Your subscription has ended',
          description: 'Adding properties needs a plan.',
        })
      else if (isFull) tellLimit(limit)
      return !hasEnded && !isFull
    },
  }
}

import { usePlan } from '~/api/client/plan.ts'
import { toast } from '~/lib/toast.ts'
import { propertyLimitReached } from '~/texts/properties.ts'

/** Says that the plan's limit is reached (spec 1 §8). */
export const tellLimit = (limit: number): void => toast({ variant: 'destructive', ...propertyLimitReached(limit) })

/** Whether the plan allows one more property. `hasRoom()` shows a message if not. */
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
          description: 'To add properties, choose a plan.',
        })
      else if (isFull) tellLimit(limit)
      return !hasEnded && !isFull
    },
  }
}

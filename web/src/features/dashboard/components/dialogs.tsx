import { lazy, Suspense } from 'react'
import { usePlan } from '~/api/plan.ts'
import { toast } from '~/lib/toast.ts'

export type Opening = 'property' | 'tenant' | 'sms'

// Forms and their schemas come when they are asked for: the dashboard stands without them.
const QuickPropertyDialog = lazy(async () => ({ default: (await import('./quick-property-dialog.tsx')).QuickPropertyDialog }))
const TenantDialog = lazy(async () => ({ default: (await import('~/components/tenancy/tenant-dialog.tsx')).TenantDialog }))
const InviteDialog = lazy(async () => ({ default: (await import('~/components/tenancy/invite-dialog.tsx')).InviteDialog }))

export function DashboardDialogs({ opening, onClose }: { opening: Opening | null; onClose: () => void }) {
  return (
    <Suspense>
      {opening === 'property' && <QuickPropertyDialog onClose={onClose} />}
      {opening === 'tenant' && <TenantDialog needsPhone failure="Failed to add tenant" onClose={onClose} />}
      {opening === 'sms' && <InviteDialog by="sms" onClose={onClose} />}
    </Suspense>
  )
}

/** Whether one more property fits into the plan; says so when it doesn't. */
export function useRoomForProperty(count: number | undefined): () => boolean {
  const { limit, hasEnded, isTrialOver } = usePlan()
  return () => {
    if (hasEnded) {
      toast({
        variant: 'destructive',
        title: isTrialOver ? 'Your free trial has ended' : 'Your subscription has ended',
        description: 'Adding properties needs a plan.',
      })
      return false
    }
    if (limit === null || count === undefined || count < limit) return true
    toast({
      variant: 'destructive',
      title: 'Property Limit Reached',
      description: `You've reached the maximum of ${limit} properties for your current plan. Upgrade to add more properties.`,
    })
    return false
  }
}

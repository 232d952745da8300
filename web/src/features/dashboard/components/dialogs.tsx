import { lazy, Suspense } from 'react'
import { tenantToasts } from '~/texts/tenants.ts'

export type Opening = 'property' | 'tenant' | 'sms'

// Forms and their schemas are loaded on demand: the dashboard renders without them.
const QuickPropertyDialog = lazy(async () => ({
  default: (await import('./quick-property-dialog.tsx')).QuickPropertyDialog,
}))
const TenantDialog = lazy(async () => ({
  default: (await import('~/components/tenancy/tenant-dialog.tsx')).TenantDialog,
}))
const InviteDialog = lazy(async () => ({
  default: (await import('~/components/tenancy/invite-dialog.tsx')).InviteDialog,
}))

export function DashboardDialogs({ opening, onClose }: { opening: Opening | null; onClose: () => void }) {
  return (
    <Suspense>
      {opening === 'property' && <QuickPropertyDialog onClose={onClose} />}
      {opening === 'tenant' && <TenantDialog needsPhone failure={tenantToasts.addFailed} onClose={onClose} />}
      {opening === 'sms' && <InviteDialog by="sms" onClose={onClose} />}
    </Suspense>
  )
}

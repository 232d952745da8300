import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { Badge } from '~/components/ui/badge.tsx'

const says = {
  none: { label: 'No portal access', tone: 'neutral' },
  invited: { label: 'Invited to portal', tone: 'info' },
  active: { label: 'Portal active', tone: 'pine' },
} as const

/** Whether this tenant can sign in to the portal. */
export function PortalBadge({ access }: { access: Tenant['portalAccess'] }) {
  const { label, tone } = says[access]
  return <Badge tone={tone}>{label}</Badge>
}

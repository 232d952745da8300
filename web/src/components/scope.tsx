import { X } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { usePropertyChoices } from '~/api/properties.ts'
import { useTenantChoices } from '~/api/tenants.ts'
import { Button } from '~/components/ui/button.tsx'
import { fullName } from '~/lib/format.ts'

/** Says which tenant, property or request a link has narrowed a list to, and offers the whole list. */
export function Scope({
  of,
  tenantId,
  propertyId,
  requestId,
}: {
  /** What is listed. */
  of: string
  tenantId?: string | undefined
  propertyId?: string | undefined
  requestId?: string | undefined
}) {
  const [, setParams] = useSearchParams()
  const { tenants } = useTenantChoices()
  const { properties } = usePropertyChoices()
  if (!tenantId && !propertyId && !requestId) return null
  const tenant = tenants.find(({ id }) => id === tenantId)
  const property = properties.find(({ id }) => id === propertyId)
  const name = tenantId
    ? tenant
      ? fullName(tenant)
      : 'one tenant'
    : propertyId
      ? (property?.name ?? 'one property')
      : 'one maintenance request'
  return (
    <div className="mb-4 flex items-center gap-2">
      <span className="text-muted">
        Showing {of} of <strong className="font-medium text-ink">{name}</strong>
      </span>
      <Button size="sm" variant="ghost" icon={<X aria-hidden />} onClick={() => setParams({})}>
        Show all
      </Button>
    </div>
  )
}

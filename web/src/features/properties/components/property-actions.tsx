import type { Property } from '@keyhold/contracts/properties'
import { CreditCard, Pencil, UserPlus, Wrench } from 'lucide-react'
import { ActionButton, ActionLink, ActionList } from '~/components/ui/action-list.tsx'
import { paths } from '~/lib/paths.ts'
import { usePropertyTenantsQuery } from '../api.ts'

/** The ways on from one property. A tenant is added where there is none. */
export function PropertyActions({ property: { id }, onEdit }: { property: Property; onEdit: () => void }) {
  const tenants = usePropertyTenantsQuery({ propertyId: id, status: 'active' }).data
  return (
    <ActionList title="Quick Actions">
      {tenants?.items.length === 0 && <ActionLink to={paths.newTenantAt(id)} icon={<UserPlus aria-hidden />} label="Add Tenant" />}
      <ActionLink to={paths.paymentsOf({ propertyId: id })} icon={<CreditCard aria-hidden />} label="View Payments" />
      <ActionLink to={paths.maintenanceOf({ propertyId: id })} icon={<Wrench aria-hidden />} label="Maintenance" />
      <ActionButton onPress={onEdit} icon={<Pencil aria-hidden />} label="Edit Property" />
    </ActionList>
  )
}

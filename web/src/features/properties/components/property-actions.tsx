import type { Property } from '@keyhold/contracts/properties/properties'
import { CreditCard, FileText, Pencil, TrendingUp, UserPlus, Wrench } from 'lucide-react'
import { totalOf } from '~/api/client/calls-of.ts'
import { useListTenantsInfiniteQuery } from '~/api/tenants.ts'
import { ActionButton, ActionLink, ActionList } from '~/components/ui/action-list.tsx'
import { paths } from '~/lib/paths.ts'
import { notBuiltYet } from '~/texts/unbuilt.ts'

/** The quick actions of one property. */
export function PropertyActions({
  property: { id: propertyId, archivedAt },
  onEdit,
}: {
  property: Property
  onEdit: () => void
}) {
  const tenants = totalOf(useListTenantsInfiniteQuery({ propertyId, status: 'active' }).data)
  return (
    <ActionList title="Quick Actions">
      {tenants === 0 && !archivedAt && (
        <ActionLink to={paths.newTenantAt(propertyId)} icon={<UserPlus aria-hidden />} label="Add Tenant" />
      )}
      <ActionLink to={paths.documentsOf({ propertyId })} icon={<FileText aria-hidden />} label="View Documents" />
      <ActionLink to={paths.paymentsOf({ propertyId })} icon={<CreditCard aria-hidden />} label="View Payments" />
      <ActionLink to={paths.maintenanceOf({ propertyId })} icon={<Wrench aria-hidden />} label="Maintenance" />
      <ActionButton onPress={onEdit} icon={<Pencil aria-hidden />} label="Edit Property" />
      <ActionLink
        to={paths.marketPricingOf({ propertyId })}
        icon={<TrendingUp aria-hidden />}
        label="Market Analysis"
        hint={notBuiltYet}
      />
    </ActionList>
  )
}

import type { Tenant } from '@keyhold/contracts/tenancy'
import { Ellipsis, Pencil, SearchX } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { isApiError } from '~/api/problem.ts'
import { InviteDialog } from '~/components/tenancy/invite-dialog.tsx'
import { TenantDialog } from '~/components/tenancy/tenant-dialog.tsx'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { Menu, MenuItem } from '~/components/ui/dropdown-menu.tsx'
import { DocumentTitle, PageHeader } from '~/components/ui/page-header.tsx'
import { CardSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { dayOf, fullName } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { useGetTenantQuery } from '../api.ts'
import { PortalBadge } from '../components/portal-badge.tsx'
import { TenantActions } from '../components/tenant-actions.tsx'
import { ContactInfo, HomeCard, LeaseInfo } from '../components/tenant-facts.tsx'
import { RecentPayments, TenantStats } from '../components/tenant-money.tsx'
import { useDeleteTenant } from '../components/use-delete-tenant.ts'

/** `/tenants/:id` */
export function Component() {
  const { id = '' } = useParams()
  const { currentData: tenant, error, isError, refetch } = useGetTenantQuery({ id })
  if (isError) {
    const isUnknown = isApiError(error) && (error.status === 404 || error.status === 400)
    return isUnknown ? <NotFound /> : <ErrorState error={error} onRetry={() => void refetch()} />
  }
  if (tenant) return <Page tenant={tenant} />
  return (
    <>
      <PageHeader title="Tenant" crumbs={crumbs} />
      <CardSkeletons />
    </>
  )
}

const crumbs = [{ label: 'Tenants', to: paths.tenants }]

function Page({ tenant }: { tenant: Tenant }) {
  const [open, setOpen] = useState<'edit' | 'invite' | null>(null)
  const navigate = useNavigate()
  const remove = useDeleteTenant()
  const edit = () => setOpen('edit')
  const close = () => setOpen(null)
  const leave = async () => {
    if (await remove(tenant)) void navigate(paths.tenants)
  }
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        title={fullName(tenant)}
        badge={
          <>
            <StatusBadge status={tenant.isActive ? 'active' : 'inactive'} />
            <PortalBadge access={tenant.portalAccess} />
          </>
        }
        description={`${tenant.propertyName ?? 'No property assigned'} · added ${dayOf(tenant.createdAt)}`}
        actions={
          <>
            <Button variant="secondary" icon={<Pencil aria-hidden />} onClick={edit}>
              Edit
            </Button>
            <Menu
              trigger={
                <IconButton label="More" variant="secondary" className="phone:flex-none!">
                  <Ellipsis aria-hidden />
                </IconButton>
              }
            >
              <MenuItem destructive onSelect={() => void leave()}>
                Delete tenant…
              </MenuItem>
            </Menu>
          </>
        }
      />
      <TenantStats tenant={tenant} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-5">
          <LeaseInfo tenant={tenant} onEdit={edit} />
          <RecentPayments tenant={tenant} />
          <ContactInfo tenant={tenant} />
        </div>
        <div className="grid grid-cols-1 gap-5 phone:order-first">
          <HomeCard tenant={tenant} onAssign={edit} />
          <TenantActions tenant={tenant} onEdit={edit} onInvite={() => setOpen('invite')} />
        </div>
      </div>
      {open === 'edit' && <TenantDialog tenant={tenant} onClose={close} />}
      {open === 'invite' && <InviteDialog by="link" invitee={tenant} onClose={close} />}
    </>
  )
}

function NotFound() {
  return (
    <>
      <DocumentTitle title="Tenant Not Found" />
      <EmptyState
        level={1}
        icon={<SearchX aria-hidden />}
        title="Tenant Not Found"
        description="The tenant you're looking for doesn't exist."
        action={
          <Button asChild>
            <Link to={paths.tenants}>Back to Tenants</Link>
          </Button>
        }
      />
    </>
  )
}

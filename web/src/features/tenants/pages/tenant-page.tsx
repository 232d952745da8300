import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { Archive, CalendarX2, Ellipsis, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { useGetTenancyQuery, useMoveOutMutation } from '~/api/tenancies.ts'
import { useGetTenantQuery, useRestoreTenantMutation } from '~/api/tenants.ts'
import { TenantLedgerCard } from '~/components/money/ledger-card.tsx'
import { RecordPage } from '~/components/record-page.tsx'
import { InviteDialog } from '~/components/tenancy/invite-dialog.tsx'
import { TenantDialog } from '~/components/tenancy/tenant-dialog.tsx'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { Menu, MenuItem } from '~/components/ui/dropdown-menu.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { CardSkeletons } from '~/components/ui/skeleton.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { date, dayOf, fullName } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { ConsentCard } from '../components/consent-card.tsx'
import { HistoryCard } from '../components/history-card.tsx'
import { MoveOutDialog } from '../components/move-out-dialog.tsx'
import { ScreeningDialog } from '../components/screening-dialog.tsx'
import { TermsDialog } from '../components/terms-dialog.tsx'
import { OnboardingInfo } from '../components/onboarding-info.tsx'
import { PortalBadge } from '../components/portal-badge.tsx'
import { TenantActions } from '../components/tenant-actions.tsx'
import { ContactInfo } from '../components/contact-info.tsx'
import { HomeCard } from '../components/home-card.tsx'
import { InsuranceInfo } from '../components/insurance-info.tsx'
import { LeaseInfo } from '../components/lease-info.tsx'
import { RecentPayments, TenantStats } from '../components/tenant-money.tsx'
import { useDeleteTenant } from '../components/use-delete-tenant.ts'

/** `/tenants/:id` */
export function Component() {
  const { id = '' } = useParams()
  return (
    <RecordPage query={useGetTenantQuery({ id })} crumbs={crumbs} loading={<CardSkeletons />} notFound={notFound}>
      {(tenant) => <Page tenant={tenant} />}
    </RecordPage>
  )
}

const notFound = {
  title: 'Tenant Not Found',
  description: "The tenant you're looking for doesn't exist.",
  back: 'Back to Tenants',
}
const crumbs = [{ label: 'Tenants', to: paths.tenants }]

function Page({ tenant }: { tenant: Tenant }) {
  const [open, setOpen] = useState<'edit' | 'comes-back' | 'invite' | 'screen' | 'terms' | 'move-out' | null>(null)
  const navigate = useNavigate()
  const remove = useDeleteTenant()
  const [restore] = useRestoreTenantMutation()
  const { currentData: tenancy } = useGetTenancyQuery(
    { id: tenant.tenancyId ?? '' },
    { skip: tenant.tenancyId === null },
  )
  const takeBack = () =>
    restore({ id: tenant.id })
      .unwrap()
      .then(() => toast({ variant: 'success', title: 'Tenant restored' }))
      .catch((error: unknown) => toastError('Failed to restore tenant', error))
  const [leaveOn] = useMoveOutMutation()
  // A future move-out.
  const leavesOn = tenant.isActive
    ? (tenancy?.tenants.find(({ tenantId }) => tenantId === tenant.id)?.leftOn ?? null)
    : null
  const stay = () =>
    leaveOn({ id: tenancy!.id, tenantId: tenant.id, movedOutOn: null })
      .unwrap()
      .then(() =>
        toast({ variant: 'success', title: 'Move-out undone', description: 'Rent continues under the lease terms.' }),
      )
      .catch((error: unknown) => toastError('Failed to undo the move-out', error))
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
            <StatusBadge status={tenant.archivedAt ? 'archived' : tenant.isActive ? 'active' : 'inactive'} />
            <PortalBadge access={tenant.portalAccess} />
          </>
        }
        description={`${tenant.propertyName ? [tenant.propertyName, tenant.unitName].filter(Boolean).join(', ') : 'No property assigned'} · added ${dayOf(tenant.createdAt)}`}
        actions={
          !tenant.archivedAt && (
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
                {tenancy && tenant.isActive && (
                  <MenuItem onSelect={() => setOpen('move-out')}>
                    {leavesOn ? 'Change the move-out…' : 'Record a move-out…'}
                  </MenuItem>
                )}
                {!tenant.isActive && <MenuItem onSelect={() => setOpen('comes-back')}>Make active again…</MenuItem>}
                <MenuItem destructive onSelect={() => void leave()}>
                  Delete tenant
                </MenuItem>
              </Menu>
            </>
          )
        }
      />
      {tenant.archivedAt && (
        <Callout
          tone="info"
          icon={<Archive aria-hidden />}
          title={`Archived on ${dayOf(tenant.archivedAt)}`}
          action={
            <Button variant="secondary" onClick={() => void takeBack()}>
              Restore
            </Button>
          }
          className="mb-5"
        >
          Payments and history are kept. A restored tenant is inactive until you make them active again.
        </Callout>
      )}
      {leavesOn && (
        <Callout
          tone="info"
          icon={<CalendarX2 aria-hidden />}
          title={`Moves out on ${date(leavesOn)}`}
          action={
            <Button variant="secondary" onClick={() => void stay()}>
              Undo move-out
            </Button>
          }
          className="mb-5"
        >
          {tenant.coTenants.length > 0
            ? 'Becomes inactive on that day. The tenancy continues for those who stay.'
            : 'Becomes inactive on that day, and the home becomes vacant.'}
        </Callout>
      )}
      <TenantStats tenant={tenant} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-5">
          <LeaseInfo tenant={tenant} tenancy={tenancy} onEdit={edit} onTerms={() => setOpen('terms')} />
          <ContactInfo tenant={tenant} />
          {!tenant.archivedAt && <InsuranceInfo tenant={tenant} />}
          <RecentPayments tenant={tenant} />
          <TenantLedgerCard tenantId={tenant.id} />
          <HistoryCard tenantId={tenant.id} />
          <ConsentCard tenantId={tenant.id} />
        </div>
        <div className="grid grid-cols-1 gap-5 phone:order-first">
          <HomeCard tenant={tenant} onAssign={edit} />
          {!tenant.archivedAt && (
            <TenantActions
              tenant={tenant}
              onEdit={edit}
              onInvite={() => setOpen('invite')}
              onScreen={() => setOpen('screen')}
            />
          )}
          {!tenant.archivedAt && <OnboardingInfo tenant={tenant} />}
        </div>
      </div>
      {open === 'edit' && <TenantDialog tenant={tenant} onClose={close} />}
      {open === 'comes-back' && <TenantDialog tenant={tenant} comesBack onClose={close} />}
      {open === 'screen' && <ScreeningDialog tenant={tenant} onClose={close} />}
      {open === 'terms' && tenancy && <TermsDialog tenancy={tenancy} onClose={close} />}
      {open === 'move-out' && tenancy && <MoveOutDialog tenancy={tenancy} tenant={tenant} onClose={close} />}
      {open === 'invite' && <InviteDialog by="link" tenant={tenant} onClose={close} />}
    </>
  )
}

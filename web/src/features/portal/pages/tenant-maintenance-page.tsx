import { Plus, Wrench } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useListTenantMaintenanceInfiniteQuery } from '~/api/tenant-requests.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { Dialogs, type OpenDialog } from '../components/dialogs.tsx'
import { Linked } from '../components/linked.tsx'
import { PropertyCard } from '../components/property-card.tsx'
import { TenantRequestDialog } from '../components/request-dialog.tsx'
import { RequestList } from '../components/request-list.tsx'
import type { Profile } from '../words.ts'

/** `/tenant-maintenance?request=…`: everything a tenant has reported, in full, and one of them open. */
export function Component() {
  return <Linked>{(profile) => <Requests profile={profile} />}</Linked>
}

function Requests({ profile }: { profile: Profile }) {
  const [open, setOpen] = useState<OpenDialog>(null)
  const [params, setParams] = useSearchParams()
  const shown = params.get('request')
  const newRequest = profile.isActive && (
    <Button icon={<Plus aria-hidden />} onClick={() => setOpen('request')}>
      New Request
    </Button>
  )
  return (
    <>
      <PageHeader
        description="Your requests and their status."
        crumbs={[{ label: 'My Portal', to: paths.home }]}
        actions={newRequest}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_22rem]">
        <List action={newRequest} canAdd={profile.isActive} />
        <PropertyCard title="Your Property" />
      </div>
      <Dialogs open={open} on="screen" onClose={() => setOpen(null)} />
      {shown && (
        <TenantRequestDialog id={shown} canAdd={profile.isActive} onClose={() => setParams({}, { replace: true })} />
      )}
    </>
  )
}

function List({ action, canAdd }: { action: React.ReactNode; canAdd: boolean }) {
  const list = useListTenantMaintenanceInfiniteQuery({ limit: 100 })
  return (
    <PagedCard list={list}>
      {(requests, loading) =>
        loading ? (
          <RowSkeletons />
        ) : requests.length === 0 ? (
          <EmptyState
            icon={<Wrench aria-hidden />}
            title="No maintenance requests"
            description="A dripping tap, a cold radiator, a door that sticks: report it here and follow its progress."
            action={action}
          />
        ) : (
          <RequestList requests={requests} canAdd={canAdd} />
        )
      }
    </PagedCard>
  )
}

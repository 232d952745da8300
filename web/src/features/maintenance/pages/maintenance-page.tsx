import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { Plus, Wrench } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useListMaintenanceInfiniteQuery } from '~/api/requests.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { TabPanel, Tabs } from '~/components/ui/tabs.tsx'
import { paths } from '~/lib/paths.ts'
import { useDebounced } from '~/lib/use-debounced.ts'
import { Emergencies, Filters, Scope } from '../components/filters.tsx'
import { RequestDetails } from '../components/request-details.tsx'
import { RequestDialog } from '../components/request-dialog.tsx'
import { RequestTable } from '../components/request-table.tsx'
import { VendorsTab } from '../components/vendors-tab.tsx'
import { useStatus } from '../use-status.ts'
import type { Priority, Status } from '../words.ts'

const views = [
  { value: 'requests', label: 'Requests' },
  { value: 'vendors', label: 'Vendors' },
] as const
type View = (typeof views)[number]['value']

/** `/maintenance?view=vendors`, else `?propertyId=…&status=…&show=…&priority=…&vendor=…&sort=…&q=…&request=…`: requests and vendors. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const [isOpening, setOpening] = useState(false)
  const view: View = params.get('view') === 'vendors' ? 'vendors' : 'requests'
  const open = () => setOpening(true)
  return (
    <>
      <PageHeader
        description="What needs doing, who is on it, and what it costs."
        actions={
          <Button icon={<Plus aria-hidden />} onClick={open}>
            New Request
          </Button>
        }
      />
      <Tabs
        label="Maintenance"
        value={view}
        onValueChange={(next) => setParams(next === 'vendors' ? { view: next } : {})}
        tabs={views}
      >
        <TabPanel value="requests">
          <Requests onCreate={open} />
        </TabPanel>
        <TabPanel value="vendors">
          <VendorsTab />
        </TabPanel>
      </Tabs>
      {isOpening && (
        <RequestDialog propertyId={params.get('propertyId') ?? undefined} onClose={() => setOpening(false)} />
      )}
    </>
  )
}

function Requests({ onCreate }: { onCreate: () => void }) {
  const [params, setParams] = useSearchParams()
  const given = (name: string) => params.get(name) || undefined
  const search = useDebounced(params.get('q') ?? '', 250)
  const filter = {
    status: given('status') as Status | undefined,
    priority: given('priority') as Priority | undefined,
    pastDue: given('show') === 'pastDue' ? true : undefined,
    unassigned: given('show') === 'unassigned' ? true : undefined,
    vendorId: given('vendor'),
    propertyId: given('propertyId'),
    q: search || undefined,
  }
  const list = useListMaintenanceInfiniteQuery({
    ...filter,
    sort: given('sort') === 'deadline' ? 'deadline' : undefined,
    limit: 25,
  })
  const [edited, setEdited] = useState<MaintenanceRequest | null>(null)
  const { move, moving, dialog } = useStatus()
  const shown = given('request')

  const withRequest = (id: string | null) => {
    const next = new URLSearchParams(params)
    if (id) next.set('request', id)
    else next.delete('request')
    return next
  }
  const actions = { onMove: move, onEdit: setEdited, moving }

  return (
    <>
      <Scope />
      <Emergencies />
      <Filters />
      <PagedCard list={list}>
        {(requests, loading) => (
          <RequestTable
            requests={requests}
            loading={loading}
            hrefOf={({ id }) => `${paths.maintenance}?${withRequest(id)}`}
            empty={<Empty isFiltered={Object.values(filter).some(Boolean)} onCreate={onCreate} />}
            {...actions}
          />
        )}
      </PagedCard>
      {shown && !edited && (
        <RequestDetails id={shown} onClose={() => setParams(withRequest(null), { replace: true })} {...actions} />
      )}
      {dialog}
      {edited && <RequestDialog request={edited} onClose={() => setEdited(null)} />}
    </>
  )
}

function Empty({ isFiltered, onCreate }: { isFiltered: boolean; onCreate: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        compact
        icon={<Wrench aria-hidden />}
        title="No maintenance requests match"
        description="Try another status, priority or search."
      />
    )
  return (
    <EmptyState
      icon={<Wrench aria-hidden />}
      title="No maintenance requests"
      description="Requests your tenants submit in the portal appear here. You can also create one yourself."
      action={<Button onClick={onCreate}>New Request</Button>}
    />
  )
}

import { Siren, X } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { usePropertyChoices } from '~/api/properties.ts'
import { useMaintenanceSummaryQuery } from '~/api/requests.ts'
import { useVendors } from '~/api/vendors.ts'
import { Button } from '~/components/ui/button.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { FilterChips, SearchInput, Toolbar, ToolbarSelect } from '~/components/ui/toolbar.tsx'
import { number, plural } from '~/lib/format.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { priorityOptions, statusOptions, type Status } from '../words.ts'

function useSummary() {
  const [params] = useSearchParams()
  const propertyId = params.get('propertyId')
  return useMaintenanceSummaryQuery(propertyId ? { propertyId } : {}).data
}

/** Search, status with counts, what is late or waiting, priority, vendor and order; all kept in the address. */
export function Filters() {
  const [status, setStatus] = useSearchState('status')
  const [show, setShow] = useSearchState('show')
  const [priority, setPriority] = useSearchState('priority')
  const [vendor, setVendor] = useSearchState('vendor')
  const [sort, setSort] = useSearchState('sort')
  const [q, setQ] = useSearchState('q')
  const vendors = useVendors()
  const summary = useSummary()
  const countOf = (value: Status) => summary?.byStatus[value] ?? 0
  const all = statusOptions.reduce((sum, { value }) => sum + countOf(value), 0)
  const chips = [
    { value: '', label: 'All', count: all },
    ...statusOptions.map((option) => ({ ...option, count: countOf(option.value) })),
  ]
  const late = [
    { value: '', label: 'Any deadline' },
    { value: 'pastDue', label: summary ? `Past due (${number(summary.pastDue)})` : 'Past due' },
    { value: 'unassigned', label: 'Unassigned' },
  ]
  return (
    <>
      <Toolbar className="mb-2.5">
        <SearchInput label="Search requests" placeholder="Title, description or vendor" value={q} onChange={setQ} />
        <FilterChips
          label="Status"
          value={status}
          onChange={setStatus}
          options={summary ? chips : chips.map(({ value, label }) => ({ value, label }))}
        />
      </Toolbar>
      <div className="mb-4 flex flex-wrap gap-2.5 phone:grid phone:grid-cols-2 phone:*:min-w-0! phone:*:max-w-none!">
        <ToolbarSelect label="Deadline" value={show} onChange={setShow} options={late} />
        <ToolbarSelect
          label="Priority"
          value={priority}
          onChange={setPriority}
          options={[{ value: '', label: 'Any priority' }, ...priorityOptions]}
        />
        {(vendors.length > 0 || vendor) && (
          <ToolbarSelect
            label="Vendor"
            value={vendor}
            onChange={setVendor}
            options={[
              { value: '', label: 'Any vendor' },
              ...vendors.map(({ id, name }) => ({ value: id, label: name })),
            ]}
            className="max-w-56"
          />
        )}
        <ToolbarSelect
          label="Order"
          value={sort}
          onChange={setSort}
          options={[
            { value: '', label: 'Newest first' },
            { value: 'deadline', label: 'By deadline' },
          ]}
          className="md:ml-auto"
        />
      </div>
    </>
  )
}

/** Unfinished emergencies, before everything else. */
export function Emergencies() {
  const [priority] = useSearchState('priority')
  const [, setParams] = useSearchParams()
  const count = useSummary()?.emergencies ?? 0
  if (count === 0 || priority === 'emergency') return null
  const show = () =>
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.set('priority', 'emergency')
      for (const other of ['status', 'show', 'vendor', 'q']) next.delete(other)
      return next
    })
  return (
    <Callout
      tone="danger"
      className="mb-4"
      icon={<Siren aria-hidden />}
      title={count === 1 ? '1 emergency is open' : `${plural(count, 'emergency', 'emergencies')} are open`}
      action={
        <Button size="sm" variant="secondary" onClick={show}>
          Show
        </Button>
      }
    />
  )
}

/** Says which property a link has narrowed the list to, and offers the whole list. */
export function Scope() {
  const [propertyId, setPropertyId] = useSearchState('propertyId')
  const { properties } = usePropertyChoices()
  if (!propertyId) return null
  const name = properties.find(({ id }) => id === propertyId)?.name ?? 'one property'
  return (
    <div className="mb-4 flex items-center gap-2">
      <span className="text-muted">
        Showing requests of <strong className="font-medium text-ink">{name}</strong>
      </span>
      <Button size="sm" variant="ghost" icon={<X aria-hidden />} onClick={() => setPropertyId('')}>
        Show all
      </Button>
    </div>
  )
}

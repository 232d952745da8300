import { typeOptions } from '~/components/property/words.ts'
import { FilterChips, SearchInput, Toolbar, ToolbarSelect, ToolbarSelects } from '~/components/ui/toolbar.tsx'
import { orders, shows, type PropertyFilter } from './use-property-filter.ts'
import type { View } from './use-view.ts'
import { ViewToggle } from './view-toggle.tsx'

const types = [{ value: '', label: 'All types' }, ...typeOptions] as const

export function PropertyToolbar({
  filter,
  view,
  onView,
}: {
  filter: PropertyFilter
  view: View
  onView: (view: View) => void
}) {
  return (
    <Toolbar>
      <SearchInput
        label="Search properties"
        placeholder="Name, address or city"
        value={filter.q}
        onChange={filter.setQ}
        className="phone:w-auto! phone:flex-1"
      />
      <ViewToggle view={view} onChange={onView} />
      <FilterChips label="Show" value={filter.show} onChange={filter.setShow} options={shows} />
      <ToolbarSelects>
        <ToolbarSelect label="Property type" value={filter.type} onChange={filter.setType} options={types} />
        <ToolbarSelect label="Order" value={filter.sort} onChange={filter.setSort} options={orders} />
      </ToolbarSelects>
    </Toolbar>
  )
}

import { FilterChips, SearchInput, Toolbar, ToolbarSelect, ToolbarSelects } from '~/components/ui/toolbar.tsx'
import { typeOptions } from '../words.ts'
import { occupancies, orders, type PropertyFilter } from './use-property-filter.ts'

const types = [{ value: '', label: 'All types' }, ...typeOptions] as const

export function PropertyToolbar({ filter }: { filter: PropertyFilter }) {
  return (
    <Toolbar>
      <SearchInput label="Search properties" placeholder="Name, address or city" value={filter.q} onChange={filter.setQ} />
      <FilterChips label="Occupancy" value={filter.occupancy} onChange={filter.setOccupancy} options={occupancies} />
      <ToolbarSelects>
        <ToolbarSelect label="Property type" value={filter.type} onChange={filter.setType} options={types} />
        <ToolbarSelect label="Order" value={filter.sort} onChange={filter.setSort} options={orders} />
      </ToolbarSelects>
    </Toolbar>
  )
}

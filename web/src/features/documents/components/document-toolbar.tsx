import { SearchInput, Toolbar, ToolbarSelect, ToolbarSelects } from '~/components/ui/toolbar.tsx'
import { categoryOptions, typeOptions } from '../words.ts'
import { type DocumentFilter, orders } from './use-document-filter.ts'

/** Search, category, kind of file and order. */
export function DocumentToolbar({ filter, isTenant }: { filter: DocumentFilter; isTenant: boolean }) {
  return (
    <Toolbar>
      <SearchInput
        label="Search documents"
        placeholder={isTenant ? 'File name' : 'Name, or words in it'}
        value={filter.q}
        onChange={filter.setQ}
      />
      <ToolbarSelects>
        <ToolbarSelect
          label="Category"
          value={filter.category}
          onChange={filter.setCategory}
          options={[{ value: '', label: 'Category' }, ...categoryOptions]}
          // The longest word of the three, and the shortest.
          className="phone:grow-[1.2]!"
        />
        <ToolbarSelect
          label="File type"
          value={filter.type}
          onChange={filter.setType}
          options={[{ value: '', label: 'Kind' }, ...typeOptions]}
          className="phone:grow-[0.9]!"
        />
        <ToolbarSelect label="Order" value={filter.order} onChange={filter.setSort} options={orders} />
      </ToolbarSelects>
    </Toolbar>
  )
}

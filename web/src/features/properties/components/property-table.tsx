import type { Property } from '@keyhold/contracts/properties/properties'
import { Ellipsis, Pencil } from 'lucide-react'
import { PropertyThumb } from '~/components/property/property-cover.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { Menu, MenuItem } from '~/components/ui/dropdown-menu.tsx'
import { money } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { shortAddressOf } from '~/lib/short-address.ts'
import { factsOf } from '../words.ts'
import { Occupancy } from './occupancy.tsx'
import type { PropertyAction } from './use-property-actions.ts'

type OnAct = (act: PropertyAction, property: Property) => void

/** The same properties as a table, for long lists. */
export function PropertyTable({ properties, onAct }: { properties: Property[]; onAct: OnAct }) {
  const columns: Column<Property>[] = [
    {
      key: 'property',
      header: 'Property',
      cell: (property) => (
        <span className="flex items-center gap-3">
          <PropertyThumb property={property} />
          <span className="grid min-w-0">
            <span className="truncate">{property.name}</span>
            <span className="truncate text-sm font-normal text-muted">{shortAddressOf(property)}</span>
          </span>
        </span>
      ),
    },
    {
      key: 'facts',
      header: 'Home',
      tablet: 'hidden',
      phone: 'hidden',
      cell: (property) => <span className="text-muted">{factsOf(property).join(' · ')}</span>,
    },
    {
      key: 'rent',
      header: 'Monthly rent',
      align: 'right',
      cell: ({ monthlyRent }) => <span className="font-medium">{money(monthlyRent)}</span>,
    },
    { key: 'status', header: 'Status', cell: (property) => <Occupancy property={property} /> },
    {
      key: 'actions',
      header: 'Actions',
      phone: 'actions',
      cell: (property) => <RowActions property={property} onAct={onAct} />,
    },
  ]
  return (
    <Card padded={false}>
      <DataTable
        caption="Properties"
        columns={columns}
        rows={properties}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.property(id)}
      />
    </Card>
  )
}

function RowActions({ property, onAct }: { property: Property; onAct: OnAct }) {
  const { name, archivedAt } = property
  return (
    <div className="flex items-center gap-1 md:justify-end">
      <Button
        size="sm"
        variant="ghost"
        icon={<Pencil aria-hidden />}
        aria-label={`Edit ${name}`}
        onClick={() => onAct('edit', property)}
      >
        Edit
      </Button>
      <Menu
        trigger={
          <IconButton label={`More for ${name}`}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        {archivedAt ? (
          <MenuItem onSelect={() => onAct('restore', property)}>Restore</MenuItem>
        ) : (
          <MenuItem onSelect={() => onAct('archive', property)}>Archive</MenuItem>
        )}
        <MenuItem destructive onSelect={() => onAct('delete', property)}>
          Delete
        </MenuItem>
      </Menu>
    </div>
  )
}

import type { Property } from '@keyhold/contracts/properties/properties'
import type { Unit } from '@keyhold/contracts/properties/units'
import { Pencil, Plus, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useDeleteUnitMutation, useListUnitsQuery } from '~/api/units.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { useDeletion } from '~/components/ui/use-deletion.ts'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { headlineMoney, number, plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { UnitDialog } from './unit-dialog.tsx'

/** The units of a property. With a single unit, only the button to add one is shown. */
export function UnitsCard({ property }: { property: Property }) {
  const list = useListUnitsQuery({ id: property.id })
  const [open, setOpen] = useState<{ unit?: Unit } | null>(null)
  const [remove] = useDeleteUnitMutation()
  const deletion = useDeletion()
  const units = list.data ?? []
  const confirmDelete = (unit: Unit) =>
    deletion({
      what: 'unit',
      description: `${unit.name} will be removed from your lists. Its charges and payments are kept.`,
      remove: () => remove({ id: unit.id }).unwrap(),
    })
  const add = !property.archivedAt && (
    <Button size="sm" variant="secondary" icon={<Plus aria-hidden />} disabled={!list.data} onClick={() => setOpen({})}>
      Add unit
    </Button>
  )
  return (
    <>
      {property.unitCount > 1 ? (
        <SectionCard
          title="Units"
          description={`${number(property.occupiedUnits)} of ${plural(property.unitCount, 'unit')} occupied`}
          padded={false}
          action={add}
        >
          {list.isLoading ? (
            <RowSkeletons count={2} />
          ) : list.isError && !list.currentData ? (
            <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <ul className="divide-y divide-line border-t border-line">
              {units.map((unit) => (
                <li key={unit.id} className="flex items-center gap-2 px-5 py-3">
                  <div className="min-w-0 flex-1">
                    <p className="flex flex-wrap items-center gap-2 font-medium">
                      {unit.name}
                      <Badge tone={unit.isOccupied ? 'success' : 'warning'}>
                        {unit.isOccupied ? 'Occupied' : 'Vacant'}
                      </Badge>
                    </p>
                    <p className="text-sm text-muted">{factsOf(unit)}</p>
                  </div>
                  {!unit.isOccupied && !property.archivedAt && (
                    <Button asChild size="sm" variant="ghost">
                      <Link to={paths.newTenantAt(property.id, unit.id)} aria-label={`Add tenant to ${unit.name}`}>
                        <UserPlus aria-hidden />
                        Add tenant
                      </Link>
                    </Button>
                  )}
                  <IconButton label={`Edit ${unit.name}`} onClick={() => setOpen({ unit })}>
                    <Pencil aria-hidden />
                  </IconButton>
                  {!unit.isFirst && (
                    <IconButton
                      variant="danger-ghost"
                      label={`Delete ${unit.name}`}
                      onClick={() => void confirmDelete(unit)}
                    >
                      <Trash2 aria-hidden />
                    </IconButton>
                  )}
                </li>
              ))}
            </ul>
          )}
        </SectionCard>
      ) : (
        <SectionCard title="Units" action={add}>
          <p className="text-muted">A single home. Add units if this property is rented out as several.</p>
        </SectionCard>
      )}
      {open && (
        <UnitDialog
          property={property}
          unit={open.unit}
          first={property.unitCount === 1 ? units[0] : undefined}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

const factsOf = ({ bedrooms, bathrooms, squareFeet, marketRent }: Unit) =>
  [
    bedrooms !== null && `${number(bedrooms)} bd`,
    bathrooms !== null && `${number(bathrooms)} ba`,
    squareFeet !== null && `${number(squareFeet)} sq ft`,
    marketRent !== null && `${headlineMoney(marketRent)}/month`,
  ]
    .filter(Boolean)
    .join(' · ') || 'No details yet'

import type { Property } from '@keyhold/contracts/properties/properties'
import { Archive, ArchiveRestore, Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { PropertyMark } from '~/components/property-mark.tsx'
import { coverOf, PropertyCover } from '~/components/property/property-cover.tsx'
import { Button } from '~/components/ui/button.tsx'
import { headlineMoney } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { shortAddressOf } from '~/lib/short-address.ts'
import { factsOf } from '../words.ts'
import { Occupancy } from './occupancy.tsx'
import type { PropertyAction } from './use-property-actions.ts'

interface PropertyCardProps {
  property: Property
  onAct: (action: PropertyAction, property: Property) => void
}

/** One property of the grid; the whole card links to its page. */
export function PropertyCard({ property, onAct }: PropertyCardProps) {
  const pictured = coverOf(property, 'card') !== null
  const { id, name, monthlyRent, description, propertyType, archivedAt } = property
  const action = (what: PropertyAction) => () => onAct(what, property)
  return (
    <article className="relative flex flex-col overflow-hidden rounded-lg border border-line bg-surface transition-colors hover:border-control has-[h2_a:focus-visible]:outline-2 has-[h2_a:focus-visible]:outline-pine">
      {pictured && <PropertyCover property={property} className="border-b border-line" />}
      <div className="flex flex-1 flex-col p-5 pb-4">
        <div className="flex items-start gap-3">
          {!pictured && <PropertyMark type={propertyType} />}
          <div className="min-w-0 flex-1">
            <h2 className="line-clamp-2 text-lg font-semibold tracking-tight">
              <Link to={paths.property(id)} className="after:absolute after:inset-0 focus-visible:outline-none">
                {name}
              </Link>
            </h2>
            <p className="truncate text-muted empty:hidden">{shortAddressOf(property)}</p>
          </div>
        </div>
        <div className="mt-4 flex items-center justify-between gap-3">
          <p className="flex items-baseline gap-1">
            <span className="figures text-2xl font-semibold tracking-tight">{headlineMoney(monthlyRent)}</span>
            <span className="text-muted">/month</span>
          </p>
          <Occupancy property={property} />
        </div>
        <p className="mt-1 text-sm text-muted">{factsOf(property).join(' · ')}</p>
        {description && <p className="mt-3 line-clamp-3 text-muted">{description}</p>}
      </div>
      <div className="relative z-1 flex flex-wrap gap-1 self-stretch border-t border-line px-3 py-2">
        <Button
          variant="ghost"
          size="sm"
          icon={<Pencil aria-hidden />}
          aria-label={`Edit ${name}`}
          onClick={action('edit')}
        >
          Edit
        </Button>
        {archivedAt ? (
          <Button
            variant="ghost"
            size="sm"
            icon={<ArchiveRestore aria-hidden />}
            aria-label={`Restore ${name}`}
            onClick={action('restore')}
          >
            Restore
          </Button>
        ) : (
          <Button
            variant="ghost"
            size="sm"
            icon={<Archive aria-hidden />}
            aria-label={`Archive ${name}`}
            onClick={action('archive')}
          >
            Archive
          </Button>
        )}
        <Button
          variant="danger-ghost"
          size="sm"
          icon={<Trash2 aria-hidden />}
          aria-label={`Delete ${name}`}
          onClick={action('delete')}
        >
          Delete
        </Button>
      </div>
    </article>
  )
}

import type { Property } from '@keyhold/contracts/properties'
import { Pencil, Trash2 } from 'lucide-react'
import { Link } from 'react-router-dom'
import { PropertyMark } from '~/components/property-mark.tsx'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { headlineMoney } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { placeOf } from '~/lib/place.ts'
import { factsOf } from '../words.ts'

/** One property of the grid; the whole card leads to its page. */
export function PropertyCard({ property, onEdit, onDelete }: { property: Property; onEdit: () => void; onDelete: () => void }) {
  const { id, name, isOccupied, monthlyRent, description, propertyType } = property
  return (
    <article className="relative flex flex-col rounded-lg border border-line bg-surface transition-colors hover:border-control">
      <div className="flex flex-1 flex-col p-5 pb-4">
        <div className="flex items-start gap-3">
          <PropertyMark type={propertyType} />
          <div className="min-w-0 flex-1">
            <h2 className="truncate text-lg font-semibold tracking-tight">
              <Link
                to={paths.property(id)}
                className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-pine"
              >
                {name}
              </Link>
            </h2>
            <p className="truncate text-muted">{placeOf(property)}</p>
          </div>
        </div>
        <div className="mt-4 flex items-center justify-between gap-3">
          <p className="flex items-baseline gap-1">
            <span className="figures text-2xl font-semibold tracking-tight">{headlineMoney(monthlyRent)}</span>
            <span className="text-muted">/month</span>
          </p>
          <StatusBadge status={isOccupied ? 'occupied' : 'vacant'} />
        </div>
        <p className="mt-1 text-sm text-muted">{factsOf(property).join(' · ')}</p>
        {description && <p className="mt-3 line-clamp-3 text-muted">{description}</p>}
      </div>
      <div className="relative z-1 flex gap-1 self-stretch border-t border-line px-3 py-2">
        <Button variant="ghost" size="sm" icon={<Pencil aria-hidden />} aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button variant="danger-ghost" size="sm" icon={<Trash2 aria-hidden />} aria-label={`Delete ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </article>
  )
}

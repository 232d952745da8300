import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { CalendarRange, Mail, Pencil, Phone, Sparkles, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Avatar } from '~/components/ui/avatar.tsx'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { fullName, headlineMoney } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { phoneText } from '~/lib/phone-href.ts'
import { leaseWords } from '../words.ts'
import { PortalBadge } from './portal-badge.tsx'

/** One tenant of the grid; the whole card links to their page. */
export function TenantCard({
  tenant,
  onEdit,
  onScreen,
  onDelete,
}: {
  tenant: Tenant
  onEdit: () => void
  onScreen: () => void
  onDelete: () => void
}) {
  const name = fullName(tenant)
  return (
    <article className="relative flex flex-col rounded-lg border border-line bg-surface transition-colors hover:border-control">
      <div className="flex flex-1 flex-col p-5 pb-4">
        <div className="flex items-start gap-3">
          <Avatar name={name} className="size-10!" />
          <div className="min-w-0 flex-1">
            <h2 className="line-clamp-2 text-lg font-semibold tracking-tight">
              <Link
                to={paths.tenant(tenant.id)}
                className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-pine"
              >
                {name}
              </Link>
            </h2>
            <p className="truncate text-muted">
              {tenant.propertyName
                ? [tenant.propertyName, tenant.unitName].filter(Boolean).join(', ')
                : 'No property assigned'}
            </p>
          </div>
          <StatusBadge status={tenant.archivedAt ? 'archived' : tenant.isActive ? 'active' : 'inactive'} />
        </div>
        <ul className="mt-4 grid grid-cols-1 gap-1.5 text-muted">
          <Line icon={<Mail aria-hidden />}>{tenant.email}</Line>
          {tenant.phone && <Line icon={<Phone aria-hidden />}>{phoneText(tenant.phone)}</Line>}
          {(tenant.leaseStartDate ?? tenant.leaseEndDate) && (
            <Line icon={<CalendarRange aria-hidden />}>{leaseWords(tenant)}</Line>
          )}
        </ul>
        <div className="mt-auto flex items-end justify-between gap-3 pt-4">
          {tenant.monthlyRent === null ? (
            <span className="text-sm text-muted">No rent set</span>
          ) : (
            <span className="flex items-baseline gap-1">
              <span className="figures text-xl font-semibold tracking-tight">{headlineMoney(tenant.monthlyRent)}</span>
              <span className="text-sm text-muted">/month</span>
            </span>
          )}
          <PortalBadge access={tenant.portalAccess} />
        </div>
      </div>
      {!tenant.archivedAt && (
        <div className="relative z-1 flex gap-1 border-t border-line px-3 py-2">
          <Button variant="ghost" size="sm" icon={<Pencil aria-hidden />} aria-label={`Edit ${name}`} onClick={onEdit}>
            Edit
          </Button>
          <Button
            variant="ghost"
            size="sm"
            icon={<Sparkles aria-hidden />}
            aria-label={`AI Screen ${name}`}
            onClick={onScreen}
          >
            AI Screen
          </Button>
          <Button
            variant="danger-ghost"
            size="sm"
            icon={<Trash2 aria-hidden />}
            aria-label={`Delete ${name}`}
            onClick={onDelete}
          >
            Delete
          </Button>
        </div>
      )}
    </article>
  )
}

function Line({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex min-w-0 items-center gap-2 [&_svg]:size-3.5 [&_svg]:shrink-0">
      {icon}
      <span className="truncate">{children}</span>
    </li>
  )
}

import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { CalendarClock, Ellipsis, Image } from 'lucide-react'
import type { ReactNode } from 'react'
import { isLate, sayDue } from '~/components/maintenance/deadline.ts'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { Menu, MenuItem } from '~/components/ui/dropdown-menu.tsx'
import { PriorityBadge } from '~/components/ui/priority-badge.tsx'
import { ago, date, dateTime, plural, words } from '~/lib/format.ts'
import type { Move } from '../use-status.ts'
import { isOpen } from '../words.ts'

export interface RowActions {
  onMove: (request: MaintenanceRequest, status: Move) => void
  onEdit: (request: MaintenanceRequest) => void
  /** The request whose status is being changed. */
  moving: string | undefined
}

const facts: readonly Column<MaintenanceRequest>[] = [
  {
    key: 'request',
    header: 'Request',
    // Takes the room that the others leave.
    className: 'md:w-full md:max-w-0',
    cell: ({ title, category, propertyName, vendorName, images }) => (
      <span className="grid">
        <span className="line-clamp-2 break-words">{title}</span>
        <span className="truncate text-sm font-normal text-muted">
          {words(category)}
          {images.length > 0 && (
            <span title={plural(images.length, 'photo')} className="whitespace-nowrap">
              {' · '}
              <Image aria-hidden className="mr-0.5 inline size-3.5 align-[-2px]" />
              {images.length}
              <span className="sr-only"> {images.length === 1 ? 'photo' : 'photos'}</span>
            </span>
          )}
          {/* Where its own column has no room. */}
          {propertyName && <span className="hidden md:max-xl:inline"> · {propertyName}</span>}
          {vendorName && <span className="xl:hidden"> · {vendorName}</span>}
        </span>
      </span>
    ),
  },
  {
    key: 'property',
    header: 'Property',
    tablet: 'hidden',
    cell: ({ propertyName, tenantName }) => (
      <span className="grid xl:w-40">
        <span className="truncate">{propertyName ?? <span className="text-muted">No property</span>}</span>
        {tenantName && <span className="truncate text-sm text-muted">{tenantName}</span>}
      </span>
    ),
  },
  {
    key: 'priority',
    header: 'Priority',
    tablet: 'hidden',
    cell: ({ priority }) => <PriorityBadge priority={priority} />,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status, priority }) => (
      <span className="flex flex-wrap gap-1">
        <StatusBadge status={status} />
        <span className="hidden md:max-xl:inline">
          <PriorityBadge priority={priority} />
        </span>
      </span>
    ),
  },
  {
    key: 'vendor',
    header: 'Vendor',
    tablet: 'hidden',
    phone: 'hidden',
    cell: ({ vendorName }) => (
      <span className="block truncate xl:w-32">{vendorName ?? <span className="text-muted">None</span>}</span>
    ),
  },
  {
    key: 'deadline',
    header: 'Deadline',
    cell: (request) => <Deadline request={request} />,
  },
]

/** By when, and whether that has passed; once it is closed, when it came in. */
function Deadline({ request }: { request: MaintenanceRequest }) {
  const { dueAt, createdAt, scheduledDate, status } = request
  if (!isOpen(status))
    return (
      <time dateTime={createdAt} title={dateTime(createdAt)} className="text-sm whitespace-nowrap text-muted">
        Opened {ago(createdAt)}
      </time>
    )
  return (
    <span className="grid justify-items-start gap-0.5 whitespace-nowrap phone:justify-items-end">
      {isLate(request) && <Badge tone="danger">Past due</Badge>}
      <time
        dateTime={dueAt}
        title={`Deadline ${dateTime(dueAt)}. Opened ${dateTime(createdAt)}.`}
        className={isLate(request) ? 'text-sm text-muted' : ''}
      >
        {sayDue(request)}
      </time>
      {scheduledDate && (
        <span className="flex items-center gap-1 text-sm text-muted">
          <CalendarClock aria-hidden className="size-3.5" />
          <span className="sr-only">Scheduled for </span>
          {date(scheduledDate)}
        </span>
      )}
    </span>
  )
}

const actionsColumn = (actions: RowActions): Column<MaintenanceRequest> => ({
  key: 'actions',
  header: 'Actions',
  phone: 'actions',
  className: 'relative z-1',
  cell: (request) => <Buttons request={request} {...actions} />,
})

/** The landlord's requests; a row opens its details, its button moves the work on. */
export function RequestTable({
  requests,
  loading,
  empty,
  hrefOf,
  ...actions
}: RowActions & {
  requests: MaintenanceRequest[]
  loading: boolean
  empty: ReactNode
  hrefOf: (request: MaintenanceRequest) => string
}) {
  const columns = [...facts, actionsColumn(actions)]
  return (
    <DataTable
      caption="Maintenance requests"
      columns={columns}
      rows={requests}
      rowKey={(request) => request.id}
      rowHref={hrefOf}
      loading={loading}
      empty={empty}
    />
  )
}

function Buttons({ request, onMove, onEdit, moving }: RowActions & { request: MaintenanceRequest }) {
  return (
    <div className="flex items-center gap-2 md:justify-end">
      <MoveButton request={request} onMove={onMove} moving={moving} size="sm" />
      <Menu
        trigger={
          <IconButton label={`More for ${request.title}`}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => onEdit(request)}>Edit…</MenuItem>
        {isOpen(request.status) && (
          <MenuItem destructive onSelect={() => onMove(request, 'cancelled')}>
            Cancel request…
          </MenuItem>
        )}
      </Menu>
    </div>
  )
}

/** The next step of the work: Start Work at open, Complete at in progress, nothing after that. */
export function MoveButton({
  request,
  onMove,
  moving,
  size = 'md',
}: Omit<RowActions, 'onEdit'> & { request: MaintenanceRequest; size?: 'sm' | 'md' }) {
  const loading = moving === request.id
  if (request.status === 'open')
    return (
      <Button
        size={size}
        variant={size === 'sm' ? 'secondary' : 'primary'}
        loading={loading}
        onClick={() => onMove(request, 'in_progress')}
      >
        Start Work
      </Button>
    )
  if (request.status === 'in_progress')
    return (
      <Button
        size={size}
        variant={size === 'sm' ? 'soft' : 'primary'}
        loading={loading}
        onClick={() => onMove(request, 'completed')}
      >
        Complete
      </Button>
    )
  return null
}

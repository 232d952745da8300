import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { Menu, MenuItem } from '~/components/ui/dropdown-menu.tsx'
import { isOpen } from '../words.ts'
import { dataColumns } from './request-columns.tsx'
import { MoveButton } from './move-button.tsx'
import type { RowActions } from './move-button.tsx'

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
  const columns = [...dataColumns, actionsColumn(actions)]
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

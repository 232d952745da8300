import type { TenantUser } from '@keyhold/contracts/identity/tenant-users'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { dayOf, fullName, nothing } from '~/lib/format.ts'

export type UserAction = 'password' | 'edit' | 'delete'
type OnAction = (action: UserAction, user: TenantUser) => void

const dataColumns: readonly Column<TenantUser>[] = [
  {
    key: 'name',
    header: 'Name',
    cell: ({ firstName, lastName }) => (
      <span className="font-medium">{[firstName, lastName].filter(Boolean).join(' ') || nothing}</span>
    ),
  },
  { key: 'email', header: 'Email', cell: ({ email }) => <span className="wrap-anywhere">{email}</span> },
  {
    key: 'phone',
    header: 'Phone',
    tablet: 'hidden',
    cell: ({ phone }) => <span className="figures whitespace-nowrap">{phone ?? nothing}</span>,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ isActive, tenantId }) => (
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1 phone:justify-end">
        <StatusBadge status={isActive ? 'active' : 'inactive'} />
        {!tenantId && <span className="text-sm text-muted">Not linked</span>}
      </span>
    ),
  },
  {
    key: 'created',
    header: 'Created',
    tablet: 'hidden',
    cell: ({ createdAt }) => <span className="figures whitespace-nowrap">{dayOf(createdAt)}</span>,
  },
]

const actionsColumn = (onAction: OnAction): Column<TenantUser> => ({
  key: 'actions',
  header: 'Actions',
  phone: 'actions',
  cell: (user) => <RowActions user={user} onAction={onAction} />,
})

/** The portal logins of the landlord's tenants. */
export function UserTable({
  users,
  loading,
  empty,
  onAction,
}: {
  users: TenantUser[]
  loading: boolean
  empty: ReactNode
  onAction: OnAction
}) {
  const columns = [...dataColumns, actionsColumn(onAction)]
  return (
    <DataTable caption="Users" columns={columns} rows={users} rowKey={({ id }) => id} loading={loading} empty={empty} />
  )
}

function RowActions({ user, onAction }: { user: TenantUser; onAction: OnAction }) {
  const name = fullName(user)
  return (
    <div className="flex items-center gap-2 md:justify-end">
      <Button size="sm" variant="secondary" onClick={() => onAction('password', user)} className="whitespace-nowrap">
        Reset Password<span className="sr-only"> for {name}</span>
      </Button>
      <Button size="sm" variant="secondary" onClick={() => onAction('edit', user)}>
        Edit<span className="sr-only"> {name}</span>
      </Button>
      <IconButton variant="danger-ghost" label={`Delete ${name}`} onClick={() => onAction('delete', user)}>
        <Trash2 aria-hidden />
      </IconButton>
    </div>
  )
}

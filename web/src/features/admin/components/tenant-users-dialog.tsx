import type { AdminLandlord } from '@keyhold/contracts/identity/admin-accounts'
import type { TenantUser } from '@keyhold/contracts/identity/tenant-users'
import { UserCog } from 'lucide-react'
import { useState } from 'react'
import { useListLandlordTenantUsersInfiniteQuery } from '~/api/admin-accounts.ts'
import { PagedList } from '~/components/paged-list.tsx'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { SearchInput } from '~/components/ui/toolbar.tsx'
import { fullName, nothing } from '~/lib/format.ts'
import { useDebounced } from '~/lib/use-debounced.ts'

const columnsOf = (onReset: (user: TenantUser) => void): readonly Column<TenantUser>[] => [
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
    cell: ({ phone }) => <span className="figures whitespace-nowrap">{phone ?? nothing}</span>,
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ isActive }) => <StatusBadge status={isActive ? 'active' : 'inactive'} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    phone: 'actions',
    cell: (user) => (
      <Button size="sm" variant="secondary" className="whitespace-nowrap" onClick={() => onReset(user)}>
        Reset Password<span className="sr-only"> for {fullName(user)}</span>
      </Button>
    ),
  },
]

/** The portal logins of a landlord's tenants. */
export function TenantUsersDialog({
  landlord,
  onReset,
  onClose,
}: {
  landlord: AdminLandlord
  onReset: (user: TenantUser) => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim())
  const list = useListLandlordTenantUsersInfiniteQuery({ landlordId: landlord.id, limit: 25, ...(q ? { q } : {}) })
  return (
    <Dialog
      onClose={onClose}
      size="lg"
      title="Tenant Users Management"
      description={`Portal logins of the tenants of ${fullName(landlord)}, ${landlord.email}`}
    >
      <SearchInput
        label="Search users"
        placeholder="Email or name"
        value={typed}
        onChange={setTyped}
        className="mb-4"
      />
      <div className="-mx-5 md:-mx-6">
        <PagedList list={list} compact showsCount={false}>
          {(users, loading) => (
            <DataTable
              caption="Tenant users"
              columns={columnsOf(onReset)}
              rows={users}
              rowKey={({ id }) => id}
              loading={loading}
              empty={
                <EmptyState
                  compact
                  level={3}
                  icon={<UserCog aria-hidden />}
                  title={q ? 'No users match' : 'No tenant users yet'}
                  description={
                    q
                      ? 'Try another email address or name.'
                      : 'None of this landlord’s tenants can sign in to the portal yet.'
                  }
                />
              }
            />
          )}
        </PagedList>
      </div>
    </Dialog>
  )
}

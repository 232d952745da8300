import type { TenantUser } from '@keyhold/contracts/identity/tenant-users'
import { Plus, UserCog } from 'lucide-react'
import { useState } from 'react'
import { useListTenantUsersInfiniteQuery, useResetTenantPasswordMutation } from '~/api/tenant-users.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { ResetPasswordDialog } from '~/components/reset-password-dialog.tsx'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { SearchInput, Toolbar } from '~/components/ui/toolbar.tsx'
import { useDebounced } from '~/lib/use-debounced.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { useDeleteUser } from '../components/use-delete-user.ts'
import { AddUserDialog, EditUserDialog } from '../components/user-dialog.tsx'
import { UserTable } from '../components/user-table.tsx'

/** `/user-management?q=…`: the portal logins of the landlord's tenants. */
export function Component() {
  const [q, setQ] = useSearchState('q')
  const search = useDebounced(q, 250)
  const list = useListTenantUsersInfiniteQuery({ ...(search ? { q: search } : {}), limit: 25 })
  const [open, setOpen] = useState<{ dialog: 'add' } | { dialog: 'edit' | 'password'; user: TenantUser } | null>(null)
  const deleteUser = useDeleteUser()
  const add = () => setOpen({ dialog: 'add' })
  const close = () => setOpen(null)

  return (
    <>
      <PageHeader
        description="The portal logins of your tenants."
        actions={
          <Button icon={<Plus aria-hidden />} onClick={add}>
            Add User
          </Button>
        }
      />
      <Toolbar>
        <SearchInput label="Search users" placeholder="Email or name" value={q} onChange={setQ} />
      </Toolbar>
      <PagedCard list={list}>
        {(users, loading) => (
          <UserTable
            users={users}
            loading={loading}
            empty={<Empty isFiltered={search !== ''} onAdd={add} />}
            onAction={(action, user) =>
              action === 'delete' ? void deleteUser(user) : setOpen({ dialog: action, user })
            }
          />
        )}
      </PagedCard>
      {open?.dialog === 'add' && <AddUserDialog onClose={close} />}
      {open?.dialog === 'edit' && <EditUserDialog user={open.user} onClose={close} />}
      {open?.dialog === 'password' && <TenantPassword user={open.user} onClose={close} />}
    </>
  )
}

function Empty({ isFiltered, onAdd }: { isFiltered: boolean; onAdd: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        compact
        icon={<UserCog aria-hidden />}
        title="No users match"
        description="Try another email address or name."
      />
    )
  return (
    <EmptyState
      icon={<UserCog aria-hidden />}
      title="No users yet"
      description="A tenant who accepts your invitation appears here. You can also create a login yourself and share the password."
      action={<Button onClick={onAdd}>Add First User</Button>}
    />
  )
}

function TenantPassword({ user, onClose }: { user: TenantUser; onClose: () => void }) {
  const [reset, { isLoading }] = useResetTenantPasswordMutation()
  return (
    <ResetPasswordDialog
      person={user}
      hint="Your tenant is signed out everywhere and must sign in with the new password."
      loading={isLoading}
      onReset={(newPassword) => reset({ userId: user.id, newPassword }).unwrap()}
      onClose={onClose}
    />
  )
}

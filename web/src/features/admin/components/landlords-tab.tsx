import type { AdminLandlord } from '@keyhold/contracts/identity/admin-accounts'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useListLandlordsInfiniteQuery } from '~/api/admin-accounts.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { SearchInput, Toolbar } from '~/components/ui/toolbar.tsx'
import { LandlordDialogs, type LandlordDialog } from './landlord-dialogs.tsx'
import { LandlordTable } from './landlord-table.tsx'
import { useResetFactor } from './use-reset-factor.ts'
import { useSearch } from './use-search.ts'
import { useSuspend } from './use-suspend.ts'

/** Every landlord of the platform, and what an administrator can do for one. */
export function LandlordsTab() {
  const search = useSearch()
  const list = useListLandlordsInfiniteQuery({ ...search.filter, limit: 25 })
  const [open, setOpen] = useState<{ dialog: LandlordDialog; landlord: AdminLandlord } | null>(null)
  const suspend = useSuspend()
  const resetFactor = useResetFactor()
  return (
    <>
      <Toolbar>
        <SearchInput
          label="Search landlords"
          placeholder="Email or full name"
          value={search.typed}
          onChange={search.setTyped}
        />
      </Toolbar>
      <PagedCard list={list}>
        {(landlords, loading) => (
          <LandlordTable
            landlords={landlords}
            loading={loading}
            onOpen={(dialog, landlord) => setOpen({ dialog, landlord })}
            onSuspend={(landlord) => void suspend(landlord)}
            onResetFactor={(landlord) => void resetFactor(landlord)}
            empty={
              <EmptyState
                compact
                icon={<Users aria-hidden />}
                title={search.query ? 'No landlords match' : 'No landlords yet'}
                description={
                  search.query ? 'Try another email address or name.' : 'Landlords appear here when they sign up.'
                }
              />
            }
          />
        )}
      </PagedCard>
      {open && <LandlordDialogs {...open} onClose={() => setOpen(null)} />}
    </>
  )
}

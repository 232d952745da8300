import type { AdminLandlord } from '@keyhold/contracts/identity/admin-accounts'
import { useId, useState } from 'react'
import { useListLandlordsInfiniteQuery } from '~/api/admin-accounts.ts'
import { itemsOf, totalOf } from '~/api/client/calls-of.ts'
import { Button } from '~/components/ui/button.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { SearchInput } from '~/components/ui/toolbar.tsx'
import { fullName } from '~/lib/format.ts'
import { useDebounced } from '~/lib/use-debounced.ts'

const few = 6

/** Finds the landlord that something is for, by name or e-mail. */
export function LandlordPicker({
  landlord,
  onPick,
}: {
  landlord: AdminLandlord | null
  onPick: (landlord: AdminLandlord | null) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim())
  const { currentData, isFetching, isError, error, refetch } = useListLandlordsInfiniteQuery(
    { limit: few, ...(q ? { q } : {}) },
    { skip: landlord !== null },
  )
  const found = itemsOf(currentData)
  const hidden = (totalOf(currentData) ?? 0) - found.length

  if (landlord)
    return (
      <div className="grid gap-1.5">
        <p className="text-sm font-medium">Landlord</p>
        <div className="flex items-center justify-between gap-3 rounded-md border border-line-strong bg-sunken py-1.5 pr-1.5 pl-3">
          <p className="min-w-0">
            <span className="font-medium">{fullName(landlord)}</span>{' '}
            <span className="wrap-anywhere text-sm text-muted">{landlord.email}</span>
          </p>
          <Button size="sm" variant="ghost" onClick={() => onPick(null)}>
            Change
          </Button>
        </div>
      </div>
    )
  return (
    <div className="grid gap-2">
      <p id={id} className="text-sm font-medium">
        Landlord
      </p>
      <SearchInput
        label="Search landlords"
        placeholder="Email or full name"
        value={typed}
        onChange={setTyped}
        className="md:w-full"
      />
      {isError && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {isFetching && !currentData && <RowSkeletons count={2} />}
      {currentData && found.length === 0 && <p className="py-3 text-muted">No landlord matches.</p>}
      {found.length > 0 && (
        <ul
          aria-labelledby={id}
          className="max-h-64 divide-y divide-line overflow-y-auto rounded-md border border-line-strong"
        >
          {found.map((one) => (
            <li key={one.id}>
              <button
                type="button"
                onClick={() => onPick(one)}
                className="flex min-h-11 w-full flex-wrap items-baseline gap-x-2 px-3 py-2 text-left hover:bg-sunken focus-visible:-outline-offset-2 dark:hover:bg-line"
              >
                <span className="font-medium">{fullName(one)}</span>
                <span className="wrap-anywhere text-sm text-muted">{one.email}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {hidden > 0 && <p className="text-sm text-muted">{hidden} more: type to narrow them down.</p>}
    </div>
  )
}

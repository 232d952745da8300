import type { HistoryEntry } from '@keyhold/contracts/properties/stays/listings'
import type { z } from '@keyhold/contracts/zod'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { dateTime, words } from '~/lib/format.ts'

type Entry = z.output<typeof HistoryEntry>

const nameOf = (field: string) => words(field.replaceAll(/([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`))

/** Who changed what, newest first. */
export function HistoryList({ entries, loading }: { entries: readonly Entry[]; loading: boolean }) {
  if (loading) return <RowSkeletons count={2} />
  if (entries.length === 0) return <p className="mt-2 text-muted">Nothing was changed so far.</p>
  return (
    <ol className="mt-2 grid gap-3">
      {entries.map((entry) => (
        <li key={entry.id} className="border-l-2 border-line pl-3">
          <p className="font-medium">
            {words(entry.what)} <span className="font-normal text-muted">by the {entry.by}</span>
          </p>
          <p className="text-sm text-muted">{dateTime(entry.at)}</p>
          {entry.note && <p className="break-words">{entry.note}</p>}
          {entry.changes.length > 0 && (
            <ul className="mt-1 grid gap-0.5 text-sm">
              {entry.changes.map(({ field, from, to }) => (
                <li key={field} className="break-words">
                  <span className="text-muted">{nameOf(field)}:</span> {from ?? 'nothing'} → {to ?? 'nothing'}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  )
}

import { useListReminderLogInfiniteQuery } from '~/api/reminder-rules.ts'
import { PagedList } from '~/components/paged-list.tsx'
import { StatusBadge } from '~/components/ui/badge.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { dateTime } from '~/lib/format.ts'
import { conditionOf, type Rule } from '../rule-words.ts'

/** What a rule sent or skipped, about which record, and why. */
export function RuleLog({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const list = useListReminderLogInfiniteQuery({ id: rule.id, limit: 25 })
  return (
    <Dialog title="Activity" description={conditionOf(rule)} onClose={onClose}>
      <PagedList list={list} compact>
        {(entries, loading) =>
          loading ? (
            <RowSkeletons count={4} />
          ) : entries.length === 0 ? (
            <p className="py-4 text-muted">Nothing yet. What this rule sends or skips is listed here.</p>
          ) : (
            <ul className="divide-y divide-line">
              {entries.map(({ id, outcome, reason, recipient, record, at }) => (
                <li key={id} className="grid gap-0.5 py-3">
                  <p className="flex flex-wrap items-center gap-2">
                    <StatusBadge status={outcome} />
                    <span className="font-medium">{recipient}</span>
                    <span className="ml-auto text-sm text-muted">{dateTime(at)}</span>
                  </p>
                  <p className="text-sm text-muted">{record}</p>
                  {reason && <p className="text-sm">{reason}</p>}
                </li>
              ))}
            </ul>
          )
        }
      </PagedList>
    </Dialog>
  )
}

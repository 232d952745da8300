import type { TenantChange } from '@keyhold/contracts/tenancy/tenants'
import { useTenantHistoryInfiniteQuery } from '~/api/tenants.ts'
import { prorationOptions } from '~/components/money/words.ts'
import { PagedList } from '~/components/paged-list.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { date, dateTime, money } from '~/lib/format.ts'
import { termOptions } from '../terms-words.ts'
import { fieldName } from '../words.ts'

const what: Record<TenantChange['what'], string> = {
  created: 'Tenant added',
  changed: 'Changed',
  registered: 'Registered for the portal',
  moved_out: 'Move-out recorded',
  moved_in: 'Moved in again',
  joined: 'Became a co-tenant',
  archived: 'Archived',
  restored: 'Restored',
}
const who: Record<TenantChange['by'], string> = { landlord: 'you', tenant: 'the tenant', system: 'Keyhold' }

const names: Record<string, string> = {
  isActive: 'Active tenant',
  termKind: 'Lease type',
  dueDay: 'Day rent is due',
  proration: 'First and last month',
  postingDays: 'Days charged in advance',
  endsWithTerm: 'Billing ends with the lease',
  billFrom: 'Bill from',
  movedOutOn: 'Move-out day',
  coTenants: 'Together with',
  insuranceFrom: 'Insurance from',
  insuranceUntil: 'Insurance until',
}
const meanings: Record<string, string> = {
  true: 'yes',
  false: 'no',
  ...Object.fromEntries([...termOptions, ...prorationOptions].map(({ value, label }) => [value, label])),
}

const nameOf = (field: string) => names[field] ?? fieldName(field)

/** A field's old or new value in words: the history stores ISO dates, and money with two decimals. */
const valueText = (value: string | null): string =>
  value === null
    ? 'none'
    : (meanings[value] ??
      value
        .replaceAll(/\b\d{4}-\d{2}-\d{2}\b/g, (day) => date(day))
        .replaceAll(/(?<!\S)\d+\.\d{2}(?!\S)/g, (sum) => money(Number(sum))))

/** What changed on a tenant's record and tenancy, the newest first. */
export function HistoryCard({ tenantId }: { tenantId: string }) {
  const list = useTenantHistoryInfiniteQuery({ id: tenantId, limit: 10 })
  return (
    <SectionCard title="History" padded={false}>
      <PagedList list={list} compact showsCount={false}>
        {(changes, loading) =>
          loading ? (
            <RowSkeletons count={2} />
          ) : (
            <ol className="divide-y divide-line border-t border-line">
              {changes.map((change) => (
                <li key={change.id} className="px-5 py-3">
                  <p className="font-medium">{what[change.what]}</p>
                  {change.changes.length > 0 && (
                    <ul className="text-muted">
                      {change.changes.map(({ field, from, to }) => (
                        <li key={field} className="wrap-anywhere">
                          {nameOf(field)}: {from === null ? valueText(to) : `${valueText(from)} → ${valueText(to)}`}
                        </li>
                      ))}
                    </ul>
                  )}
                  <p className="text-sm text-muted">
                    {dateTime(change.at)}, by {who[change.by]}
                  </p>
                </li>
              ))}
              {changes.length === 0 && <li className="px-5 py-3 text-muted">No changes yet.</li>}
            </ol>
          )
        }
      </PagedList>
    </SectionCard>
  )
}

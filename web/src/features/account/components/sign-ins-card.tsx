import { useListOwnAuthenticationInfiniteQuery } from '~/api/sessions.ts'
import { PagedList } from '~/components/paged-list.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { dateTime } from '~/lib/format.ts'
import { isAlarming, wordsOf } from '~/texts/authentication.ts'
import { deviceOf } from '../device.ts'

/** What happened to one's account lately: who signed in or tried to, and what changed. */
export function SignInsCard() {
  const list = useListOwnAuthenticationInfiniteQuery({ limit: 10 })
  return (
    <SectionCard
      title="Recent sign-in activity"
      description="If you don’t recognize something, change your password and sign out everywhere else."
      padded={false}
    >
      <PagedList list={list} compact showsCount={false}>
        {(rows, loading) =>
          loading ? (
            <RowSkeletons count={3} />
          ) : rows.length === 0 ? (
            <p className="border-t border-line px-5 py-4 text-muted">No activity yet.</p>
          ) : (
            <ul className="divide-y divide-line border-t border-line">
              {rows.map(({ id, what, at, ip, userAgent }) => (
                <li key={id} className="grid gap-0.5 px-5 py-3">
                  <p className={isAlarming(what) ? 'font-medium text-danger' : 'font-medium'}>{wordsOf(what)}</p>
                  <p className="text-sm text-muted">
                    <time dateTime={at}>{dateTime(at)}</time> · {deviceOf(userAgent)}
                    {ip && <span className="figures"> · {ip}</span>}
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </PagedList>
    </SectionCard>
  )
}

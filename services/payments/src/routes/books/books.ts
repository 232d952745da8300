import {
  closePeriod as closePeriodCall,
  journalFile,
  listClosedPeriods,
  maxJournalYears,
  trialBalance,
} from '@keyhold/contracts/payments/books'
import { addMonths } from '@keyhold/kit/lib/dates'
import { refuseField } from '@keyhold/kit/http/problem'
import { Reply, type Route, serve } from '@keyhold/kit/http/serve'
import { closePeriod } from '../../domain/books/closed-periods.ts'
import { exportBooks, fileOf } from '../../domain/books/export-books.ts'
import { readTrialBalance } from '../../domain/books/trial-balance.ts'
import type { BookRange } from '../../domain/books/types.ts'
import { reportScope } from '../../domain/reports/report-day.ts'

/** @throws Refusal 400 for days out of order or too far apart */
function rangeOf(asked: { from?: string | undefined; to?: string | undefined }, today: string, now: string): BookRange {
  const to = asked.to ?? today
  const from = asked.from ?? `${to.slice(0, 4)}-01-01`
  if (from > to) refuseField('from', 'The first day must not be after the last one')
  if (to >= addMonths(from, maxJournalYears * 12)) refuseField('from', `At most ${maxJournalYears} years at a time`)
  return { from, to, now }
}

export const bookRoutes: Route[] = [
  serve(journalFile, async (handled) => {
    const { db, actor, query } = handled
    const { today, now } = await reportScope(handled, {})
    const range = rangeOf(query, today, now)
    const { name, type } = fileOf(query.format, range)
    return new Reply(exportBooks({ db, actor }, range, query.format), [
      ['content-type', type],
      ['content-disposition', `attachment; filename="${name}"`],
      ['cache-control', 'private, no-store'],
    ])
  }),

  serve(trialBalance, async (handled) => {
    const { day, now } = await reportScope(handled, { asOf: handled.query.asOf })
    return readTrialBalance(handled, { asOf: day, knownAt: handled.query.knownAt ?? now, now })
  }),

  serve(listClosedPeriods, async ({ db, actor }) =>
    db.read(
      actor,
      (sql) => sql<{ through: string; closedAt: string; closedBy: string }[]>`
        select k.through, k.closed_at, k.closed_by from closed_period k where k.landlord_id = ${actor.landlordId} order by k.through desc`,
    ),
  ),

  serve(closePeriodCall, async (handled) => {
    const { db, actor, body } = handled
    const { today, now } = await reportScope(handled, {})
    return db.transaction(actor, (tx) =>
      closePeriod(tx, { landlordId: actor.landlordId, through: body.through, by: actor.userId, now, today }),
    )
  }),
]

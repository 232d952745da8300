import {
  ageing,
  ageingTotals,
  rentRoll,
  rentRollTotals,
  reportSeries,
  reportSummary,
} from '@keyhold/contracts/payments/reports'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { readAgeing, readAgeingTotals } from '../../domain/reports/ageing.ts'
import { readRentRoll, rollPage } from '../../domain/reports/rent-roll/rent-roll-query.ts'
import { readRollTotals } from '../../domain/reports/rent-roll/roll-totals.ts'
import { reportScope } from '../../domain/reports/report-day.ts'
import { readSeries, readSummary } from '../../domain/reports/report-query.ts'

export const reportRoutes: Route[] = [
  serve(reportSummary, async (handled) =>
    readSummary(handled, await reportScope(handled, handled.query), handled.query.period),
  ),

  serve(reportSeries, async (handled) => {
    const { period, points } = handled.query
    return { points: await readSeries(handled, await reportScope(handled, handled.query), period, points) }
  }),

  serve(rentRollTotals, async (handled) => {
    const scope = await reportScope(handled, handled.query)
    const totals = await readRollTotals(handled.db, handled.actor, scope)
    return { asOf: scope.day, propertyId: scope.property?.id ?? null, totals, generatedAt: scope.now }
  }),

  serve(rentRoll, async (handled) => {
    const { rows, rollData } = await readRentRoll(handled.db, handled.actor, await reportScope(handled, handled.query))
    return rollPage(rows, rollData, handled.query)
  }),

  serve(ageingTotals, async (handled) =>
    readAgeingTotals(handled.db, handled.actor, await reportScope(handled, handled.query)),
  ),

  serve(ageing, async (handled) =>
    readAgeing(handled.db, handled.actor, await reportScope(handled, handled.query), handled.query),
  ),
]

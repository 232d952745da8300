import { maintenanceCosts } from '@keyhold/contracts/maintenance/costs'
import { stayAnalytics } from '@keyhold/contracts/properties/stays/analytics'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { analyse } from '../../domain/stays/analytics/analyse.ts'
import { readStays } from '../../domain/stays/analytics/read-analytics.ts'

const analytics = serve(stayAnalytics, async ({ actor, query: { year, rentalId }, db, call, clock }) => {
  const [read, { costs }] = await Promise.all([
    readStays(db, actor, { year, rentalId, now: clock.now() }),
    call(maintenanceCosts, serviceActor('properties', actor.landlordId), {
      query: { from: `${year - 1}-01-01`, to: `${year}-12-31` },
    }),
  ])
  if (rentalId && read.rentals.length === 0) notFound('Listing')
  return analyse(read, costs, year)
})

export const stayAnalyticsRoutes = [analytics]

import { type Invoice, listInvoices } from '@keyhold/contracts/billing/invoices'
import { landlordSubscription, offer, subscriptionStatus } from '@keyhold/contracts/billing/subscriptions'
import { pageOf, readCursor, whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { type Route, serve } from '@keyhold/kit/http/serve'
import { findOrStart } from '../domain/find-or-start.ts'
import { lookUpSettings } from '../domain/settings.ts'
import { toSubscription } from '../domain/subscriptions.ts'
import type { z } from '@keyhold/contracts/zod'

type Offered = z.output<typeof offer.response>['provider']

/** Reads. None of them calls the provider. */
export const subscriptionRoutes = (provider: Offered): Route[] => [
  serve(offer, async ({ actor, db }) => ({ ...(await lookUpSettings(db, actor)), provider })),

  serve(subscriptionStatus, async ({ actor, ...tools }) =>
    toSubscription(await findOrStart(tools, actor, actor.landlordId), tools.clock.now()),
  ),

  serve(landlordSubscription, async ({ actor, params, ...tools }) => {
    const isAllowed = 'landlordId' in actor && (actor.landlordId === null || actor.landlordId === params.landlordId)
    if (!isAllowed) return notFound('Subscription')
    return toSubscription(await findOrStart(tools, actor, params.landlordId), tools.clock.now())
  }),

  serve(listInvoices, async ({ actor, query: { limit, cursor }, db }) => {
    const after = readCursor(cursor)
    const [rows, [count]] = await db.read(
      actor,
      (sql) =>
        [
          sql<Invoice[]>`
            select * from invoices where landlord_id = ${actor.landlordId}
              ${after === undefined ? sql`` : sql`and (created_at, id) < (select created_at, id from invoices where landlord_id = ${actor.landlordId} and id = ${after})`}
            order by created_at desc, id desc limit ${whole(sql, limit + 1)}`,
          sql<{ total: number }[]>`select count(*)::int as total from invoices where landlord_id = ${actor.landlordId}`,
        ] as const,
    )
    return pageOf(rows, limit, count?.total ?? 0)
  }),
]

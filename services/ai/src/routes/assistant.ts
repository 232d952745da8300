import { type AssistantExchange, exchangeSummary, listExchanges, rateExchange } from '@keyhold/contracts/ai/assistant'
import { timeCursor } from '@keyhold/kit/http/cursor'
import { pageBy, whole } from '@keyhold/kit/http/paging'
import { notFound } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { and, eq } from 'drizzle-orm'
import { selectExchanges } from '../domain/assistant/exchanges.ts'
import { exchange } from '../schema/assistant.ts'

interface Counts {
  total: number
  answered: number
  handedOver: number
  emergency: number
  good: number
  bad: number
}

export const assistantRoutes = [
  serve(listExchanges, async ({ actor: { landlordId }, actor, query, db }) => {
    const { limit, cursor, outcome, askedBy, rating } = query
    const after = timeCursor.decode(cursor)
    const [rows, [counted]] = await db.read(actor, (sql) => {
      const matching = sql`e.landlord_id = ${landlordId} ${outcome ? sql`and e.outcome = ${outcome}` : sql``}
        ${askedBy ? sql`and e.asked_by = ${askedBy}` : sql``}
        ${rating === undefined ? sql`` : rating === 'none' ? sql`and e.rating is null` : sql`and e.rating = ${rating}`}`
      const beyond = after ? sql`and (e.created_at, e.id) < (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql``
      return [
        sql<
          AssistantExchange[]
        >`${selectExchanges(sql, sql`${matching} ${beyond}`)} order by e.created_at desc, e.id desc limit ${whole(sql, limit + 1)}`,
        sql<{ total: number }[]>`select count(*) as total from assistant_exchange e where ${matching}`,
      ] as const
    })
    const cursorOf = (last: AssistantExchange) => timeCursor.encode(last.createdAt, last.id)
    return pageBy(rows, { limit, total: counted?.total ?? 0, cursorOf })
  }),

  serve(exchangeSummary, async ({ actor: { landlordId }, actor, db }) => {
    const [row] = await db.read(
      actor,
      (sql) => sql<Counts[]>`
        select count(*) as total, count(*) filter (where outcome = 'answered') as answered,
          count(*) filter (where outcome = 'handed_over') as handed_over, count(*) filter (where outcome = 'emergency') as emergency,
          count(*) filter (where rating = 'good') as good, count(*) filter (where rating = 'bad') as bad
        from assistant_exchange where landlord_id = ${landlordId}`,
    )
    const { total = 0, answered = 0, handedOver = 0, emergency = 0, good = 0, bad = 0 } = row ?? {}
    return { total, byOutcome: { answered, handed_over: handedOver, emergency }, good, bad }
  }),

  serve(rateExchange, async ({ actor, params, body: { rating, note }, db }) => {
    await db.transaction(actor, async (tx) => {
      const rated = await tx
        .update(exchange)
        .set({ rating, ratingNote: rating === null ? null : (note ?? null) })
        .where(and(eq(exchange.landlordId, actor.landlordId), eq(exchange.id, params.id)))
        .returning({ id: exchange.id })
      if (rated.length === 0) notFound('Exchange')
    })
    const [row] = await db.read(
      actor,
      (sql) =>
        sql<
          AssistantExchange[]
        >`${selectExchanges(sql, sql`e.landlord_id = ${actor.landlordId} and e.id = ${params.id}`)}`,
    )
    return row ?? notFound('Exchange')
  }),
]

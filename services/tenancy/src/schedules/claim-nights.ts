import type { Database, Tx } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { every } from '@keyhold/kit/jobs/schedule'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { lt, type SQL, sql } from 'drizzle-orm'
import { emitTenancies } from '../domain/nights/emit-tenancies.ts'
import { transactionWithNights } from '../domain/nights/with-nights.ts'
import { lockTenancyGroups } from '../domain/tenancies/tenancy-group.ts'
import { nightClaimOutcome, type WhichTenancy } from '../schema/tenancies.ts'

const batch = 100
/** How long it is known what became of a claim: far longer than any transaction lasts. */
const keepOutcomesMs = 30 * 24 * 60 * 60 * 1000

/**
 * Claims the nights of tenancies from before nights were claimed, and those of tenants who live there past their term. Where a stay is in the way,
 * they get the nights until it, and the next run tries again.
 */
export const claimMissingNights = ({ db, call }: Pick<Tools, 'db' | 'call'>) =>
  every({
    name: 'claim-nights',
    cron: '* * * * *',
    run: async ({ clock, log, signal }) => {
      const at = clock.now().toISOString()
      const unclaimed = sql`not y.is_claimed`
      const claimAll = async (which: SQL) => {
        for (let page = await readPage(db, which); page.length > 0; page = await readPage(db, which, page.at(-1)))
          for (const [landlordId, some] of Map.groupBy(page, (one) => one.landlordId)) {
            if (signal.aborted) return
            const ids = some.map(({ id }) => id)
            // A failure does not stop the others; the next run tries it again.
            await claimFor({ db, call }, { landlordId, ids, at }).catch((error: unknown) =>
              log.error({ landlordId, error }, 'nights of tenancies could not be claimed'),
            )
          }
      }
      await claimAll(unclaimed)
      await claimAll(sql`${pastTheirTerm(at)} and y.is_claimed`)
    },
  })

/** Tenancies of all landlords by id. */
const readPage = (db: Database, which: SQL, after?: WhichTenancy): Promise<WhichTenancy[]> =>
  db.adminTransaction('tenancies of all landlords that miss nights', (tx) =>
    tx.execute<{ landlordId: string; id: string }>(sql`
      select y.landlord_id as "landlordId", y.id from tenancy y
      left join property p on p.landlord_id = y.landlord_id and p.property_id = y.property_id
      where ${which} ${after ? sql`and y.id > ${after.id}` : sql``} order by y.id limit ${batch}`),
  )

/** Their fixed term is over, nobody has said that they moved out, and nights after the term are not theirs yet. */
const pastTheirTerm = (at: string) => sql`y.moved_out_on is null and not y.is_void and y.term_kind = 'fixed'
  and y.unit_id is not null and y.end_date < (${at}::timestamptz at time zone coalesce(p.time_zone, ${defaultTimeZone}))::date
  and (y.claimed_unit_id is null or y.claimed_until is not null)`

interface Some {
  landlordId: string
  ids: string[]
  at: string
}

const claimFor = (tools: Pick<Tools, 'db' | 'call'>, { landlordId, ids, at }: Some): Promise<void> =>
  transactionWithNights(
    tools,
    serviceActor('tenancy', landlordId),
    async (tx: Tx) => {
      const groups = await lockTenancyGroups(tx, landlordId, ids)
      const changed = [...groups.values()].map(({ tenancy, members }) => ({
        tenancy,
        members: members.map((one) => one.member),
      }))
      await emitTenancies(tx, changed, { at, changedBy: null })
    },
    { isExtending: true },
  )

/** Deletes what became of claims that nobody asks about any more. */
export const forgetClaimOutcomes = ({ db }: Pick<Tools, 'db'>) =>
  every({
    name: 'forget-night-claims',
    cron: '20 4 * * *',
    run: async ({ clock }) => {
      const before = new Date(clock.now().getTime() - keepOutcomesMs).toISOString()
      await db.adminTransaction('old outcomes of claims of all landlords', (tx) =>
        tx.delete(nightClaimOutcome).where(lt(nightClaimOutcome.decidedAt, before)),
      )
    },
  })

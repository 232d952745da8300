import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import type { Tx } from '@keyhold/kit/database/database'
import type { Tools } from '@keyhold/kit/http/request'
import { every } from '@keyhold/kit/jobs/schedule'
import { emitAll } from '@keyhold/kit/messaging/outbox'
import { eq, inArray } from 'drizzle-orm'
import { tenancySnapshotOf } from '../domain/snapshots.ts'
import { member, tenancy } from '../schema/tenancies.ts'

const batch = 200

/** Emits the event of tenancies that a migration created, once: a migration cannot emit events itself. */
export const announceTenancies = ({ db }: Pick<Tools, 'db'>) =>
  every({
    name: 'tell-tenancies',
    cron: '* * * * *',
    run: async ({ signal }) => {
      for (let announced = batch; announced === batch && !signal.aborted;)
        announced = await db.adminTransaction('unannounced tenancies of all landlords', announceBatch)
    },
  })

async function announceBatch(tx: Tx): Promise<number> {
  const rows = await tx
    .select()
    .from(tenancy)
    .where(eq(tenancy.isAnnounced, false))
    .orderBy(tenancy.id)
    .limit(batch)
    .for('update', { skipLocked: true })
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  const members = await tx.select().from(member).where(inArray(member.tenancyId, ids))
  const membersOf = Map.groupBy(members, ({ tenancyId }) => tenancyId)
  const snapshots = rows.map((row) => ({
    ...tenancySnapshotOf(row, membersOf.get(row.id) ?? []),
    changedBy: null,
  }))
  await emitAll(tx, TenancyChanged, snapshots)
  await tx.update(tenancy).set({ isAnnounced: true }).where(inArray(tenancy.id, ids))
  return rows.length
}

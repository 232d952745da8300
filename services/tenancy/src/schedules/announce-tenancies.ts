import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancies'
import type { Tx } from '@keyhold/kit/database/database'
import { emitAll } from '@keyhold/kit/messaging/outbox'
import type { Tools } from '@keyhold/kit/http/request'
import { every } from '@keyhold/kit/jobs/schedule'
import { eq, inArray } from 'drizzle-orm'
import { member, tenancy } from '../schema/tenancies.ts'
import { tenancySnapshotOf } from '../domain/snapshots.ts'

const batch = 200

/** Tenancies that a migration made of what tenants' records said are told of once: a migration tells nobody. */
export const announceTenancies = ({ db }: Pick<Tools, 'db'>) =>
  every({
    name: 'tell-tenancies',
    cron: '* * * * *',
    run: async ({ signal }) => {
      for (let told = batch; told === batch && !signal.aborted;)
        told = await db.adminTransaction('tenancies that nobody was told of, of all landlords', announceBatch)
    },
  })

/** Fact and mark commit together. */
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
  const theirs = Map.groupBy(members, ({ tenancyId }) => tenancyId)
  const facts = rows.map((row) => tenancySnapshotOf(row, theirs.get(row.id) ?? []))
  await emitAll(tx, TenancyChanged, facts)
  await tx.update(tenancy).set({ isAnnounced: true }).where(inArray(tenancy.id, ids))
  return rows.length
}

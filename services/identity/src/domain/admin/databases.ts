import { DatabaseCreated } from '@keyhold/contracts/identity/landlord-databases'
import { type Tx, violated } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { refuse } from '@keyhold/kit/http/problem'
import { and, eq, lte } from 'drizzle-orm'
import { landlordDatabases } from '../../schema/admin.ts'
import { users } from '../../schema/users.ts'
import { recordAct } from './admin-log.ts'

export type DatabaseRow = typeof landlordDatabases.$inferSelect

/** How long a database may be in the making before somebody looks whether its process died. */
const patienceMs = 2 * 60_000

/** The intent, before anything is made. @throws Refusal 409 for a name or a landlord that has one */
export async function intendDatabase(
  tx: Tx,
  { landlordId, databaseName, adminId }: { landlordId: string; databaseName: string; adminId: string },
  now: Date,
): Promise<DatabaseRow> {
  try {
    const [row] = await tx
      .insert(landlordDatabases)
      .values({ landlordId, databaseName, state: 'creating', createdBy: adminId, createdAt: now.toISOString() })
      .returning()
    return row!
  } catch (error) {
    const broken = violated(error)?.constraint
    if (broken === 'landlord_databases_name_key') refuseName(databaseName)
    if (broken === 'landlord_databases_landlord_key')
      refuse('conflict', 'This landlord already has a database, or one is being made.')
    throw error
  }
}

export const refuseName = (name: string): never => refuse('database-exists', `A database named ${name} already exists.`)

/** The database stands: it is listed, shown on its landlord, and told. Nothing happens where the intent was given up meanwhile, or brought to its end. */
export async function listDatabase(tx: Tx, { id }: { id: string }, now: Date): Promise<void> {
  const [row] = await tx
    .update(landlordDatabases)
    .set({ state: 'ready' })
    .where(and(eq(landlordDatabases.id, id), eq(landlordDatabases.state, 'creating')))
    .returning()
  if (!row) return
  const { landlordId, databaseName, createdBy } = row
  await tx.update(users).set({ databaseName, updatedAt: now.toISOString() }).where(eq(users.id, landlordId))
  await recordAct(
    tx,
    { userId: createdBy },
    { action: 'database_created', landlordId, targetUserId: landlordId, details: { databaseName } },
    now,
  )
  await emit(tx, DatabaseCreated, { databaseId: id, landlordId, databaseName })
}

/** Nothing was made: name and landlord are free again. */
export async function giveUpDatabase(tx: Tx, { id }: { id: string }): Promise<void> {
  await tx.delete(landlordDatabases).where(and(eq(landlordDatabases.id, id), eq(landlordDatabases.state, 'creating')))
}

/** Intents that nobody brought to an end in time. */
export const leftDatabases = (tx: Tx, now: Date): Promise<DatabaseRow[]> =>
  tx
    .select()
    .from(landlordDatabases)
    .where(
      and(
        eq(landlordDatabases.state, 'creating'),
        lte(landlordDatabases.createdAt, new Date(now.getTime() - patienceMs).toISOString()),
      ),
    )

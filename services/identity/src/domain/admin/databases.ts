import { DatabaseCreated } from '@keyhold/contracts/identity/landlord-databases'
import { type Tx, violated } from '@keyhold/kit/database/database'
import { emit } from '@keyhold/kit/messaging/outbox'
import { refuse } from '@keyhold/kit/http/problem'
import { and, eq, lte } from 'drizzle-orm'
import { databaseCreationMinutes } from '../../limits.ts'
import { landlordDatabases } from '../../schema/admin.ts'
import { users } from '../../schema/users.ts'
import { logAction } from './admin-log.ts'

export type DatabaseRow = typeof landlordDatabases.$inferSelect

/** Stores the intent before anything is created. @throws Refusal 409 when the name is taken or the landlord has a database */
export async function reserveDatabase(
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
    const constraint = violated(error)?.constraint
    if (constraint === 'landlord_databases_name_key') refuseTakenName(databaseName)
    if (constraint === 'landlord_databases_landlord_key')
      refuse('conflict', 'This landlord already has a database, or one is being created.')
    throw error
  }
}

export const refuseTakenName = (name: string): never =>
  refuse('database-exists', `A database named ${name} already exists.`)

/** The database exists: lists it, shows it on its landlord and announces it. Does nothing when the row was released or finished in the meantime. */
export async function finishDatabase(tx: Tx, { id }: { id: string }, now: Date): Promise<void> {
  const [row] = await tx
    .update(landlordDatabases)
    .set({ state: 'ready' })
    .where(and(eq(landlordDatabases.id, id), eq(landlordDatabases.state, 'creating')))
    .returning()
  if (!row) return
  const { landlordId, databaseName, createdBy } = row
  await tx.update(users).set({ databaseName, updatedAt: now.toISOString() }).where(eq(users.id, landlordId))
  await logAction(
    tx,
    { userId: createdBy },
    { action: 'database_created', landlordId, targetUserId: landlordId, details: { databaseName } },
    now,
  )
  await emit(tx, DatabaseCreated, { databaseId: id, landlordId, databaseName })
}

/** The database was not created: frees name and landlord. */
export async function releaseDatabase(tx: Tx, { id }: { id: string }): Promise<void> {
  await tx.delete(landlordDatabases).where(and(eq(landlordDatabases.id, id), eq(landlordDatabases.state, 'creating')))
}

/** Databases whose creation has taken longer than `databaseCreationMinutes`. */
export const findStalledDatabases = (tx: Tx, now: Date): Promise<DatabaseRow[]> =>
  tx
    .select()
    .from(landlordDatabases)
    .where(
      and(
        eq(landlordDatabases.state, 'creating'),
        lte(landlordDatabases.createdAt, new Date(now.getTime() - databaseCreationMinutes * 60_000).toISOString()),
      ),
    )

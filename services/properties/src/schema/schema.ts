import { pgSchema } from 'drizzle-orm/pg-core'

export const schema = pgSchema('properties')

/** Tables that belong to no landlord. */
export const sharedTables = ['landlord']

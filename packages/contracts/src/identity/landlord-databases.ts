import * as routes from './landlord-databases.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { id, instant, line, pageQuery, search } from '../scalars.ts'
import { z } from '../zod.ts'

/** A name that Postgres accepts unquoted, and that is not reserved. */
export const databaseName = line(63, 'Database name is required').refine(
  (name) => /^[a-z][a-z0-9_]{2,62}$/.test(name) && !/^(postgres|template|pg_|keyhold)/.test(name),
  'Use 3 to 63 lower-case letters, digits and underscores, starting with a letter; postgres, template, pg_ and keyhold are taken',
)

export const LandlordDatabase = z
  .object({
    /** The registry's id; null for the database that all landlords share. */
    id: id.nullable(),
    databaseName: z.string(),
    /** null: shared. */
    landlordId: id.nullable(),
    landlordEmail: z.string().nullable(),
    /** Whether records are stored in it. A new one is inactive until its landlord's records are moved there. */
    isActive: z.boolean(),
    /** How many landlords' records are stored in it. */
    landlords: z.int(),
    createdAt: instant,
  })
  .meta({ id: 'LandlordDatabase' })

export type LandlordDatabase = z.output<typeof LandlordDatabase>

export const listDatabases = endpoint(routes.listDatabases, {
  query: pageQuery.extend({ q: search }),
  response: z.array(LandlordDatabase),
  paged: true,
  summary: 'The shared database first, then the databases of single landlords',
})

export const DatabaseForm = z.object({ landlordId: id, databaseName })

export const createDatabase = endpoint(routes.createDatabase, {
  status: 201,
  body: DatabaseForm,
  response: LandlordDatabase,
  summary: "Create a database for a landlord, with every service's schema; inactive until the records are moved there",
})

export const DatabaseHealth = z
  .object({
    databaseName: z.string(),
    sizeBytes: z.int(),
    connections: z.int(),
    maxConnections: z.int(),
    rows: z.int(),
    tables: z.array(z.object({ schema: z.string(), table: z.string(), rows: z.int(), sizeBytes: z.int() })),
    checkedAt: instant,
  })
  .meta({ id: 'DatabaseHealth' })

export type DatabaseHealth = z.output<typeof DatabaseHealth>

export const monitorDatabase = endpoint(routes.monitorDatabase, {
  params: {
    name: z
      .string()
      .max(63)
      .regex(/^\P{Cc}+$/u),
  },
  response: DatabaseHealth,
  summary: 'Size, connections and estimated rows of a database',
})

/** A database was created for a landlord. It is inactive. */
export const DatabaseCreated = event({
  type: 'identity.database.created',
  version: 1,
  subject: 'databaseId',
  data: z.object({ databaseId: id, landlordId: id, databaseName: z.string() }),
})

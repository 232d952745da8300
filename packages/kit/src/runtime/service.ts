import type { ServiceName } from '@keyhold/contracts/services'
import type { z } from '@keyhold/contracts/zod'
import type { Route } from '../http/serve.ts'
import type { LandlordDatabases } from '../database/landlord-databases.ts'
import type { Tools } from '../http/request.ts'
import type { EventHandler } from '../messaging/inbox.ts'
import type { Schedule } from '../jobs/schedule.ts'

/** What a service is made of once its settings are known. */
export interface ServiceParts {
  routes: Route[]
  events?: EventHandler[]
  schedules?: Schedule[]
  /** Parts outside the database that must answer before the service is ready (a mail server is not one: its failure is an answer). */
  checks?: Record<string, () => Promise<void>>
  /** Sample records for an empty database, only where `DEMO_DATA` asks for them. */
  stop?(): Promise<void>
}

/** What a service is built with. */
export interface BuildTools extends Tools {
  /** Databases of the server beside the service's own; most services have no use for them. */
  databases: LandlordDatabases
}

export interface ServiceDefinition<C extends z.ZodType = z.ZodType> {
  name: ServiceName
  /** What the service reads from the environment. */
  config: C
  /** Folder of Drizzle migrations; absent for a service without a schema. */
  migrations?: URL
  /** Tables that belong to no landlord. */
  shared?: string[]
  build(config: z.output<C>, tools: BuildTools): ServiceParts | Promise<ServiceParts>
}

/** A service as one value: its table of contents. */
export function defineService<C extends z.ZodType>(definition: ServiceDefinition<C>): ServiceDefinition<C> {
  return definition
}

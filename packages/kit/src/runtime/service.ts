import type { ServiceName } from '@keyhold/contracts/services'
import type { z } from '@keyhold/contracts/zod'
import type { Route } from '../http/serve.ts'
import type { LandlordDatabases } from '../database/landlord-databases.ts'
import type { Tools } from '../http/request.ts'
import type { EventHandler } from '../messaging/handlers.ts'
import type { JobHandler } from '../jobs/queue.ts'
import type { Schedule } from '../jobs/schedule.ts'

/** What a service consists of, once it is built with its settings. */
export interface ServiceParts {
  routes: Route[]
  schedules?: Schedule[]
  jobs?: JobHandler[]
  /** Dependencies besides the database that must answer before the service counts as ready. */
  checks?: Record<string, () => Promise<void>>
  /** Closes what `build` opened. */
  stop?(): Promise<void>
}

/** What a service is built with. */
export interface BuildTools extends Tools {
  /** Creates and inspects landlord databases; only identity uses it. */
  databases: LandlordDatabases
}

export interface ServiceDefinition<C extends z.ZodType = z.ZodType> {
  name: ServiceName
  /** What the service reads from the environment. */
  config: C
  /** Folder of Drizzle migrations; a service without one has no schema. */
  migrations?: URL
  /** Tables that belong to no landlord. */
  shared?: string[]
  /** Its reactions to events. */
  events?(config: z.output<C>): EventHandler[]
  build(config: z.output<C>, tools: BuildTools): ServiceParts | Promise<ServiceParts>
}

/** Declares a service as one value. */
export function defineService<C extends z.ZodType>(definition: ServiceDefinition<C>): ServiceDefinition<C> {
  return definition
}

import { provisionDatabases } from '@keyhold/kit/database/database-requests'
import { ownerDatabases } from '@keyhold/kit/database/landlord-databases'
import { BadConfig } from '@keyhold/kit/runtime/config'
import type { Log } from '@keyhold/kit/runtime/log'
import type { ServiceDefinition } from '@keyhold/kit/runtime/service'
import { connectDatabase } from './connect-database.ts'
import { loadServices } from './registry.ts'
import type { ProcessSettings } from './settings.ts'

/**
 * `npm run keyhold -- provision`: makes the databases that identity asks for, and the broker's stream and consumers. It alone has the owners'
 * rights while services run, and listens nowhere.
 */
export async function startProvisioning(config: ProcessSettings, log: Log): Promise<{ stop(): Promise<void> }> {
  const { DATABASE_URL, NATS_URL: url, NATS_CA: caFile } = config
  if (!DATABASE_URL)
    throw new BadConfig(['DATABASE_URL: missing; the URL of the owner of the database that the services share'])
  const { database } = await connectDatabase(config, log)
  if (!('ownerUrl' in database))
    throw new BadConfig(['DATABASE_URL: is of a service; provisioning needs the owner of the database'])
  const { ownerUrl } = database
  const services = await loadServices()
  const provisioning = provisionDatabases({ ownerUrl, databases: ownerDatabases({ ownerUrl, services }), log })
  const { provisionNats } = await import('@keyhold/kit/messaging/bus-nats')
  const broker = url ? provisionNats({ url, caFile, consumers: services.flatMap(consumerOf), log }) : undefined
  log.info('provisioning')
  return { stop: async () => void (await Promise.all([provisioning.stop(), broker?.close()])) }
}

/** What a service consumes. It depends on no setting. */
function consumerOf(service: ServiceDefinition): { consumer: string; types: string[] }[] {
  const types = new Set(service.events?.(service.config.parse({})).map(({ contract }) => contract.type))
  return types.size > 0 ? [{ consumer: service.name, types: [...types] }] : []
}

import { createHmac } from 'node:crypto'
import type { ServiceDefinition } from '../runtime/service.ts'
import { migrateLandlordDatabases } from './landlord-databases.ts'
import { migrateService, serviceUrl } from './migrate.ts'

/**
 * How services reach their database: the owner's URL, from which each service's role and password are derived (the schemas are
 * then migrated at start), or the URL of each service's role.
 */
export type ServiceDatabase = { ownerUrl: string; roleSecret: string } | { urlOf(service: string): string }

/** The password of a service's role, derived from one secret, so that all processes agree without sharing a list. */
export const rolePassword = (secret: string, service: string) =>
  createHmac('sha256', secret).update(`keyhold_${service}`).digest('hex')

/** The URL with which a service connects as its own role. */
export const roleUrl = (database: ServiceDatabase, service: string): string =>
  'urlOf' in database
    ? database.urlOf(service)
    : serviceUrl(database.ownerUrl, service, rolePassword(database.roleSecret, service))

/**
 * Migrates the schemas of all services, in the shared database and then in landlord databases.
 * @throws Error on a table without landlord_id that is not declared shared
 */
export async function migrateAll(
  services: ServiceDefinition[],
  { ownerUrl, roleSecret }: { ownerUrl: string; roleSecret: string },
): Promise<void> {
  for (const { name, migrations, shared = [] } of services) {
    if (!migrations) continue
    await migrateService({
      url: ownerUrl,
      service: name,
      migrations,
      shared,
      rolePassword: rolePassword(roleSecret, name),
    })
  }
  await migrateLandlordDatabases(services, ownerUrl)
}

import { z } from '@keyhold/contracts/zod'
import { rolesOf } from '@keyhold/kit/database/migrate-roles'
import { blobSettings, s3Required } from '@keyhold/kit/files/blobs-settings'
import { listenSettings } from '@keyhold/kit/runtime/listen-settings'
import type { ServiceDefinition } from '@keyhold/kit/runtime/service'
import { loadServices } from './registry.ts'

/** What every process reads from the environment, besides the settings of the services in it. */
export const processSettings = z.object({
  ...listenSettings,
  DATA_DIR: blobSettings.DATA_DIR,
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'silent'])
    .default('info')
    .describe('Least important log line to write'),
  DEMO_DATA: z
    .enum(['on', 'off'])
    .default('off')
    .describe('Seed a sample portfolio of eighteen months into an empty database; `npm start` sets it'),
  DATABASE_URL: z
    .string()
    .optional()
    .describe(
      'PostgreSQL 18: for one process, migrate and provision the owner of the database; for a process of one service the role of that service; without it an embedded server is started',
    ),
  DATABASE_ROLE_SECRET: z
    .string()
    .optional()
    .describe('Secret from which the passwords of the services’ roles are derived; defaults to the owner’s password'),
  NATS_URL: z
    .string()
    .optional()
    .describe(
      'NATS with JetStream, with user and password (of a service: keyhold_<service>; of provision: the owner); tls:// for TLS; without it events go through the database',
    ),
  NATS_CA: z.string().optional().describe('File with the certificates that the broker’s is checked against, for TLS'),
  INTERNAL_SECRET: z
    .string()
    .min(32, 'at least 32 characters')
    .optional()
    .describe('Signs the calls between processes; the same in all of them'),
  INTERNAL_TLS_CERT: z
    .string()
    .optional()
    .describe(
      'File with the certificate that a service shows to the others, for its host name; with the key: TLS between processes',
    ),
  INTERNAL_TLS_KEY: z.string().optional().describe('File with the key of that certificate'),
  INTERNAL_TLS_CA: z
    .string()
    .optional()
    .describe(
      'File with the certificates that those of services are checked against; with it all services are called by TLS',
    ),
})
export type ProcessSettings = z.output<typeof processSettings>

/** The same for a process that runs only some of the services: what one process could fall back on is required here. */
export function partialProcessSettings(services: ServiceDefinition[]): z.ZodType<ProcessSettings> {
  const withSchema = services.filter(({ migrations }) => migrations).map(({ name }) => name)
  const reads = (name: string) => services.some(({ config }) => config instanceof z.ZodObject && name in config.shape)
  return processSettings.extend({
    DATABASE_URL:
      withSchema.length > 0
        ? z
            .string('missing; a process that runs some of the services needs a database they share')
            .refine(
              (url) => withSchema.every((name) => userOf(url) === rolesOf(name).login),
              `has to be of the service's own role, ${withSchema.map((name) => rolesOf(name).login).join(' and of ')}: only migrate and provision have the owner's, and each of these services needs a process of its own`,
            )
        : processSettings.shape.DATABASE_URL,
    NATS_URL: z.string('missing; events between processes travel over NATS'),
    INTERNAL_SECRET: z.string('missing; it signs the calls between processes').min(32, 'at least 32 characters'),
    ...(reads('PUBLIC_URL') ? { PUBLIC_URL: z.string('missing; links in messages start with it') } : {}),
    ...(reads('SIGNING_KEY_SECRET')
      ? {
          SIGNING_KEY_SECRET: z
            .string('missing; it encrypts the signing keys of access tokens')
            .min(32, 'at least 32 characters'),
        }
      : {}),
    ...(reads('S3_BUCKET') ? s3Required : {}),
  })
}

const userOf = (url: string) => (URL.canParse(url) ? decodeURIComponent(new URL(url).username) : '')

/** Every setting by who reads it, for the documentation. */
export async function settingsByReader(): Promise<[reader: string, schema: z.ZodType][]> {
  const services = await loadServices()
  return [
    ['every process', processSettings],
    ...services.map(({ name, config }): [string, z.ZodType] => [name, config]),
  ]
}

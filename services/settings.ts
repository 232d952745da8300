import { z } from '@keyhold/contracts/zod'
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
    .describe('Seed a small sample portfolio into an empty database; `npm start` sets it'),
  DATABASE_URL: z
    .string()
    .optional()
    .describe(
      'PostgreSQL 18: the owner of the database, or, for a process of one service, the role of that service; without it an embedded server is started',
    ),
  DATABASE_ROLE_SECRET: z
    .string()
    .optional()
    .describe('Secret from which the passwords of the services’ roles are derived; defaults to the owner’s password'),
  NATS_URL: z.string().optional().describe('NATS with JetStream; without it events go through the database'),
  INTERNAL_SECRET: z
    .string()
    .min(32, 'at least 32 characters')
    .optional()
    .describe('Signs the calls between processes; the same in all of them'),
})
export type ProcessSettings = z.output<typeof processSettings>

/** The same for a process that runs only some of the services: what one process could fall back on is required here. */
export function partialProcessSettings(services: ServiceDefinition[]): z.ZodType<ProcessSettings> {
  const needsDatabase = services.some(({ migrations }) => migrations)
  const reads = (name: string) => services.some(({ config }) => config instanceof z.ZodObject && name in config.shape)
  return processSettings.extend({
    DATABASE_URL: needsDatabase
      ? z.string('missing; a process that runs some of the services needs a database they share')
      : processSettings.shape.DATABASE_URL,
    NATS_URL: z.string('missing; events between processes travel over NATS'),
    INTERNAL_SECRET: z.string('missing; it signs the calls between processes').min(32, 'at least 32 characters'),
    ...(reads('PUBLIC_URL') ? { PUBLIC_URL: z.string('missing; links in messages start with it') } : {}),
    ...(reads('S3_BUCKET') ? s3Required : {}),
  })
}

/** Every setting by who reads it, for the documentation. */
export async function settingsByReader(): Promise<[reader: string, schema: z.ZodType][]> {
  const services = await loadServices()
  return [
    ['every process', processSettings],
    ...services.map(({ name, config }): [string, z.ZodType] => [name, config]),
  ]
}

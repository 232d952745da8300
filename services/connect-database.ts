import { join, resolve } from 'node:path'
import { startPostgres } from '@keyhold/kit/database/postgres'
import type { Log } from '@keyhold/kit/runtime/log'
import type { RuntimeOptions } from '@keyhold/kit/runtime/start-services'
import { readOrCreateSecret } from './secret-file.ts'
import type { ProcessSettings } from './settings.ts'

export interface ConnectedDatabase {
  database: RuntimeOptions['database']
  /** Where the local bus keeps its table. */
  busUrl: string
  /** Stops the embedded server, if one was started. */
  stop(): Promise<void>
}

/** The database that the settings name, or an embedded PostgreSQL. */
export async function connectDatabase(config: ProcessSettings, log: Log): Promise<ConnectedDatabase> {
  const url = config.DATABASE_URL
  if (!url) {
    const dataDir = resolve(config.DATA_DIR)
    const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') })
    log.info({ dataDir }, 'embedded PostgreSQL is up')
    return {
      database: { ownerUrl: postgres.url, roleSecret: readOrCreateSecret(dataDir, 'secret') },
      busUrl: postgres.url,
      stop: () => postgres.stop(),
    }
  }
  const stop = async () => {}
  const { username, password } = new URL(url)
  // A service's own role may not create roles and schemas: `migrate` has done that.
  if (username.startsWith('keyhold_')) return { database: { urlOf: () => url }, busUrl: url, stop }
  const roleSecret = config.DATABASE_ROLE_SECRET ?? decodeURIComponent(password)
  return { database: { ownerUrl: url, roleSecret }, busUrl: url, stop }
}

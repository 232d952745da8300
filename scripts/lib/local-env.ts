import { join } from 'node:path'
import { demoAdmin } from '../../services/demo/accounts.ts'
import { recordName } from './backup.ts'

/** What `npm start` and `npm run dev` set unless the caller's environment does. An image sets none of it. */
const defaults = {
  PORT: '8080',
  DATA_DIR: '.data',
  DEMO_DATA: 'on',
  DEV_OUTBOX: 'on',
  TEST_CARDS: 'on',
  LOG_LEVEL: 'warn',
}

export type LocalEnv = Record<string, string | undefined> & typeof defaults

/** The settings of a local run: the defaults, what `given` sets, and the demo's administrator unless another one is named. */
export function localEnv(given: NodeJS.ProcessEnv): LocalEnv {
  const set = Object.entries(given).filter(([, value]) => value !== '')
  const named: LocalEnv = { ...defaults, ...Object.fromEntries(set) }
  const env: LocalEnv = { BACKUP_RECORD: join(named.DATA_DIR, recordName), ...named }
  if (env.DEMO_DATA !== 'on' || Object.keys(env).some((name) => name.startsWith('SUPER_ADMIN_'))) return env
  const { email, firstName, lastName, phone } = demoAdmin
  return {
    ...env,
    SUPER_ADMIN_EMAIL: email,
    SUPER_ADMIN_NAME: `${firstName} ${lastName}`,
    SUPER_ADMIN_PHONE: phone,
  }
}

import { createHmac, randomBytes } from 'node:crypto'
// By its path, since this runs before `npm install`.
import { serviceNames } from '../../packages/contracts/src/services.ts'

const made = {
  POSTGRES_PASSWORD: () => randomBytes(24).toString('hex'),
  DATABASE_ROLE_SECRET: () => randomBytes(32).toString('hex'),
  INTERNAL_SECRET: () => randomBytes(32).toString('hex'),
  S3_ACCESS_KEY_ID: () => randomBytes(10).toString('hex'),
  S3_SECRET_ACCESS_KEY: () => randomBytes(24).toString('hex'),
}

/** The password of a service's role, as `migrate` sets it too: hex(HMAC-SHA256(DATABASE_ROLE_SECRET, role)). */
export const rolePassword = (secret: string, role: string): string =>
  createHmac('sha256', secret).update(role).digest('hex')

/** An .env file with every secret that docker-compose.yml needs: what is there stays, what is missing is made, what is derived follows. */
export function completeEnv(existing: string): string {
  const lines = existing.split('\n').filter((line) => line !== '' && !line.startsWith('DB_PASSWORD_'))
  const valueOf = (name: string): string | undefined =>
    lines.find((line) => line.startsWith(`${name}=`) && line.length > name.length + 1)?.slice(name.length + 1)
  for (const [name, make] of Object.entries(made)) if (!valueOf(name)) lines.push(`${name}=${make()}`)
  const secret = valueOf('DATABASE_ROLE_SECRET')!
  // Every service has a database role of its own: docker-compose.yml hands each only its own password.
  for (const service of serviceNames)
    lines.push(`DB_PASSWORD_${service.toUpperCase()}=${rolePassword(secret, `keyhold_${service}`)}`)
  return `${lines.join('\n')}\n`
}

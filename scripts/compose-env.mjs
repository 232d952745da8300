// Writes the secrets of docker-compose.yml into .env, once, and the broker's users and rights into deploy/nats.conf: `node scripts/compose-env.mjs`, then `docker compose up --build`.
// Plain JavaScript without packages: it runs on the Node of a machine that only has Docker besides.
import { createHmac, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { natsConfig } from '../packages/kit/src/messaging/nats-rights.mjs'

const made = {
  POSTGRES_PASSWORD: () => randomBytes(24).toString('hex'),
  DATABASE_ROLE_SECRET: () => randomBytes(32).toString('hex'),
  NATS_SECRET: () => randomBytes(32).toString('hex'),
  INTERNAL_SECRET: () => randomBytes(32).toString('hex'),
  SIGNING_KEY_SECRET: () => randomBytes(32).toString('hex'),
  S3_ACCESS_KEY_ID: () => randomBytes(10).toString('hex'),
  S3_SECRET_ACCESS_KEY: () => randomBytes(24).toString('hex'),
}

const rootFile = (name) => fileURLToPath(new URL(`../${name}`, import.meta.url))

/** The password of a service's role, as `migrate` sets it too: hex(HMAC-SHA256(DATABASE_ROLE_SECRET, role)). */
export const rolePassword = (secret, role) => createHmac('sha256', secret).update(role).digest('hex')

/** An .env file with every secret that docker-compose.yml needs: what is there stays, what is missing is made, what is derived follows. */
export function completeEnv(existing) {
  const lines = existing.split('\n').filter((line) => line !== '' && !/^(DB|NATS)_PASSWORD_/.test(line))
  const valueOf = (name) =>
    lines.find((line) => line.startsWith(`${name}=`) && line.length > name.length + 1)?.slice(name.length + 1)
  for (const [name, make] of Object.entries(made)) if (!valueOf(name)) lines.push(`${name}=${make()}`)
  // Every service has a role of its own at the database and a user at the broker, and gets only its own passwords.
  const roleOf = (name) => `keyhold_${name.toLowerCase()}`
  for (const name of namesIn(/\$\{DB_PASSWORD_([A-Z]+)\}/g))
    lines.push(`DB_PASSWORD_${name}=${rolePassword(valueOf('DATABASE_ROLE_SECRET'), roleOf(name))}`)
  // With a letter in front: the broker's settings would read some of the others as numbers.
  for (const name of namesIn(natsPasswords))
    lines.push(`NATS_PASSWORD_${name}=k${rolePassword(valueOf('NATS_SECRET'), roleOf(name))}`)
  return `${lines.join('\n')}\n`
}

const natsPasswords = /\$\{NATS_PASSWORD_([A-Z]+)\}/g
const namesIn = (pattern) =>
  new Set([...readFileSync(rootFile('docker-compose.yml'), 'utf8').matchAll(pattern)].map(([, name]) => name))

/** The settings of docker-compose.yml's broker. They name the passwords and hold none. */
export function natsSettings() {
  const services = [...namesIn(natsPasswords)].map((name) => name.toLowerCase()).filter((name) => name !== 'owner')
  return natsConfig(services, 'port: 4222\nhttp: 8222\njetstream { store_dir: /data }')
}

/** Readable for all: the broker's process has no rights over other accounts' files. */
export function writeNatsSettings() {
  const file = rootFile('deploy/nats.conf')
  writeFileSync(file, natsSettings())
  chmodSync(file, 0o644)
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const file = rootFile('.env')
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  writeFileSync(file, completeEnv(before), { mode: 0o600 })
  chmodSync(file, 0o600)
  writeNatsSettings()
  console.log(
    before === ''
      ? 'wrote .env and deploy/nats.conf'
      : 'completed .env; what was there is kept. Wrote deploy/nats.conf',
  )
}

// Writes the secrets of docker-compose.yml into .env, once: `node scripts/compose-env.ts`, then `docker compose up --build`.
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { completeEnv } from './lib/compose-secrets.ts'

const file = fileURLToPath(new URL('../.env', import.meta.url))
const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
writeFileSync(file, completeEnv(before), { mode: 0o600 })
chmodSync(file, 0o600)
console.log(before === '' ? 'wrote .env' : 'completed .env; what was there is kept')

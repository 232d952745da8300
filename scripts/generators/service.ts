import { type Checkout, existing, type Generated, insertBefore, kebabCase, pascalCase, Unusable } from './edit.ts'

const list = 'packages/contracts/src/services.ts'
const registry = 'services/registry.ts'
const compose = 'docker-compose.yml'
const api = 'packages/contracts/src/api.ts'
const stream = 'web/src/api/client/stream.ts'
const architecture = 'docs/architecture.md'

/**
 * A new service: its folder with an empty schema, and its line in the list of services, the registry, docker-compose.yml, the table of
 * docs/architecture.md and the list of what its events make stale on the page.
 */
export function newService([name]: readonly string[], checkout: Checkout): Generated {
  const service = kebabCase(name, 'the name of the service')
  if (service.includes('-'))
    throw new Unusable('The name of a service is one word: it is a schema and a host name too.')
  if (checkout.read(`services/${service}/package.json`) !== undefined)
    throw new Unusable(`There is a service ${service} already.`)
  const folder = `services/${service}`
  const files = {
    [`${folder}/package.json`]: `${JSON.stringify(
      {
        name: `@keyhold/${service}`,
        version: '0.1.0',
        private: true,
        type: 'module',
        exports: { './*': './src/*.ts' },
        dependencies: { '@keyhold/contracts': '*', '@keyhold/kit': '*', 'drizzle-orm': '0.45.4' },
      },
      null,
      2,
    )}\n`,
    [`${folder}/drizzle.config.ts`]: drizzleConfig(service),
    [`${folder}/src/schema.ts`]: `import { pgSchema } from 'drizzle-orm/pg-core'\n\nexport const schema = pgSchema('${service}')\n`,
    [`${folder}/src/service.ts`]: definition(service),
    [`${folder}/src/testing/test-app.ts`]: testApp(service),
    [`${folder}/migrations/meta/_journal.json`]: `${JSON.stringify({ version: '7', dialect: 'postgresql', entries: [] }, null, 2)}\n`,
    [list]: insertBefore(existing(checkout, list), /^\] as const/, `  '${service}',`),
    [registry]: insertBefore(
      existing(checkout, registry),
      /^\}/,
      `  ${service}: async () => (await import('@keyhold/${service}/service')).${service},`,
    ),
    [compose]: withContainer(existing(checkout, compose), service),
    [api]: insertBefore(existing(checkout, api), /^\}/, `  ${service}: [],`),
    [stream]: insertBefore(existing(checkout, stream), /^ {2}'platform\.'/, `  '${service}.': [],`),
    [architecture]: withRow(existing(checkout, architecture), service),
  }
  return {
    files,
    left: [
      `${architecture}: what ${service} owns, in the table and the drawing above it`,
      `${folder}/src/schema.ts: its tables, then npm run db:generate -- ${service} first_tables`,
      `${stream}: what a change of its records makes stale on the page`,
      `the endpoints: npm run new -- endpoint ${service} …`,
    ],
  }
}

/** In the table of services, below the last one. */
function withRow(text: string, service: string): string {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => line.startsWith('| service | owns |'))
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  if (start < 0) throw new Unusable(`${architecture} has no table of services.`)
  return lines.toSpliced(end, 0, `| \`${service}\` | |`).join('\n')
}

const drizzleConfig = (service: string) => `import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/schema.ts',
  out: './migrations',
  schemaFilter: ['${service}'],
})
`

const definition = (service: string) => `import { z } from '@keyhold/contracts/zod'
import { defineService } from '@keyhold/kit/runtime/service'

export const ${service} = defineService({
  name: '${service}',
  config: z.object({}),
  migrations: new URL('../migrations/', import.meta.url),
  build: () => ({
    routes: [],
  }),
})
`

const testApp = (service: string) => `import { startTestApp } from '@keyhold/kit/testing/test-app'
import { ${service} } from '../service.ts'

/** The service on a database of its own. */
export const start${pascalCase(service)}App = () => startTestApp([${service}])
`

/** Its container, and that the gateway waits for it. */
function withContainer(text: string, service: string): string {
  const container = `  ${service}:
    <<: *service
    command: [node, services/main.ts, ${service}]
    environment:
      <<: *environment
      NATS_URL: nats://keyhold_${service}:\${NATS_PASSWORD_${service.toUpperCase()}}@nats:4222
      DATABASE_URL: postgres://keyhold_${service}:\${DB_PASSWORD_${service.toUpperCase()}}@postgres:5432/keyhold
`
  const waits = insertBefore(
    text,
    /^ {6}billing: \{ condition: service_healthy \}/,
    `      ${service}: { condition: service_healthy }`,
  )
  const password = `NATS_PASSWORD_${service.toUpperCase()}`
  const withUser = insertBefore(waits, /^ {4}volumes: \['nats:/, `      ${password}: \${${password}}`)
  return insertBefore(withUser, /^volumes:/, container)
}

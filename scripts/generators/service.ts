import { existing, type Files, insertBefore, kebabCase, type Read, Unusable } from './edit.ts'

/** A new service: its folder, and its line in the list of services, the registry and docker-compose.yml. */
export function newService([name]: readonly string[], read: Read): Files {
  const service = kebabCase(name, 'the name of the service')
  if (service.includes('-'))
    throw new Unusable('The name of a service is one word: it is a schema and a host name too.')
  if (read(`services/${service}/package.json`) !== undefined)
    throw new Unusable(`There is a service ${service} already.`)
  const folder = `services/${service}`
  const list = 'packages/contracts/src/services.ts'
  const registry = 'services/registry.ts'
  const compose = 'docker-compose.yml'
  return {
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
    [list]: insertBefore(existing(read, list), /^\] as const/, `  '${service}',`),
    [registry]: insertBefore(
      existing(read, registry),
      /^\}/,
      `  ${service}: async () => (await import('@keyhold/${service}/service')).${service},`,
    ),
    [compose]: withContainer(existing(read, compose), service),
    'packages/contracts/src/api.ts': insertBefore(
      existing(read, 'packages/contracts/src/api.ts'),
      /^\}/,
      `  ${service}: [],`,
    ),
  }
}

const drizzleConfig = (service: string) => `import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './src/schema.ts',
  out: './migrations',
  schemaFilter: ['${service}'],
})
`

// Without migrations yet: a service gets its database with the first \`npm run db:generate\`.
const definition = (service: string) => `import { z } from '@keyhold/contracts/zod'
import { defineService } from '@keyhold/kit/runtime/service'

export const ${service} = defineService({
  name: '${service}',
  config: z.object({}),
  build: () => ({
    routes: [],
  }),
})
`

const testApp = (service: string) => `import { startTestApp } from '@keyhold/kit/testing/test-app'
import { ${service} } from '../service.ts'

/** The service on a database of its own. */
export const startApp = () => startTestApp([${service}])
`

function withContainer(text: string, service: string): string {
  const container = `  ${service}:
    <<: *service
    command: [node, services/main.ts, ${service}]
    environment:
      <<: *environment
      DATABASE_URL: postgres://keyhold_${service}:\${DB_PASSWORD_${service.toUpperCase()}}@postgres:5432/keyhold
`
  const waits = insertBefore(
    text,
    /^ {6}billing: \{ condition: service_healthy \}/,
    `      ${service}: { condition: service_healthy }`,
  )
  return insertBefore(waits, /^volumes:/, container)
}

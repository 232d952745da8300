import { addImport, camelCase, existing, type Files, insertBefore, kebabCase, type Read, Unusable } from './edit.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const access = ['landlords', 'tenants', 'everyone', 'admins', 'public', 'service']

/**
 * A new endpoint: `<service> <resource> <name> <METHOD> <path> [access]`. Writes its route, its contract, a handler that is registered
 * with the service, and a test.
 */
export function newEndpoint(args: readonly string[], read: Read): Files {
  const [service = '', , name = '', method = '', path = '', who = 'landlords'] = args
  const resource = kebabCase(args[1], 'the resource')
  if (read(`services/${service}/package.json`) === undefined) throw new Unusable(`There is no service ${service}.`)
  if (!/^[a-z][A-Za-z]*$/.test(name)) throw new Unusable('Name the endpoint verb first, such as listRentIncreases.')
  if (!methods.includes(method)) throw new Unusable(`The method is one of ${methods.join(', ')}.`)
  if (!/^\/(api|internal)\/[\w/:-]+$/.test(path)) throw new Unusable('The path starts with /api/ or /internal/.')
  if (!access.includes(who)) throw new Unusable(`Access is one of ${access.join(', ')}.`)

  const contract = `packages/contracts/src/${service}/${resource}`
  const handlers = `services/${service}/src/routes/${resource}.ts`
  const isNew = read(`${contract}.ts`) === undefined
  return {
    [`${contract}.routes.ts`]: withRoute(read(`${contract}.routes.ts`), { name, method, path, who }),
    [`${contract}.ts`]: withContract(read(`${contract}.ts`), { name, resource, method }),
    ...(isNew
      ? {
          'packages/contracts/src/api.ts': withModule(
            existing(read, 'packages/contracts/src/api.ts'),
            service,
            resource,
          ),
        }
      : {}),
    ...withHandler(read, { service, resource, name, handlers, method }),
    ...(read(handlers.replace(/\.ts$/, '.test.ts')) === undefined
      ? { [handlers.replace(/\.ts$/, '.test.ts')]: testFile({ service, resource, name }) }
      : {}),
  }
}

interface Route {
  name: string
  method: string
  path: string
  who: string
}

function withRoute(text: string | undefined, { name, method, path, who }: Route): string {
  const isRoles = who !== 'public' && who !== 'service'
  let file = text ?? "import { route } from '../route.ts'\n"
  if (isRoles && !new RegExp(`import \\{[^}]*\\b${who}\\b`).test(file))
    file = addImport(file, `import { ${who} } from '../roles.ts'`)
  return `${file.trimEnd()}\n${text ? '' : '\n'}export const ${name} = route('${method}', '${path}', ${isRoles ? who : `'${who}'`})\n`
}

function withContract(
  text: string | undefined,
  { name, resource, method }: { name: string; resource: string; method: string },
): string {
  const start = `import { endpoint } from '../endpoint.ts'
import { z } from '../zod.ts'
import * as routes from './${resource}.routes.ts'
`
  const response = method === 'DELETE' ? '' : '\n  response: z.object({}),'
  return `${(text ?? start).trimEnd()}

export const ${name} = endpoint(routes.${name}, {${response}
  summary: '${sentence(name)}',
})
`
}

const withModule = (text: string, service: string, resource: string): string =>
  addImport(text, `import * as ${camelCase(resource)} from './${service}/${resource}.ts'`).replace(
    new RegExp(`^  ${service}: \\[`, 'm'),
    (start) => `${start}${camelCase(resource)}, `,
  )

interface Handler {
  service: string
  resource: string
  name: string
  handlers: string
  method: string
}

function withHandler(read: Read, { service, resource, name, handlers, method }: Handler): Files {
  const imported = `import { ${name} } from '@keyhold/contracts/${service}/${resource}'`
  const list = `${camelCase(resource)}Routes`
  const handler = `serve(${name}, async () => ${method === 'DELETE' ? '{}' : '({})'})`
  const text = read(handlers)
  // A file that is there lists its handlers in its own way: add this one by hand.
  if (text !== undefined)
    return { [handlers]: `${addImport(text, imported).trimEnd()}\n\nexport const ${name}Route = ${handler}\n` }
  const main = `services/${service}/src/service.ts`
  const withImport = addImport(existing(read, main), `import { ${list} } from './routes/${resource}.ts'`)
  const registered = /routes: \[\],/.test(withImport)
    ? withImport.replace('routes: [],', `routes: [...${list}],`)
    : insertBefore(withImport, /^ {8}\.\.\./, `        ...${list},`)
  return {
    [handlers]: `${imported}
import { serve } from '@keyhold/kit/http/serve'

export const ${list} = [${handler}]
`,
    [main]: registered,
  }
}

const testFile = ({
  service,
  resource,
  name,
}: {
  service: string
  resource: string
  name: string
}) => `import { ${name} } from '@keyhold/contracts/${service}/${resource}'
import { actors, startTestApp } from '@keyhold/kit/testing/test-app'
import { afterAll, expect, it } from 'vitest'
import { ${service} } from '../service.ts'

const app = await startTestApp([${service}])
afterAll(() => app.stop())

it('${sentence(name).toLowerCase()}', async () => {
  const answer = await app.send(${name}, actors.landlord())
  expect(answer.status).toBe(${name}.status)
})
`

/** 'listRentIncreases' as 'List rent increases'. */
const sentence = (name: string) => {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words[0]!.toUpperCase() + words.slice(1)
}

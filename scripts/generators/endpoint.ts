import {
  addImport,
  addNamedImport,
  addToList,
  camelCase,
  type Checkout,
  existing,
  type Generated,
  kebabCase,
  Unusable,
  wordsOf,
} from './edit.ts'
import { endpointTest } from './endpoint-test.ts'
import { withHandler } from './handler.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const accesses = ['landlords', 'tenants', 'everyone', 'admins', 'public', 'service']
const api = 'packages/contracts/src/api.ts'

/** What was asked for. */
export interface NewEndpoint {
  service: string
  /** In kebab case: the name of the contract's file. */
  resource: string
  name: string
  method: string
  path: string
  access: string
}

/**
 * A new endpoint: `<service> <resource> <name> <METHOD> <path> [access]`. Writes its route, its contract, a handler that is among the
 * service's routes, and a test, in the files of the resource if it has some.
 */
export function newEndpoint(args: readonly string[], checkout: Checkout): Generated {
  const asked = parse(args, checkout)
  const { service, resource, name } = asked
  const contract = `packages/contracts/src/${service}/${resource}`
  const routes = checkout.read(`${contract}.routes.ts`)
  if (new RegExp(`export const ${name}\\b`).test(`${routes}\n${checkout.read(`${contract}.ts`)}`))
    throw new Unusable(`${contract}.ts has ${name} already.`)
  const modules = existing(checkout, api)
  const handler = withHandler(checkout, asked)
  const test = endpointTest(checkout, asked, handler.file)
  return {
    files: {
      [`${contract}.routes.ts`]: withRoute(routes, asked),
      [`${contract}.ts`]: withContract(checkout.read(`${contract}.ts`), asked),
      ...(modules.includes(`'./${service}/${resource}.ts'`) ? {} : { [api]: withModule(modules, service, resource) }),
      ...handler.files,
      ...test.files,
    },
    left: [
      `${contract}.ts: what ${name} is sent and answers`,
      `${handler.file}: its work`,
      ...handler.left,
      ...test.left,
      `web/src/api: the call, if the page needs it`,
    ],
  }
}

function parse(args: readonly string[], { read }: Checkout): NewEndpoint {
  const [service = '', , name = '', method = '', path = '', access = 'landlords'] = args
  const resource = kebabCase(args[1], 'the resource')
  if (read(`services/${service}/package.json`) === undefined) throw new Unusable(`There is no service ${service}.`)
  if (!/^[a-z][A-Za-z]*$/.test(name)) throw new Unusable('Name the endpoint verb first, such as listRentIncreases.')
  if (!methods.includes(method)) throw new Unusable(`The method is one of ${methods.join(', ')}.`)
  if (!/^\/(api|internal)\/[\w/:-]+$/.test(path)) throw new Unusable('The path starts with /api/ or /internal/.')
  if (!accesses.includes(access)) throw new Unusable(`Access is one of ${accesses.join(', ')}.`)
  if (path.startsWith('/internal/') !== (access === 'service'))
    throw new Unusable('Paths of other services alone (access service) start with /internal/, and no others do.')
  return { service, resource, name, method, path, access }
}

function withRoute(text: string | undefined, { name, method, path, access }: NewEndpoint): string {
  const isRoles = access !== 'public' && access !== 'service'
  let file = text ?? "import { route } from '../route.ts'\n"
  if (isRoles) file = addNamedImport(file, access, '../roles.ts')
  return `${file.trimEnd()}\n${text ? '' : '\n'}export const ${name} = route('${method}', '${path}', ${isRoles ? access : `'${access}'`})\n`
}

/** After the other endpoints of the file, and before its events. */
function withContract(text: string | undefined, { name, resource, method }: NewEndpoint): string {
  const words = wordsOf(name)
  const declared = `export const ${name} = endpoint(routes.${name}, {
  ${method === 'DELETE' ? '' : 'response: z.object({}),\n  '}summary: '${words[0]!.toUpperCase()}${words.slice(1)}',
})`
  let file = addNamedImport(text ?? '', 'endpoint', '../endpoint.ts')
  if (method !== 'DELETE') file = addNamedImport(file, 'z', '../zod.ts')
  if (!file.includes(`'./${resource}.routes.ts'`))
    file = addImport(file, `import * as routes from './${resource}.routes.ts'`)
  const lines = file.trimEnd().split('\n')
  const last = lines.findLastIndex((line) => /^export const \w+ = endpoint\(/.test(line))
  if (last >= 0) {
    const end = lines[last]!.endsWith(')') ? last : lines.findIndex((line, index) => index > last && line === '})')
    return `${lines.toSpliced(end + 1, 0, '', declared).join('\n')}\n`
  }
  let event = lines.findIndex((line) => / = event\(/.test(line))
  if (event < 0) return `${lines.join('\n')}\n\n${declared}\n`
  while (/^(\/\*\*| \*|\/\/)/.test(lines[event - 1] ?? '')) event -= 1
  return `${lines.toSpliced(event, 0, declared, '').join('\n')}\n`
}

function withModule(text: string, service: string, resource: string): string {
  const short = camelCase(resource)
  // Two services may have a resource of the same name.
  const name = new RegExp(`^import \\* as ${short} from`, 'm').test(text) ? camelCase(`${service}-${resource}`) : short
  const list = new RegExp(`^  ${service}: \\[([^\\]]*)\\],$`, 'm')
  const found = list.exec(text)
  if (!found) throw new Unusable(`${api} has no list of ${service}.`)
  return addImport(text, `import * as ${name} from './${service}/${resource}.ts'`).replace(
    list,
    `  ${service}: [${addToList(found[1]!, name)}],`,
  )
}

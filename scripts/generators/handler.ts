import { basename } from 'node:path'
import { addNamedImport, camelCase, type Checkout, existing, type Files, singular, Unusable, wordsOf } from './edit.ts'
import type { NewEndpoint } from './endpoint.ts'

/** What the handler is when it is new: one of a record finds none, until it looks for one. */
function handlerOf({ name, method, path, resource }: NewEndpoint): string {
  if (path.includes('/:')) {
    const record = wordsOf(camelCase(singular(resource)))
    return `serve(${name}, async () => notFound('${record[0]!.toUpperCase()}${record.slice(1)}'))`
  }
  return `serve(${name}, async () => ${method === 'DELETE' ? '{}' : '({})'})`
}

interface WithHandler {
  /** The file with the handler. */
  file: string
  files: Files
  left: string[]
}

/** The handler, in the file that has the resource's handlers or in a new one, which is registered with the service. */
export function withHandler(checkout: Checkout, asked: NewEndpoint): WithHandler {
  const { service, resource, name, path } = asked
  const folder = `services/${service}/src/routes`
  const from = `@keyhold/contracts/${service}/${resource}`
  const withImports = (text: string) => {
    const imported = addNamedImport(addNamedImport(text, name, from), 'serve', '@keyhold/kit/http/serve')
    return path.includes('/:') ? addNamedImport(imported, 'notFound', '@keyhold/kit/http/problem') : imported
  }
  const file = handlersOf(checkout, asked)
  if (file) {
    const text = existing(checkout, file)
    const added = addRoute(text, asked)
    if (added) return { file, files: { [file]: withImports(added) }, left: [] }
    const left = `${file}: add ${name} to a list of routes that services/${service}/src/service.ts registers`
    return { file, files: {}, left: [left] }
  }
  // A service with many resources nests them by area.
  const isNested = checkout.list(folder).some((one) => one.slice(folder.length + 1).includes('/'))
  const target = `${folder}/${isNested ? `${resource}/` : ''}${resource}.ts`
  if (checkout.read(target) !== undefined)
    throw new Unusable(`${target} exists and serves another resource: choose another name.`)
  const main = `services/${service}/src/service.ts`
  const definition = existing(checkout, main)
  const short = `${camelCase(singular(resource))}Routes`
  const list = new RegExp(`\\b${short}\\b`).test(definition) ? `${camelCase(`${service}-${resource}`)}Routes` : short
  const source = withImports('').trimEnd()
  return {
    file: target,
    files: {
      [target]: `${source}\n\nexport const ${list} = [${handlerOf(asked)}]\n`,
      [main]: registered(addNamedImport(definition, list, target.replace(`services/${service}/src`, '.')), list, main),
    },
    left: [],
  }
}

/** The file that answers most of the resource's endpoints. */
function handlersOf({ read, list }: Checkout, { service, resource }: NewEndpoint): string | undefined {
  const contract = read(`packages/contracts/src/${service}/${resource}.ts`) ?? ''
  const names = [...contract.matchAll(/^export const (\w+) = endpoint\(/gm)].map((match) => match[1]!)
  const counted = list(`services/${service}/src/routes`)
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => {
      const text = read(path) ?? ''
      const served = names.filter((name) => new RegExp(`serve\\(\\s*${name}\\b`).test(text)).length
      return { path, served, isOwn: basename(path) === `${resource}.ts` }
    })
  const best = counted
    .filter(({ served }) => served > 0)
    .toSorted((a, b) => Number(b.isOwn) - Number(a.isOwn) || b.served - a.served)
  return best[0]?.path
}

/** Adds the handler to the exported list of routes: in place, or as a constant where the list is one of names. Undefined where there is no such list. */
function addRoute(text: string, asked: NewEndpoint): string | undefined {
  const lines = text.split('\n')
  const lists = lines.flatMap((line, index) => (/^export const \w+Routes\b/.test(line) ? [index] : []))
  const start = lists.find((index) => /admin/i.test(lines[index]!) === (asked.access === 'admins')) ?? lists[0]
  if (start === undefined) return undefined
  // A function that prepares something for its routes returns the list.
  const isBlock = lines[start]!.endsWith('{')
  const open = isBlock ? lines.findIndex((line, index) => index > start && /^ {2}return \[/.test(line)) : start
  const opening = lines[open] ?? ''
  const handler = handlerOf(asked)
  if (opening.endsWith('[')) {
    const close = lines.findIndex((line, index) => index > open && line === (isBlock ? '  ]' : ']'))
    return close < 0 ? undefined : lines.toSpliced(close, 0, `${handler},`).join('\n')
  }
  const [, before, items] = /^(.*?(?:= |=> |return )\[)(.*)\]$/.exec(opening) ?? []
  if (before === undefined || items === undefined) return undefined
  if (items.includes('serve(')) return lines.toSpliced(open, 1, `${before}${items}, ${handler}]`).join('\n')
  const constant = constantFor(asked.name, text)
  const separator = items.trim() === '' ? '' : ', '
  const listed = lines.toSpliced(open, 1, `${before}${items}${separator}${constant}]`)
  let at = start
  while (/^(\/\*\*| \*|\/\/)/.test(lines[at - 1] ?? '')) at -= 1
  return listed.toSpliced(at, 0, `const ${constant} = ${handler}`, '').join('\n')
}

const reserved = new Set(['delete', 'new', 'return', 'export', 'import', 'switch', 'void', 'continue', 'do', 'try'])

/** The verb of the endpoint, unless the file has that name already. */
function constantFor(name: string, text: string): string {
  const verb = /^[a-z]+/.exec(name)?.[0] ?? name
  const short = verb === 'delete' ? 'remove' : verb
  return reserved.has(short) || short === name || new RegExp(`\\b${short}\\b`).test(text) ? `${name}Route` : short
}

/** Adds a list to the routes of a service, which stand in one line or in one each. */
function registered(text: string, list: string, main: string): string {
  const found = /\broutes: \[([^\]]*)\]/.exec(text)
  if (!found) throw new Unusable(`${main} has no list of routes.`)
  const items = found[1]!.trim().replace(/,$/, '')
  return text.replace(found[0], `routes: [${items}${items ? ', ' : ''}...${list}]`)
}

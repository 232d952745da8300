import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endpoints } from '@keyhold/contracts/api'
import type { Endpoint } from '@keyhold/contracts/endpoint'
import { loadServices } from '../../services/registry.ts'
import { servedEndpoints } from '../../services/routes.ts'

/** One thing the specification asks for. */
export interface Row {
  /** The words of the specification, shortened. */
  what: string
  /** Files that do it: `path`, or `path#text` where the text stands in the file. */
  by: string[]
  /** Tests that show it: `path › title`, the title (or its beginning) as it stands in the file. */
  shown: string[]
}

export interface Section {
  title: string
  rows: Row[]
}

/** A row in one line; several files or tests are parted by ` + `. */
export const row = (what: string, by: string, shown: string): Row => ({ what, by: parts(by), shown: parts(shown) })
const parts = (text: string) =>
  text
    .split(' + ')
    .map((part) => part.trim())
    .filter(Boolean)

const skipped = new Set(['node_modules', 'dist', 'migrations', '.cache', '.data'])
function filesBelow(folder: string, ends: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return entries.flatMap((entry) => {
    if (skipped.has(entry.name)) return []
    const path = join(folder, entry.name)
    return entry.isDirectory() ? filesBelow(path, ends) : path.endsWith(ends) ? [path] : []
  })
}

/** Every call of the API that people make, with the file that answers it, where the page makes it, and the tests that make it: read from the code. */
export async function callSection(
  root: string,
  routed?: readonly { service: string; endpoint: Endpoint }[],
): Promise<Section> {
  const answered = new Set((routed ?? (await servedEndpoints(await loadServices()))).map(({ endpoint }) => endpoint))
  const read = (folder: string, ends: string) =>
    filesBelow(join(root, folder), ends).map((path) => ({
      path: path.slice(root.length + 1),
      text: readFileSync(path, 'utf8'),
    }))
  const services = read('services', '.ts')
  const tests = services.filter(({ path }) => path.endsWith('.test.ts'))
  const sources = services.filter(({ path }) => !path.endsWith('.test.ts') && path.includes('/src/'))
  const page = [...read('web/src', '.ts'), ...read('web/src', '.tsx')]
  const rows = endpoints
    .filter(({ endpoint }) => endpoint.access !== 'service')
    // Node and the bundlers list a module's names in different orders.
    .toSorted((a, b) => orderOf(a).localeCompare(orderOf(b), 'en'))
    .map(({ service, name, endpoint }) => {
      const { method, path, summary } = endpoint
      const named = new RegExp(`\\b${name}\\b`)
      const served = sources.filter((file) => file.path.startsWith(`services/${service}/`) && serves(file.text, name))
      const asked = page
        .filter((file) => file.path.includes('api') && !file.path.endsWith('.test.ts') && named.test(file.text))
        .slice(0, 2)
      const shown = tests.filter(
        (file) => file.path.startsWith(`services/${service}/`) && (named.test(file.text) || mentions(file.text, path)),
      )
      return {
        what: `\`${method} ${path}\`: ${summary}`,
        // A handler that is not among the routes does nothing, and a call of the page is no answer.
        by: answered.has(endpoint) && served.length > 0 ? [...served, ...asked].map((file) => file.path) : [],
        // The walk over the contracts makes every call as every role.
        shown: [...shown.slice(0, 3).map((file) => file.path), 'services/tests/authorization.test.ts'],
      }
    })
  return { title: 'Calls (generated from the contracts and the code)', rows }
}

/** Whether a file binds a handler to this endpoint, which it may import under another name. */
function serves(text: string, name: string): boolean {
  const [, alias = name] = new RegExp(`\\b${name} as (\\w+)`).exec(text) ?? []
  return new RegExp(`serve\\(\\s*${alias}\\b`).test(text)
}

const orderOf = ({ service, endpoint: { path, method } }: (typeof endpoints)[number]) => `${service} ${path} ${method}`

const mentions = (text: string, path: string) => {
  const fixed = path.split('/:')[0]!
  return path.includes('/:')
    ? text.includes(`${fixed}/$`) || text.includes(`${fixed}/:`)
    : text.includes(`'${path}'`) || text.includes(`\`${path}?`)
}

/** What a row claims and the code does not bear out. */
export function faultsOf(sections: Section[], root: string): string[] {
  const texts = new Map<string, string | undefined>()
  const textOf = (path: string) => {
    if (!texts.has(path))
      texts.set(path, existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined)
    return texts.get(path)
  }
  const check = (where: string, path: string, needle: string | undefined) => {
    const text = textOf(path)
    if (text === undefined) return [`${where}: ${path} does not exist`]
    return needle && !text.includes(needle) ? [`${where}: ${path} does not hold "${needle}"`] : []
  }
  return sections.flatMap(({ title, rows }) =>
    rows.flatMap(({ what, by, shown }) => {
      const where = `${title} | ${what}`
      return [
        ...(by.length ? [] : [`${where}: no file`]),
        ...(shown.length ? [] : [`${where}: no test`]),
        ...by.flatMap((entry) => check(where, ...split(entry, '#'))),
        ...shown.flatMap((entry) => check(where, ...split(entry, ' › '))),
      ]
    }),
  )
}

const split = (entry: string, by: string): [string, string | undefined] => {
  const at = entry.indexOf(by)
  return at < 0 ? [entry, undefined] : [entry.slice(0, at), entry.slice(at + by.length)]
}

/** The walk as a page of the documentation. */
export function asMarkdown(name: string, sections: Section[]): string {
  const cell = (text: string) => text.replaceAll('|', '\\|')
  const file = (entry: string) => {
    const [path, needle] = split(entry, '#')
    return `[${path.split('/').slice(-2).join('/')}](../${path})${needle ? ` “${needle}”` : ''}`
  }
  const test = (entry: string) => {
    const [path, title] = split(entry, ' › ')
    return `[${path.split('/').slice(-2).join('/')}](../${path})${title ? `: ${title}` : ''}`
  }
  const tables = sections.map(
    ({ title, rows }) =>
      `## ${title}\n\n| the specification | done by | shown by |\n| --- | --- | --- |\n${rows
        .map(
          ({ what, by, shown }) =>
            `| ${cell(what)} | ${cell(by.map(file).join('<br>'))} | ${cell(shown.map(test).join('<br>'))} |`,
        )
        .join('\n')}`,
  )
  return `# ${name}\n\nEvery screen, call, rule, text and constant of the platform specification, and of the parts of the operations specification that are built, with the file that does it and the test that shows it. Written by \`npm run format\` from \`scripts/spec\`; a test fails when a file, a text or a test named here is gone.\n\n${tables.join('\n\n')}\n`
}

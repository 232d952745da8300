import { posix } from 'node:path'

/** The rules of docs/architecture.md on who imports whom, and a few on how source is written, that the linter cannot express. */
export interface Finding {
  line: number
  sentence: string
}

const entryPoints = ['routes', 'events', 'schedules', 'jobs']
export const isTest = (file: string): boolean => /\.(test|journey)\.tsx?$/.test(file) || file.includes('/testing/')

/** Which part of the tree a path belongs to: 'kit', 'contracts', 'service:payments', 'composition', 'web', 'e2e', 'scripts' or 'other'. */
function zoneOf(path: string): string {
  const [top, second, third] = path.split('/')
  if (top === 'packages') return second ?? 'other'
  if (top === 'services') return third === undefined ? 'composition' : `service:${second}`
  return top === 'web' || top === 'e2e' || top === 'scripts' ? top : 'other'
}

/** The part of the tree an import leads to, or 'npm', or 'node'. */
function targetOf(file: string, specifier: string): { zone: string; path: string } {
  if (specifier.startsWith('.')) {
    const path = posix.join(posix.dirname(file), specifier)
    return { zone: zoneOf(path), path }
  }
  // The page's own alias.
  if (specifier.startsWith('~/')) return { zone: 'web', path: `web/src/${specifier.slice(2)}` }
  if (specifier.startsWith('node:')) return { zone: 'node', path: specifier }
  const [, name] = /^@keyhold\/([^/]+)/.exec(specifier) ?? []
  if (!name) return { zone: 'npm', path: specifier }
  return { zone: ['kit', 'contracts', 'web', 'e2e'].includes(name) ? name : `service:${name}`, path: specifier }
}

const mayImport: Record<string, string[]> = {
  contracts: ['contracts', 'npm'],
  kit: ['kit', 'contracts', 'npm', 'node'],
  service: ['kit', 'contracts', 'npm', 'node'],
  web: ['web', 'contracts', 'npm'],
}

function refuseImport(file: string, specifier: string, isType: boolean, read: Read): string | undefined {
  const from = zoneOf(file)
  const to = targetOf(file, specifier)
  const allowed = mayImport[from.split(':')[0]!]
  const inSource = /(^|\/)src\//.test(file)
  if (/^[.~]/.test(specifier) && !/\.\w+$/.test(specifier)) return `an import carries its extension: '${specifier}'`
  // Build files (vite.config.ts, drizzle.config.ts) run on this machine, not where the code they build runs.
  // The edge's own tests go through the whole product, as people do.
  const isProduct = isTest(file) && from === 'service:gateway' && to.path === 'services/testing/product.ts'
  if (
    allowed &&
    inSource &&
    to.zone !== from &&
    !allowed.includes(to.zone) &&
    !isProduct &&
    !(isTest(file) && to.zone === 'node')
  )
    return `${from} may not import ${to.zone} ('${specifier}')`
  if (from === 'contracts' && inSource && to.zone === 'npm' && specifier !== 'zod' && !isTest(file) && !isType)
    return `contracts import zod only, not '${specifier}'`
  if (!/^[.~]/.test(specifier) || isTest(file)) return undefined
  return from === 'web' ? refuseInPage(file, to.path) : refuseInService(file, to.path, isType, read)
}

/** The part of a service that a file is in: a folder of `src`, or 'schema' for schema.ts too. */
function partOf(path: string): { service: string | undefined; part: string | undefined } {
  const [, service, part] = /^services\/([^/]+)\/src\/(schema(?=\.ts$)|[^/]+(?=\/))/.exec(path) ?? []
  return { service, part }
}

/** Rules that read and write nothing: no file of the database, of the outside world or of Node. */
const isPure = (text: string): boolean =>
  !/from '(?:[^']*\/(?:schema|projections|providers)[./]|@keyhold\/kit\/(?:database|messaging|jobs|files)\/|drizzle-orm|node:)/.test(
    text,
  )

function refuseInService(file: string, path: string, isType: boolean, read: Read): string | undefined {
  const from = partOf(file)
  const to = partOf(path)
  if (!from.part || !to.part || from.service !== to.service) return undefined
  if (entryPoints.includes(to.part)) {
    if (entryPoints.includes(from.part))
      return `entry points do not import each other: what ${file} and ${path} share belongs in domain/`
    return `${from.part}/ may not import ${to.part}/`
  }
  // The type of what a column holds may be declared where it is used.
  if (from.part === 'schema' && to.part !== 'schema' && !isType) return `schema may not import ${to.part}/`
  if (from.part === 'providers' && (to.part === 'projections' || (to.part === 'domain' && !isPure(read(path) ?? ''))))
    return `providers/ may import pure rules of domain/ only, not ${path}`
  return undefined
}

function refuseInPage(file: string, path: string): string | undefined {
  const [, from, feature] = /^web\/src\/(app|api|components|features|lib|texts)\/(?:([^/]+)\/)?/.exec(file) ?? []
  const [, to, toFeature] = /^web\/src\/(app|features)\/(?:([^/]+)\/)?/.exec(path) ?? []
  if (!from || !to || from === 'app') return undefined
  if (to === 'app') return `web/src/${from} may not import web/src/app`
  if (from !== 'features') return `web/src/${from} may not import a feature`
  return feature === toFeature ? undefined : `feature ${feature} may not import feature ${toFeature}`
}

const readsEnvironment = (file: string): boolean =>
  file === 'services/main.ts' || /^(scripts|e2e)\//.test(file) || file.endsWith('.config.ts') || isTest(file)

const readsTime = (file: string): boolean =>
  !/^(services|packages\/kit)\//.test(file) || file === 'packages/kit/src/runtime/clock.ts' || isTest(file)

// PATH, handed on to a command, is no setting.
const writingRules: { pattern: RegExp; sentence: string; except?: (file: string) => boolean }[] = [
  {
    pattern: /\bprocess\.env\b(?!\.PATH\b)|import \{[^}]*\benv\b[^}]*\} from 'node:process'/,
    sentence: 'only services/main.ts reads the environment',
    except: readsEnvironment,
  },
  {
    pattern: /\bDate\.now\(|\bnew Date\(\)/,
    sentence: 'only kit/clock.ts reads the time: take a Clock',
    except: readsTime,
  },
  {
    pattern: /^\s*(export\s+)?(declare\s+)?(const\s+)?enum\s/,
    sentence: 'no enums: Node strips types, it does not compile',
  },
  { pattern: /^\s*@[A-Za-z_$][\w$.]*(\(.*\))?\s*$/, sentence: 'no decorators' },
  { pattern: /^export \* from/, sentence: 'no barrels: import from the file that has it' },
  { pattern: /\bvi\.(do)?[mM]ock\(/, sentence: 'no module mocks: hand the double in' },
]

const importPattern =
  /^\s*(?:import|export)\s+(type\s)?[^'"`;]*?\bfrom\s+['"]([^'"]+)['"]|^\s*import\s+()['"]([^'"]+)['"]|\bimport\(\s*()['"]([^'"]+)['"]/gm

export function importsOf(text: string): { specifier: string; isType: boolean; line: number }[] {
  return [...text.matchAll(importPattern)].flatMap((match) => {
    const specifier = match[2] ?? match[4] ?? match[6]
    const line = text.slice(0, match.index).split('\n').length
    return specifier ? [{ specifier, isType: Boolean(match[1]), line }] : []
  })
}

/** Reads a file of the checkout; undefined where there is none. */
type Read = (path: string) => string | undefined

/** What is wrong with a source file; `file` is its path from the root of the checkout, with slashes. */
export function findingsIn(file: string, text: string, read: Read = () => undefined): Finding[] {
  const findings: Finding[] = []
  for (const { specifier, isType, line } of importsOf(text)) {
    const sentence = refuseImport(file, specifier, isType, read)
    if (sentence) findings.push({ line, sentence })
  }
  for (const [index, line] of text.split('\n').entries()) {
    if (/^\s*(\/\/|\*|\/\*)/.test(line)) continue
    for (const rule of writingRules)
      if (rule.pattern.test(line) && !rule.except?.(file)) findings.push({ line: index + 1, sentence: rule.sentence })
  }
  return findings
}

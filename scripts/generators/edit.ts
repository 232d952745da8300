/** Files to write, by path from the root of the checkout. */
export type Files = Record<string, string>

/** The checkout as it is. Paths are from its root. */
export interface Checkout {
  /** The text of a file; undefined where there is none. */
  read: (path: string) => string | undefined
  /** The files below a folder. */
  list: (folder: string) => string[]
}

export interface Generated {
  files: Files
  /** What is left to do by hand, a sentence each. */
  left: string[]
}

/** A request that can't be carried out; its message is for the person who typed it. */
export class Unusable extends Error {}

export const camelCase = (kebab: string): string => kebab.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
export const pascalCase = (kebab: string): string => camelCase(`-${kebab}`)
export const kebabOf = (camel: string): string => camel.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
/** 'listRentIncreases' as 'list rent increases'. */
export const wordsOf = (camel: string): string => kebabOf(camel).replaceAll('-', ' ')
/** 'rent-increases' as 'rent-increase'. */
export const singular = (plural: string): string =>
  plural
    .replace(/ies$/, 'y')
    .replace(/(?<=ch|sh|ss|x)es$/, '')
    .replace(/(?<![su])s$/, '')
/** Text between single quotes in source. */
export const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** @throws Unusable unless the name is in kebab case */
export function kebabCase(name: string | undefined, what: string): string {
  if (name && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return name
  throw new Unusable(`Give ${what} in kebab case, such as rent-increases.`)
}

export function existing({ read }: Pick<Checkout, 'read'>, path: string): string {
  const text = read(path)
  if (text === undefined) throw new Unusable(`${path} does not exist.`)
  return text
}

/** Inserts `line` before the first line that `before` matches. @throws Unusable where none does: the file has changed its shape */
export function insertBefore(text: string, before: RegExp, line: string): string {
  const lines = text.split('\n')
  const at = lines.findIndex((one) => before.test(one))
  if (at < 0) throw new Unusable(`No line matches ${before}: add this by hand:\n${line}`)
  return lines.toSpliced(at, 0, line).join('\n')
}

/** Adds to a list in source, such as `a, b` or one name in a line, in alphabetical order if it is in that order. */
export function addToList(list: string, name: string): string {
  const names = list
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  const at = names.findIndex((one) => keyOf(one) > keyOf(name))
  return names.toSpliced(at < 0 ? names.length : at, 0, name).join(', ')
}
const keyOf = (name: string) => name.replace(/^type /, '').toLowerCase()

const importStatement = /^import [^'"]*'([^'"]+)'$/gm

/** Adds an import after the imports that stand before it in the alphabet: in its folder if there are some. */
export function addImport(text: string, line: string): string {
  const from = /'([^']+)'$/.exec(line)?.[1] ?? ''
  const all = [...text.matchAll(importStatement)].map((match) => ({
    from: match[1]!,
    start: match.index,
    end: match.index + match[0].length,
  }))
  const folder = from.slice(0, from.lastIndexOf('/') + 1)
  const kind = (path: string) => (path.startsWith('node:') ? 'node' : path.startsWith('.') ? 'own' : 'package')
  const inFolder = all.filter((one) => folder.length > 2 && one.from.startsWith(folder))
  const alike = inFolder.length > 0 ? inFolder : all.filter((one) => kind(one.from) === kind(from))
  const previous = alike.findLast((one) => one.from < from)
  if (previous) return `${text.slice(0, previous.end)}\n${line}${text.slice(previous.end)}`
  const next = alike[0] ?? (kind(from) === 'own' ? undefined : all[0])
  if (next) return `${text.slice(0, next.start)}${line}\n${text.slice(next.start)}`
  const end = all.at(-1)?.end
  return end === undefined ? `${line}\n\n${text}` : `${text.slice(0, end)}\n${line}${text.slice(end)}`
}

/** Imports a name, with the others from that module if there are some. */
export function addNamedImport(text: string, name: string, from: string): string {
  const known = [...text.matchAll(/^import \{([^}]*)\} from '([^']+)'$/gm)].find((match) => match[2] === from)
  if (!known) return addImport(text, `import { ${name} } from '${from}'`)
  if (new RegExp(`\\b${name}\\b`).test(known[1]!)) return text
  return text.replace(known[0], `import { ${addToList(known[1]!, name)} } from '${from}'`)
}

/** Files to write, by path from the root of the checkout. */
export type Files = Record<string, string>
/** Reads a file of the checkout; undefined where there is none. */
export type Read = (path: string) => string | undefined

/** A request that can't be carried out; its message is for the person who typed it. */
export class Unusable extends Error {}

export const camelCase = (kebab: string): string => kebab.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
export const pascalCase = (kebab: string): string => camelCase(`-${kebab}`)

/** @throws Unusable unless the name is in kebab case */
export function kebabCase(name: string | undefined, what: string): string {
  if (name && /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return name
  throw new Unusable(`Give ${what} in kebab case, such as rent-increases.`)
}

export function existing(read: Read, path: string): string {
  const text = read(path)
  if (text === undefined) throw new Unusable(`${path} does not exist.`)
  return text
}

/** Inserts `line` before the first line that `before` matches. @throws Error where none does: the file has changed its shape */
export function insertBefore(text: string, before: RegExp, line: string): string {
  const lines = text.split('\n')
  const at = lines.findIndex((one) => before.test(one))
  if (at < 0) throw new Error(`no line matches ${before}`)
  return lines.toSpliced(at, 0, line).join('\n')
}

/** Adds an import after the last one that stands on a line of its own. */
export function addImport(text: string, line: string): string {
  const lines = text.split('\n')
  const last = lines.findLastIndex((one) => /^(import .* from '|\} from ')/.test(one))
  return lines.toSpliced(last + 1, 0, line).join('\n')
}

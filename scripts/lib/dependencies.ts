import { builtinModules } from 'node:module'
import { type Finding, importsOf, isTest } from './zones.ts'

/** The part of a package.json that says what its code may import. */
export interface Manifest {
  name: string
  dependencies?: Record<string, string>
}

/** The workspace of a file whose imports its own package.json declares: the folder with its source, or undefined. */
export const workspaceOf = (file: string): string | undefined =>
  isTest(file) ? undefined : /^((?:packages|services)\/[^/]+|web)\/src\//.exec(file)?.[1]

/** Packages that a file imports and its workspace does not declare; another workspace may bring them today and not tomorrow. */
export function undeclaredIn(text: string, { name, dependencies = {} }: Manifest): Finding[] {
  return importsOf(text).flatMap(({ specifier, line }) => {
    if (/^([.~#]|node:)/.test(specifier)) return []
    const wanted = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
    if (wanted === name || wanted in dependencies || builtinModules.includes(wanted)) return []
    return [{ line, sentence: `${wanted} is not among the dependencies of ${name}` }]
  })
}

import type { z } from '@keyhold/contracts/zod'

export type Environment = Record<string, string | undefined>

/** Settings that are wrong or missing, all of them at once. */
export class BadConfig extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`Settings are missing or wrong:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'BadConfig'
    this.faults = faults
  }
}

/** Reads one process's settings. Every schema is tried, so that a person learns of all faults at once. @throws BadConfig */
export function readConfig<S extends Record<string, z.ZodType>>(
  schemas: S,
  env: Environment,
): { [K in keyof S]: z.output<S[K]> } {
  // An empty variable is an unset one: compose files and shells can't say it otherwise.
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const faults = new Set<string>()
  const values: Record<string, unknown> = {}
  for (const [part, schema] of Object.entries(schemas)) {
    const parsed = schema.safeParse(set)
    if (parsed.success) values[part] = parsed.data
    else for (const issue of parsed.error.issues) faults.add(`${issue.path.join('.') || part}: ${issue.message}`)
  }
  if (faults.size) throw new BadConfig([...faults])
  return values as { [K in keyof S]: z.output<S[K]> }
}

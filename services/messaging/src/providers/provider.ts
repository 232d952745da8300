import type { z } from '@keyhold/contracts/zod'

type Settings = Record<string, unknown>

/** A provider as data. The service's configuration and the choice of channels are derived from the lists of these. */
export interface ProviderDefinition<P> {
  /** What the settings are for, as a configuration error says it: "needed for texts by Twilio". */
  purpose: string
  /** Environment variables, each optional. */
  variables: Record<string, z.ZodType>
  /** Variables that are set all together or not at all. */
  required: string[]
  /** Null where the provider is not configured. `publicUrl` is the site's address without a trailing slash. */
  connect(settings: Settings, publicUrl: string): P | null
}

/** Defines a provider by the schema of its environment variables; those that are not optional are required together. */
export function defineProvider<S extends z.ZodObject, P>(definition: {
  purpose: string
  settings: S
  connect(settings: z.output<S>, publicUrl: string): P
}): ProviderDefinition<P> {
  const { purpose, settings: schema } = definition
  const required = Object.keys(schema.shape).filter((name) => !schema.shape[name]?.safeParse(undefined).success)
  return {
    purpose,
    variables: schema.partial().shape,
    required,
    connect: (settings, publicUrl) =>
      required.every((name) => settings[name]) ? definition.connect(schema.parse(settings), publicUrl) : null,
  }
}

/** Names the required variables that are missing where others of the same provider are set. */
export function missingVariables({ required, purpose }: ProviderDefinition<unknown>, settings: Settings) {
  if (!required.some((name) => settings[name])) return []
  return required
    .filter((name) => !settings[name])
    .map((name) => ({
      name,
      message: `needed for ${purpose}, together with ${required.filter((other) => other !== name).join(' and ')}`,
    }))
}

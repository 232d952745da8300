import { z } from '@keyhold/contracts/zod'

type Schema = {
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  format?: string
  minLength?: number
  minimum?: number
  exclusiveMinimum?: number
  examples?: unknown[]
  example?: unknown
  default?: unknown
  $ref?: string
  $defs?: Record<string, Schema>
  additionalProperties?: unknown
  override?: { format?: string }
}

const file = Buffer.from('%PDF-1.4\nsample')

/** A value that the schema takes: its own example where it has one, else the least of each kind; `fields` says whether optional ones stand in it. */
export function sampleOf(schema: z.ZodType, fields: 'required' | 'all' = 'required'): unknown {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema
  return sample(root, root, fields)
}

function sample(schema: Schema, root: Schema, fields: 'required' | 'all'): unknown {
  if (schema.$ref) return sample(root.$defs?.[schema.$ref.split('/').at(-1) ?? ''] ?? {}, root, fields)
  if (schema.override?.format === 'binary') return schema === root ? file : { name: 'sample.pdf', bytes: file }
  const example = schema.example ?? schema.examples?.[0]
  if (example !== undefined) return example
  if (Object.keys(schema).every((key) => key.startsWith('$'))) return undefined
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = (schema.anyOf ?? schema.oneOf)?.find((one) => one.type !== 'null')
  if (choice) return sample(choice, root, fields)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object' || schema.properties) {
    const required = new Set(schema.required)
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
        fields === 'all' || required.has(name) ? [[name, sample(one, root, fields)]] : [],
      ),
    )
  }
  if (type === 'array') return []
  if (type === 'boolean') return false
  if (type === 'number' || type === 'integer')
    return Math.max(1, Math.ceil(schema.minimum ?? 0), Math.floor(schema.exclusiveMinimum ?? 0) + 1)
  if (schema.format === 'email') return 'someone@sample.test'
  if (schema.format === 'uuid') return '019a0000-0000-7000-8000-000000000000'
  if (schema.format === 'date') return '2026-03-01'
  if (schema.format === 'date-time') return '2026-03-01T12:00:00Z'
  return 'sample'.padEnd(schema.minLength ?? 0, 'x')
}

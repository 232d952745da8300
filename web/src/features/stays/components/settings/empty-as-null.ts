/** The same value with every empty text as null, at any depth. */
export function emptyAsNull<T>(value: T): T
export function emptyAsNull(value: unknown): unknown {
  if (value === '') return null
  if (Array.isArray(value)) return value.map((one: unknown) => emptyAsNull(one))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, one]: [string, unknown]) => [name, emptyAsNull(one)]))
  return value
}

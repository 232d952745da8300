/** A list as Postgres's array literal; it fits any array type, enums included. */
export function arrayText(values: readonly unknown[]): string {
  return `{${values.map(elementText).join(',')}}`
}

function elementText(value: unknown): string {
  if (value === undefined) throw new TypeError('A list that is a parameter holds undefined; say null')
  if (value === null) return 'null'
  if (Array.isArray(value)) return arrayText(value)
  const text = value instanceof Date ? value.toISOString() : typeof value === 'string' ? value : JSON.stringify(value)
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

/** Reads Postgres's array text, nested or not: `{a,"b c",NULL}`. */
export function parseArray(text: string, parse: (element: string) => unknown): unknown[] {
  let at = text.indexOf('{') // bounds that do not start at 1 stand before it

  function list(): unknown[] {
    const values: unknown[] = []
    at++
    while (text[at] !== '}') {
      values.push(text[at] === '{' ? list() : text[at] === '"' ? parse(quoted()) : bare())
      if (text[at] === ',') at++
    }
    at++
    return values
  }

  function quoted(): string {
    let value = ''
    for (at++; text[at] !== '"'; at++) {
      if (text[at] === '\\') at++
      value += text[at]
    }
    at++
    return value
  }

  function bare(): unknown {
    const start = at
    while (text[at] !== ',' && text[at] !== '}') at++
    const value = text.slice(start, at)
    return value === 'NULL' ? null : parse(value)
  }

  return list()
}

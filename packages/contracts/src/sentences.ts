import type { z } from 'zod'

type Issue = Parameters<NonNullable<NonNullable<Parameters<typeof z.config>[0]>['customError']>>[0]

const kinds: Readonly<Record<string, string>> = {
  string: 'Enter text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Choose yes or no',
  date: 'Enter a date',
  array: 'Give a list',
  object: 'Give an object with fields',
}

const formats: Readonly<Record<string, string>> = {
  email: 'Enter a valid email address',
  url: 'Enter a valid web address',
  uuid: 'This is not a valid id',
  guid: 'This is not a valid id',
  date: 'Enter a date',
  datetime: 'Enter a date and a time',
}

const counted = (count: unknown, origin: string): string => {
  const what = origin === 'string' ? 'character' : origin === 'array' || origin === 'set' ? 'entry' : undefined
  const many = what === 'entry' ? 'entries' : 'characters'
  return what ? ` ${String(count)} ${Number(count) === 1 ? what : many}` : ` ${String(count)}`
}

/** A sentence for people about a value that is not valid, where the schema has none of its own. */
export function sentenceFor(issue: Issue): string {
  const { code } = issue
  if (code === 'invalid_type')
    return issue.input === undefined ? 'This field is required' : (kinds[issue.expected] ?? 'This value is not valid')
  if (code === 'invalid_value') return `Choose one of ${issue.values.map(String).join(', ')}`
  if (code === 'invalid_format') return formats[issue.format] ?? 'This value is not in the expected form'
  if (code === 'too_small') return `At least${counted(issue.minimum, issue.origin)}`
  if (code === 'too_big') return `At most${counted(issue.maximum, issue.origin)}`
  if (code === 'unrecognized_keys') return `Unknown: ${issue.keys.join(', ')}`
  return 'This value is not valid'
}

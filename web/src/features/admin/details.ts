import { dateTime, list, nothing, number, words } from '~/lib/format.ts'

/** newPlan, new_plan → New plan */
const labelOf = (key: string): string => words(key.replaceAll(/([a-z\d])([A-Z])/g, '$1_$2').toLowerCase())

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isInstant = (text: string): boolean => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)
const isId = (text: string): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)

const longest = 80
const cut = (text: string): string => (text.length <= longest ? text : `${text.slice(0, longest).trimEnd()}…`)

function said(key: string, value: unknown): string {
  if (key === 'maxProperties' && value === null) return 'Unlimited'
  if (value === null || value === undefined || value === '') return nothing
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'number') return number(value)
  if (typeof value === 'string') return isInstant(value) ? dateTime(value) : cut(value)
  if (Array.isArray(value)) return value.length > 0 ? list(value.map((one) => said(key, one))) : nothing
  return isObject(value)
    ? Object.entries(value)
        .map(([inner, one]) => `${labelOf(inner)} ${said(inner, one)}`)
        .join(', ')
    : nothing
}

export interface Detail {
  label: string
  value: string
}

/** The differences between two records. */
const changesOf = (before: Record<string, unknown>, after: Record<string, unknown>): Detail[] =>
  Object.keys({ ...before, ...after })
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => ({ label: labelOf(key), value: `${said(key, before[key])} → ${said(key, after[key])}` }))

/**
 * The details of an activity as labelled values. `before` and `after` are shown as changes, and so are pairs of them under `changes`;
 * ids are left out, since the other details identify the record to a person.
 */
export function detailsOf({ before, after, changes, ...rest }: Record<string, unknown>): Detail[] {
  const unchanged = Object.entries(rest)
    .filter(([, value]) => !(typeof value === 'string' && isId(value)))
    .map(([key, value]) => ({ label: labelOf(key), value: said(key, value) }))
  const pairs = Object.entries(isObject(changes) ? changes : {}).filter(
    (entry): entry is [string, Record<string, unknown>] => isObject(entry[1]),
  )
  return [
    ...unchanged,
    ...(isObject(before) && isObject(after) ? changesOf(before, after) : []),
    ...pairs.flatMap(([key, pair]) => changesOf({ [key]: pair.before }, { [key]: pair.after })),
  ]
}

/** The fields of a form, nested as Stripe's API reads them. */
export type Form = { [name: string]: string | Form }

/** Reads `items[0][price]=x&expand[]=y` into nested objects; list positions are names. */
export function readForm(text: string): Form {
  const form: Form = {}
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter((part, i) => part !== '' || i === 0)
    let target = form
    for (const part of path.slice(0, -1)) target = (target[part] ??= {}) as Form
    const last = name.endsWith('[]') ? String(Object.keys((target[path.at(-1)!] ??= {}) as Form).length) : undefined
    if (last === undefined) target[path.at(-1)!] = value
    else (target[path.at(-1)!] as Form)[last] = value
  }
  return form
}

export const textOf = (value: string | Form | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined
export const formOf = (value: string | Form | undefined): Form => (typeof value === 'object' ? value : {})
export const listOf = (value: string | Form | undefined): (string | Form)[] => Object.values(formOf(value))

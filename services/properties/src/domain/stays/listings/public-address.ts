import { randomBytes } from 'node:crypto'

// Without letters and digits that look alike.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** 60 bits, enough that no two listings of any landlords share one. */
export const newPublicCode = (): string => [...randomBytes(12)].map((byte) => alphabet[byte % alphabet.length]).join('')

/** "Oak House, 2nd floor" as `oak-house-2nd-floor`. */
export function slugWords(text: string): string {
  const words = text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return words.slice(0, 60).replace(/-+$/, '') || 'stay'
}

export const slugOf = ({ slugWords: words, publicCode }: { slugWords: string; publicCode: string }): string =>
  `${words}-${publicCode}`

/** The words before the code may be any, as after a change of the name. */
export const codeOf = (slug: string): string => slug.slice(slug.lastIndexOf('-') + 1).toLowerCase()

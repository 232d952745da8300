/** Replaces what identifies people by placeholders, the same one for the same words, and puts it back afterwards. */
export interface Redaction {
  hide: (text: string) => string
  restore: (text: string) => string
}

const email = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+/gu
const phone = /(?<![\d$.,/-])\+?\(?\d{1,4}\)?(?:[\s.()-]{0,2}\d{2,4}){2,4}(?![\d/-])/g
/** Two or three capitalized words in a row, as people write names of others. */
const fullNames = /(?<![.!?]\s)(?<!^)\b(\p{Lu}\p{Ll}+(?:\s\p{Lu}\p{Ll}+){1,2})\b/gu

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const digits = (text: string) => text.replace(/\D/g, '').length
const isDate = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text.trim())

/** `names` are those that the records know: of the tenant, the landlord and the home's people. */
export function redaction(names: readonly string[]): Redaction {
  const placeholders = new Map<string, string>()
  const counts = { EMAIL: 0, PHONE: 0, NAME: 0 }
  function placeholderOf(kind: keyof typeof counts, words: string): string {
    const key = `${kind} ${words.toLowerCase()}`
    const known = placeholders.get(key)
    if (known) return known
    const placeholder = `[${kind}_${++counts[kind]}]`
    placeholders.set(key, placeholder)
    originals.set(placeholder, words)
    return placeholder
  }
  const originals = new Map<string, string>()
  const parts = [...new Set(names.flatMap((name) => [name, ...name.split(/\s+/)]))]
    .filter((name) => name.length > 1)
    .toSorted((a, b) => b.length - a.length)
  const known =
    parts.length > 0
      ? new RegExp(`(?<![\\p{L}\\p{N}])(?:${parts.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'giu')
      : null
  return {
    hide(text) {
      let hidden = text.replace(email, (words) => placeholderOf('EMAIL', words))
      hidden = hidden.replace(phone, (words) =>
        digits(words) >= 7 && !isDate(words) ? placeholderOf('PHONE', words) : words,
      )
      if (known) hidden = hidden.replace(known, (words) => placeholderOf('NAME', words))
      return hidden.replace(fullNames, (words) => placeholderOf('NAME', words))
    },
    restore: (text) => text.replace(/\[(?:EMAIL|PHONE|NAME)_\d+\]/g, (placeholder) => originals.get(placeholder) ?? ''),
  }
}

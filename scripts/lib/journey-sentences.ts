// Journeys quote what the page and the services say. Where a sentence is changed there and not in the journey, the journey fails much later.

/** A call of a journey that waits for a text or presses what has it. */
const quoting = /\b(?:see|seeToast|dialog|button|answer|getByText|getByRole|getByLabel)\(/
const literal = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
const hole = /\$?\{[^{}]*\}/
/** A number or a sum with the word that it counts, and a month. */
const figure = /[$\d][\d.,:%]*(?: \p{L}+)?|\b(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b/u

/** A line that may hold what is typed: no quotation, no title of a test, no comment. */
const isTyping = (line: string): boolean => !quoting.test(line) && !/^\s*(?:\/\/|\/?\*|test[.(])/.test(line)

const plain = (text: string): string =>
  text
    .replaceAll("{' '}", ' ')
    .replaceAll('&apos;', "'")
    .replaceAll(/\\(['"`])/g, '$1')
    .replaceAll(/\s+/g, ' ')

const wordsOf = (text: string): string[] => text.split(' ').filter((word) => /\p{L}{2}/u.test(word))
const trimmed = (text: string): string => text.replaceAll(/^[\s,.:;·]+|[\s,.:;·]+$/g, '')

export interface Said {
  text: string
  /** What journeys type, and may read later. */
  typed: string
  /** Sentences with holes, as the texts between them. */
  patterns: string[][]
}

/** What the product says, by its sources and what the journeys type into it. */
export function saidBy(sources: readonly string[], journeys: readonly string[]): Said {
  const patterns = sources.flatMap((source) => {
    const literals = [...source.matchAll(literal)].map(([, , , template]) => template ?? '')
    const shown = [...source.matchAll(/>([^<>]*)</g)].map(([, text]) => text ?? '')
    return [...literals, ...shown]
      .filter((text) => hole.test(text))
      .map((text) => plain(text).split(hole).map(trimmed).filter(Boolean))
  })
  return {
    text: plain(sources.join('\n')),
    typed: journeys.flatMap((journey) => journey.split('\n').filter(isTyping)).join('\n'),
    patterns: patterns.filter((parts) => wordsOf(parts.join(' ')).length > 0),
  }
}

/** The texts follow each other in the sentence and are at least a third of its words. */
function fits(parts: readonly string[], sentence: string): boolean {
  let at = 0
  for (const part of parts) {
    const found = sentence.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return wordsOf(parts.join(' ')).length * 3 >= wordsOf(sentence).length
}

/** The part is said, or is put together from two texts of which each is said, or typed in a journey. */
function isSaid(part: string, { text, typed, patterns }: Said): boolean {
  if (text.includes(trimmed(part)) || patterns.some((parts) => fits(parts, part))) return true
  const words = part.split(' ')
  return words.some((word, index) => {
    const [first, second] = [words.slice(0, index + 1), words.slice(index + 1)].map((half) => trimmed(half.join(' ')))
    if (!first || !second) return false
    if (typed.includes(second)) return text.includes(first) || typed.includes(first)
    const isLong = wordsOf(first).length > 1 && wordsOf(second).length > 1
    return (isLong || word.endsWith(',')) && text.includes(first) && text.includes(second)
  })
}

const sentencesIn = (line: string): string[] =>
  [...line.matchAll(literal)].map(([, single, double, template]) => plain(single ?? double ?? template ?? ''))

/** The sentences of three words and more that a journey quotes and that can't stand on the page. */
export function unsaidIn(journey: string, said: Said): { line: number; sentence: string }[] {
  return journey.split('\n').flatMap((text, index) =>
    quoting.test(text)
      ? sentencesIn(text)
          // The page's sentences begin like sentences; selectors and remarks do not.
          .filter((sentence) => /^[\p{Lu}\d$“]/u.test(sentence) && !said.typed.includes(sentence))
          .filter((sentence) => {
            const parts = sentence.split(hole).flatMap((part) => part.split(figure))
            // Where a name or a figure stands in it, less is left to go by.
            const least = parts.length > 1 && wordsOf(parts.join(' ')).length >= 3 ? 2 : 3
            return parts.some((part) => wordsOf(part).length >= least && !isSaid(part, said))
          })
          .map((sentence) => ({ line: index + 1, sentence }))
      : [],
  )
}

import { vocabulary } from './vocabulary.ts'

/** Chat spellings. Each is written out before anything is compared. */
const spelledOut: Record<string, string> = {
  u: 'you',
  ur: 'your',
  r: 'are',
  y: 'why',
  wat: 'what',
  wut: 'what',
  whats: 'what is',
  "what's": 'what is',
  whos: 'who is',
  "who's": 'who is',
  whens: 'when is',
  "when's": 'when is',
  wheres: 'where is',
  "where's": 'where is',
  hows: 'how is',
  wen: 'when',
  hw: 'how',
  thx: 'thanks',
  ty: 'thanks',
  tysm: 'thanks',
  pls: 'please',
  plz: 'please',
  gotta: 'have to',
  gonna: 'going to',
  wanna: 'want to',
  thru: 'through',
  im: 'i am',
  ive: 'i have',
  theres: 'there is',
  "there's": 'there is',
  isnt: 'is not',
  "isn't": 'is not',
  aint: 'is not',
  wont: 'will not',
  "won't": 'will not',
  cant: 'can not',
  "can't": 'can not',
  cannot: 'can not',
  doesnt: 'does not',
  "doesn't": 'does not',
  dont: 'do not',
  "don't": 'do not',
  didnt: 'did not',
  "didn't": 'did not',
  broke: 'broken',
  apt: 'apartment',
  pymt: 'payment',
  pmt: 'payment',
  amt: 'amount',
  gass: 'gas',
  fone: 'phone',
  rn: 'right now',
  asap: 'soon',
}

const letters = /[\p{L}\p{N}']+|[?.!;,]/gu

/** Lower case, without accents. Marks stay as words of their own. */
export const plainOf = (text: string): string => joined(wordsOf(text))

/** As `plainOf`, with chat spellings written out and typing errors of known words corrected. */
export const normalize = (text: string): string =>
  joined(wordsOf(text).map((word) => spelledOut[word] ?? corrected(word)))

const wordsOf = (text: string): string[] =>
  text
    .slice(0, 5000)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[’‘`´]/g, "'")
    .toLowerCase()
    .match(letters) ?? []

const joined = (words: readonly string[]) => words.join(' ').replace(/ (?=[?.!;,])/g, '')

const known = new Set(vocabulary)
const byLength = Map.groupBy(vocabulary, (word) => word.length)

/** The known word that is one slip of the fingers away, or two in a long word. */
function corrected(word: string): string {
  if (word.length < 5 || known.has(word) || isInflected(word) || /\d/.test(word)) return word
  const most = word.length >= 8 ? 2 : 1
  let best: string | undefined
  let distance = most + 1
  for (let length = word.length - most; length <= word.length + most; length++)
    for (const candidate of byLength.get(length) ?? []) {
      if (candidate.length < 5 || candidate[0] !== word[0]) continue
      const found = slips(word, candidate, distance)
      if (found < distance) [best, distance] = [candidate, found]
    }
  return best ?? word
}

/** A known word with an ending is no typing error. */
const isInflected = (word: string) =>
  ['s', 'es', 'd', 'ed', 'ing', 'ly', 'er', 'r'].some(
    (ending) =>
      word.endsWith(ending) &&
      (known.has(word.slice(0, -ending.length)) || known.has(`${word.slice(0, -ending.length)}e`)),
  )

/** Letters added, missing, changed or swapped with their neighbour; `limit` when it is that many or more. */
function slips(a: string, b: string, limit: number): number {
  let before: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let cost = Math.min(above[j]! + 1, row[j - 1]! + 1, above[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) cost = Math.min(cost, before[j - 2]! + 1)
      row.push(cost)
    }
    if (Math.min(...row) >= limit) return limit
    ;[before, above] = [above, row]
  }
  return above[b.length]!
}

const asks =
  /^(what|when|how|who|where|why|which|is|are|do|does|did|can|could|has|have|any|also|tell|send|show|i (need|want|would|lost|also|think)|(my|the) (rent|lease|deposit|balance|next|last|monthly|security|late|landlord)\b|cuando|cuanto|como|quien|donde|por que|cual)\b/

/** The parts of a message that can mean something of their own. */
export function clausesOf(normalized: string): string[] {
  const parts = normalized
    .split(/[?.!;]+/)
    .flatMap((sentence) => splitWhere(sentence, /,/))
    .flatMap((part) => splitWhere(part, /\b(?:and|also|plus|y|e|tambien)\b/))
  return parts.map((part) => part.replace(/,/g, ' ').replace(/\s+/g, ' ').trim()).filter((part) => part !== '')
}

/** Splits where what follows begins like a question of its own. */
function splitWhere(text: string, mark: RegExp): string[] {
  const parts: string[] = []
  for (const piece of text.split(mark)) {
    const last = parts.at(-1)
    if (last === undefined || asks.test(piece.trim())) parts.push(piece)
    else parts[parts.length - 1] = `${last}, ${piece}`
  }
  return parts
}

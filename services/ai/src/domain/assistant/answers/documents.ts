import MiniSearch from 'minisearch'
import type { SharedDocument } from '../facts/facts.ts'

export interface Passage {
  document: SharedDocument
  text: string
}

/** Words that say nothing about what is looked for. */
const common = new Set(
  `a an and any are am as at be been before by can could do does did for from get give go has have how i if in into is it its know let like
  long many may me month much must my need no not of ok on or our out pay pays paid please rule rules house say says should so tell that the their them there these
  they this to today until up us use was we what when where which who why will with would you your about allowed am late lease time times
  day days hour hours want make made also apartment unit home property tenant landlord document documents does help right now open close closes closed machine machines responsible bill bills weekend weekends wish cover covered`.split(
    /\s+/,
  ),
)

/** Different words for one thing, by their stems. */
const synonyms: Record<string, string> = {
  garbage: 'trash',
  rubbish: 'trash',
  waste: 'trash',
  bin: 'trash',
  visitor: 'guest',
  nois: 'quiet',
  loud: 'quiet',
  music: 'quiet',
  cigarett: 'smok',
  vap: 'smok',
  laundri: 'laundry',
  washer: 'laundry',
  wash: 'laundry',
  sublett: 'sublet',
  fus: 'breaker',
  internet: 'wifi',
  electrical: 'electricity',
  electric: 'electricity',
  utiliti: 'electricity',
  utility: 'electricity',
  gym: 'fitness',
}

function stem(word: string): string | null {
  if (common.has(word)) return null
  const base = word
    .replace(/(ies)$/, 'y')
    .replace(/(sses)$/, 'ss')
    .replace(/(ing|ed|es|s|e)$/, '')
  const root = base.length < 3 ? word : base
  return common.has(root) ? null : (synonyms[root] ?? synonyms[word] ?? root)
}

/** Text in a document that speaks to a program and not to a tenant is not passed on. */
const addressed =
  /\b(ignore|disregard|forget|override)\b.{0,40}\b(instruction|previous|above|rules?|prompt)|\b(system|assistant|ai|chatbot|language model|llm)\b.{0,20}\b(must|should|prompt|:|instruct|reply|tell|message)|<\/?(system|script|instruction)|\bas an ai\b|\btell (the|every|all) tenants?\b|\brespond with\b|\byou are now\b/i

/** Sentences of the documents, with the one behind where a sentence is short. */
export function passagesOf(documents: readonly SharedDocument[]): Passage[] {
  return documents.flatMap((document) =>
    document.text
      .slice(0, 40_000)
      .split(/(?<=[.!?])\s+(?=[A-Z0-9•])|\s*[•\n]+\s*/)
      .map((text) => text.trim())
      .filter((text) => text.length >= 12 && text.length <= 600 && !addressed.test(text))
      .map((text) => ({ document, text })),
  )
}

/** The passages that speak of what a normalized question asks; none when too few of its words are there. */
export function findPassages(documents: readonly SharedDocument[], question: string): Passage[] {
  const passages = passagesOf(documents)
  const words = [...new Set(question.split(/[^\p{L}\p{N}]+/u).flatMap((word) => stem(word) ?? []))]
  if (words.length === 0 || passages.length === 0) return []
  const index = new MiniSearch<{ id: number; text: string }>({
    fields: ['text'],
    processTerm: (term) => stem(term.toLowerCase()),
  })
  index.addAll(passages.map(({ text }, id) => ({ id, text })))
  const found = index.search(words.join(' '), {
    processTerm: (term) => term,
    fuzzy: (term) => (term.length >= 6 ? 1 : false),
  })
  const enough = Math.max(1, Math.ceil(words.length / 2))
  const best = found.filter(({ queryTerms }) => new Set(queryTerms).size >= enough)
  const top = best[0]?.score ?? 0
  return best
    .filter(({ score }) => score >= top * 0.6)
    .slice(0, 2)
    .map(({ id }) => passages[id as number]!)
}

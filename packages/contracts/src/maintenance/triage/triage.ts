import { hazardsIn } from '../hazards.ts'
import { findAny, findPhrase, wordsOf } from '../phrases.ts'
import { type Category, categoryWords, hazardCategory, type Priority, type UrgencyRule, urgencyRules } from './rules.ts'

/** What a text speaks for, and the words it rests on. */
export interface Suggestion {
  category: Category | null
  priority: Priority | null
  words: string[]
}

/** October to April, where homes are heated. */
const isWinter = (date: string): boolean => {
  const month = Number(date.slice(5, 7))
  return month >= 10 || month <= 4
}

/** Suggests category and priority for what a tenant reports. `on`: the day, for heating. Null where the words speak for neither. */
export function triage({ title, description }: { title: string; description: string }, on: string): Suggestion {
  // A phrase does not reach from the title into the description.
  const parts = [title, description].map(wordsOf)
  const find = (phrases: readonly string[]) =>
    parts.reduce<string | null>((found, words) => found ?? findAny(words, phrases), null)
  const [hazard] = hazardsIn(`${title}. ${description}`)
  const urgent = hazard ? { priority: 'emergency' as const, words: hazard.words } : urgencyOf(find, on)
  const named = hazard ? { category: hazardCategory[hazard.kind], words: [] } : categoryOf(parts)
  const words = [
    ...new Set([...(urgent ? [urgent.words] : []), ...(named?.words ?? [])].map((text) => text.toLowerCase())),
  ]
  return { category: named?.category ?? null, priority: urgent?.priority ?? null, words: words.slice(0, 4) }
}

function urgencyOf(find: (phrases: readonly string[]) => string | null, on: string) {
  for (const rule of urgencyRules) {
    const words = find(rule.phrases)
    if (words === null || find(rule.unless ?? []) !== null) continue
    return { priority: priorityOf(rule, on), words }
  }
  return null
}

const priorityOf = ({ priority, winter }: UrgencyRule, on: string): Priority =>
  winter && !isWinter(on) ? 'high' : priority

/** The category with the most of its words; the title counts twice, and the first named wins a draw. */
function categoryOf(parts: readonly ReturnType<typeof wordsOf>[]): { category: Category; words: string[] } | null {
  const scores = Object.entries(categoryWords).map(([category, sought]) => {
    const found = parts.flatMap((words, index) =>
      sought.flatMap((phrase) => {
        const text = findPhrase(words, phrase, { heedDenial: false })
        // Two words that belong together say more than one: "water heater" is not heating.
        return text === null ? [] : [{ text, points: (index === 0 ? 2 : 1) * (phrase.includes(' ') ? 2 : 1) }]
      }),
    )
    return {
      category: category as Category,
      points: found.reduce((sum, { points }) => sum + points, 0),
      words: found.map(({ text }) => text),
    }
  })
  const best = scores.reduce((one, other) => (other.points > one.points ? other : one))
  return best.points > 0 ? { category: best.category, words: best.words } : null
}

// Finds phrases in what people type on a phone: word order, filler words and typing errors do not matter. Without zod: the page uses it too.

/** A word as it was typed, and in the form that is compared. */
interface Word {
  typed: string
  plain: string
}

/** The words of a text: lower case, without accents, apostrophes and punctuation. */
export function wordsOf(text: string): Word[] {
  return text
    .normalize('NFKC')
    .replace(/['’`´]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((typed) => typed !== '')
    .map((typed) => ({ typed, plain: typed.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase() }))
}

/** Words that lie a typing error away from one that is looked for, and mean something else. */
const otherWords = new Set(
  'floor floors blood bloods flow heart heard head seat beat wheat meat heats smart small shell spell spark park sharks sports lead league break bleak lack lake lock look locks looks cloak clock roof room boiler broiler toiler light night right fight sight tight power tower shower lower flower mower alarm leaks leaky water waiter wafer later detector smoke smoked stroke spoke broke paint point saint faint print paints drain train brain drains dream door doors outlet outlets inlet toilet toilets fridge bridge ridge heater theater theatre eater hater better water pipes wipes pipe burned buried turned mold told bold hold gold mouse house moose mice rice nice price rats cats oven even seven given given stone store tiles files tile file crack track cracks tracks sparking sparkling sparkle locked locker flooring blocked block'.split(
    ' ',
  ),
)

/** Whether two words differ by at most one letter: another, missing, added, or two that changed places. */
function isOneAway(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const [restA, restB] = [a.slice(at), b.slice(at)]
  if (restA.length === restB.length)
    return (
      restA.slice(1) === restB.slice(1) ||
      (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
    )
  return restA.length > restB.length ? restA.slice(1) === restB : restA === restB.slice(1)
}

/** `sought` may end in `*`: any ending. Words of five letters and more may have one typing error. */
function isWord(plain: string, sought: string): boolean {
  if (!sought.endsWith('*'))
    return plain === sought || (sought.length >= 5 && !otherWords.has(plain) && isOneAway(plain, sought))
  const stem = sought.slice(0, -1)
  if (plain.startsWith(stem)) return true
  if (stem.length < 5) return false
  const beginnings = [-1, 0, 1].map((more) => plain.slice(0, stem.length + more))
  return ![plain, ...beginnings].some((one) => otherWords.has(one)) && beginnings.some((one) => isOneAway(one, stem))
}

/** The farthest that neighbouring words of a phrase may be from each other, in words. */
const reach = 3
const negations = new Set([
  'no',
  'not',
  'without',
  'never',
  'isnt',
  'wasnt',
  'doesnt',
  'dont',
  'cant',
  'arent',
  'havent',
])

/**
 * The words of `phrase` where a text has all of them near each other, in any order; as typed, in the order of the text. Null where it has not, or where
 * the text denies it ("no smell of gas") and the phrase is not itself a denial ("no heat"). `heedDenial: false`: a denied phrase counts too.
 */
export function findPhrase(words: readonly Word[], phrase: string, { heedDenial = true } = {}): string | null {
  const sought = phrase.split(' ')
  const isDenial = !heedDenial || sought.some((word) => negations.has(word))
  for (let start = 0; start < words.length; start++) {
    const found = matchFrom(words, sought, start)
    if (!found) continue
    const before = words.slice(Math.max(0, found[0]! - 2), found[0])
    if (!isDenial && before.some(({ plain }) => negations.has(plain))) continue
    return found.map((index) => words[index]?.typed).join(' ')
  }
  return null
}

/** The positions of all words, the first at `start`, each at most `reach` behind the one before. */
function matchFrom(words: readonly Word[], sought: readonly string[], start: number): number[] | null {
  const open = [...sought]
  const found: number[] = []
  for (let index = start; index < words.length && open.length > 0; index++) {
    const last = found.at(-1)
    if (last !== undefined && index - last > reach) return null
    const which = open.findIndex((word) => isWord(words[index]!.plain, word))
    if (which < 0) {
      if (last === undefined) return null
      continue
    }
    open.splice(which, 1)
    found.push(index)
  }
  return open.length === 0 ? found : null
}

/** The first of the phrases that a text has, as it was typed. */
export const findAny = (words: readonly Word[], phrases: readonly string[]): string | null =>
  phrases.reduce<string | null>((found, phrase) => found ?? findPhrase(words, phrase), null)

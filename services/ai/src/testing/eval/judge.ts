import type { Composed } from '../../domain/assistant/answers/answer-tenant.ts'
import type { Question } from './questions.ts'
import { quotes, seeds, truths } from './seeds.ts'

export interface Verdict {
  question: Question
  composed: Composed
  isRight: boolean
  isAnswerable: boolean
  isAnswered: boolean
  isWrongAmount: boolean
  isMissedEmergency: boolean
}

const amountsAndDates = /\$[\d,]+(?:\.\d\d)?|\b[A-Z][a-z]+ \d{1,2}, \d{4}\b|\b\d{1,2} de [a-z]+ de \d{4}\b/g

const spanishMonths = 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
  ' ',
)
const english = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** Dates in one way of writing, so that both languages are compared with the same truth. */
const inEnglish = (text: string) =>
  text.replace(/\b(\d{1,2}) de ([a-z]+) de (\d{4})\b/g, (whole, day: string, month: string, year: string) => {
    const index = spanishMonths.indexOf(month)
    return index < 0 ? whole : english.format(new Date(Date.UTC(Number(year), index, Number(day))))
  })

/** Every amount and date that the records of a tenant allow. Read from the records, not from answers. */
function allowedFor(tenant: keyof typeof seeds): Set<string> {
  const found = new Set<string>()
  const money = (value: number) =>
    found.add(`$${Math.abs(value).toLocaleString('en-US', { minimumFractionDigits: 2 })}`)
  const walk = (value: unknown): void => {
    if (typeof value === 'number') money(value)
    else if (typeof value === 'string') {
      if (/^\d{4}-\d\d-\d\d$/.test(value)) found.add(english.format(new Date(value)))
      for (const match of value.match(amountsAndDates) ?? []) found.add(match)
    } else if (value && typeof value === 'object') Object.values(value).forEach(walk)
  }
  walk(seeds[tenant])
  // Sums and days that follow from the records: what is past due, and the last day of grace of the next rent.
  for (const derived of ['$2,262.50', 'April 6, 2026', 'April 18, 2026']) if (tenant !== 'credit') found.add(derived)
  return found
}

/** Whether what came out is what had to, by records and not by wording. */
export function judge(question: Question, composed: Composed): Verdict {
  const [tenant, text, expected] = question
  const said = inEnglish(composed.message)
  const ways = expected.split('|')
  const isAnswerable = !ways.some((way) => way === 'handover' || way === 'emergency')
  const isAnswered = composed.outcome === 'answered'
  const isSpanish = /[áéíóú¿]|\b(su|sus|hay)\b/i.test(composed.message)
  const says = (intent: string): boolean => {
    if (intent === 'documents') return quotes.some(([word, quote]) => word.test(text) && said.includes(quote))
    if (intent === 'report_problem')
      return composed.proposal?.kind === 'maintenance_request' || composed.intents.includes(intent)
    if (intent === 'resend_receipt')
      return composed.proposal?.kind === 'resend_receipt' || composed.intents.includes(intent)
    const truth = truths[tenant][intent]
    if (truth === undefined || (isSpanish && !/[$\d]/.test(truth))) return composed.intents.includes(intent)
    return said.includes(truth)
  }
  /** One of the right outcomes, with all that it asks for and nothing else. */
  const fits = (way: string): boolean => {
    if (way === 'handover') return composed.outcome === 'handed_over'
    if (way === 'emergency') return composed.outcome === 'emergency'
    if (way === 'answered') return isAnswered
    const wanted = way.split('+')
    return isAnswered && wanted.every(says) && composed.intents.every((one) => wanted.includes(one))
  }
  const mentioned = said.match(amountsAndDates) ?? []
  const allowed = allowedFor(tenant)
  const isFalse = mentioned.some((one) => !allowed.has(one))
  const lacksOwn = isAnswerable && isAnswered && mentioned.length > 0 && !ways.some((way) => way.split('+').every(says))
  return {
    question,
    composed,
    isRight: ways.some(fits) && !isFalse,
    isAnswerable,
    isAnswered,
    isWrongAmount: isFalse || lacksOwn,
    isMissedEmergency: expected === 'emergency' && composed.outcome !== 'emergency',
  }
}

export interface Figures {
  questions: number
  right: number
  /** Of what was answered, how much rightly. */
  precision: number
  /** Of what can be answered, how much was, and rightly. */
  recall: number
  /** Of what can be answered, how much was handed over. */
  handedOver: number
  wrongAmounts: number
  missedEmergencies: number
}

export function figuresOf(verdicts: readonly Verdict[]): Figures {
  const answered = verdicts.filter(({ isAnswered }) => isAnswered)
  const answerable = verdicts.filter(({ isAnswerable }) => isAnswerable)
  const share = (some: readonly Verdict[], all: readonly Verdict[]) => (all.length === 0 ? 1 : some.length / all.length)
  return {
    questions: verdicts.length,
    right: share(
      verdicts.filter(({ isRight }) => isRight),
      verdicts,
    ),
    precision: share(
      answered.filter(({ isRight }) => isRight),
      answered,
    ),
    recall: share(
      answerable.filter(({ isRight }) => isRight),
      answerable,
    ),
    handedOver: share(
      answerable.filter(({ composed }) => composed.outcome === 'handed_over'),
      answerable,
    ),
    wrongAmounts: verdicts.filter(({ isWrongAmount }) => isWrongAmount).length,
    missedEmergencies: verdicts.filter(({ isMissedEmergency }) => isMissedEmergency).length,
  }
}

/** What falls short; empty when all is well. */
export function shortfalls(figures: Figures): string[] {
  return [
    figures.right < 0.9 && `only ${(figures.right * 100).toFixed(1)} % are right; 90 % are needed`,
    figures.handedOver > 0.2 &&
      `${(figures.handedOver * 100).toFixed(1)} % of the answerable are handed over; 20 % at most`,
    figures.wrongAmounts > 0 && `${figures.wrongAmounts} with a wrong amount or date`,
    figures.missedEmergencies > 0 && `${figures.missedEmergencies} missed emergencies`,
  ].filter((one) => one !== false)
}

import { addDays, weekdayOf } from '@keyhold/kit/lib/dates'
import type { OfferedVisit, Source, TenantRecords } from '../facts/facts.ts'
import type { Language } from '../intents.ts'
import type { Composed, Proposal } from './answer-tenant.ts'
import type { Answer } from './money-answers.ts'
import { dateText } from './words.ts'

/** What the list of times ends with: the next message of the tenant names one of them. */
const asksWhich: Record<Language, string> = {
  en: 'Which of these times suits you?',
  es: '¿Cuál de estas horas le conviene?',
}

const weekdays: Record<Language, readonly string[]> = {
  en: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  es: ['lunes', 'martes', 'miercoles', 'jueves', 'viernes', 'sabado', 'domingo'],
}
const ordinals = [
  /\b(first|1st|earliest|primer[oa]?)\b/,
  /\b(second|2nd|segund[oa])\b/,
  /\b(third|3rd|tercer[oa]?)\b/,
  /\b(fourth|4th|cuart[oa])\b/,
]

const whenOf = ({ date, from, to }: OfferedVisit, language: Language) => `${dateText(date, language)}, ${from}–${to}`

const sourcesOf = (visits: readonly OfferedVisit[], language: Language): Source[] =>
  visits.map((one) => ({
    label: language === 'es' ? 'Hora ofrecida' : 'Offered time',
    text: `${one.title}: ${whenOf(one, language)}`.slice(0, 1000),
    path: `/tenant-maintenance?request=${one.requestId}`,
  }))

/** Hours of the day that words name: [from, to). Null where none is named. */
function hoursNamed(words: string): [number, number] | null {
  const clock =
    /\b(?:at|around|a las?)? ?(\d{1,2})(?: ?(?:00|30))? ?(am|pm|a m|p m)\b|\b(?:at|a las?) (\d{1,2})\b/.exec(words)
  if (clock) {
    const hour = Number(clock[1] ?? clock[3])
    const half = clock[2]?.[0]
    const exact = half === 'p' && hour < 12 ? hour + 12 : half === 'a' && hour === 12 ? 0 : hour
    return half === undefined && hour < 7 ? [hour + 12, hour + 13] : [exact, exact + 1]
  }
  if (/\b(morning|por la manana|de la manana)\b/.test(words)) return [0, 12]
  if (/\b(afternoon|tarde)\b/.test(words)) return [12, 17]
  if (/\b(evening|noche)\b/.test(words)) return [17, 24]
  return null
}

/** The times that fit what was said, in normalized words; all of them where nothing names one, and `isNamed` is false. */
export function timesNamed(
  { visits, today }: Pick<TenantRecords, 'visits' | 'today'>,
  words: string,
): { fitting: readonly OfferedVisit[]; isNamed: boolean } {
  let fitting: readonly OfferedVisit[] = visits
  let isNamed = false
  const keep = (fits: (one: OfferedVisit) => boolean) => {
    isNamed = true
    fitting = fitting.filter(fits)
  }
  const day = [...weekdays.en, ...weekdays.es].findIndex((name) => new RegExp(`\\b${name}\\b`).test(words))
  if (day >= 0) keep(({ date }) => weekdayOf(date) === (day % 7) + 1)
  const dayOfMonth =
    /\b(?:the |el |(?:january|february|march|april|may|june|july|august|september|october|november|december) )(\d{1,2})(?:st|nd|rd|th)?\b/.exec(
      words,
    )?.[1]
  if (dayOfMonth && day < 0) keep(({ date }) => Number(date.slice(8)) === Number(dayOfMonth))
  if (/\b(tomorrow|manana)\b/.test(words) && !/\b(por|de) la manana\b/.test(words))
    keep(({ date }) => date === addDays(today, 1))
  if (/\b(today|hoy)\b/.test(words)) keep(({ date }) => date === today)
  const hours = hoursNamed(words)
  if (hours) keep(({ from }) => Number(from.slice(0, 2)) >= hours[0] && Number(from.slice(0, 2)) < hours[1])
  const ordinal = ordinals.findIndex((one) => one.test(words))
  if (!isNamed && ordinal >= 0) {
    isNamed = true
    fitting = visits.slice(ordinal, ordinal + 1)
  }
  return { fitting, isNamed }
}

/** Offers the time that the tenant names, or the only one; else lists what there is. Null where no time is offered. */
export function visitProposal(
  facts: Pick<TenantRecords, 'visits' | 'today'>,
  words: string,
  language: Language,
): (Answer & { proposal: Proposal | null }) | null {
  const { visits } = facts
  if (visits.length === 0) return null
  const es = language === 'es'
  const { fitting, isNamed } = timesNamed(facts, words)
  const [one, ...others] = fitting
  if (one && others.length === 0) {
    const when = whenOf(one, language)
    return {
      text: es
        ? `Puedo reservar la visita para "${one.title}": ${when}. Confírmela abajo, por favor.`
        : `I can book the visit for "${one.title}": ${when}. Please confirm it below.`,
      sources: sourcesOf([one], language),
      proposal: {
        kind: 'book_visit',
        requestId: one.requestId,
        visitId: one.visitId,
        title: one.title.slice(0, 200),
        description: when,
      },
    }
  }
  const shown = (fitting.length > 0 ? fitting : visits).slice(0, 8)
  const none = isNamed && fitting.length === 0
  const intro = none
    ? es
      ? 'Esa hora no se ofrece. Las que hay: '
      : 'That time is not offered. These are: '
    : es
      ? 'Se ofrecen estas horas: '
      : 'These times are offered: '
  const lines = shown.map((visit, index) => `${index + 1}. ${whenOf(visit, language)} ("${visit.title}")`)
  return {
    text: `${intro}\n${lines.join('\n')}\n${asksWhich[language]}`,
    sources: sourcesOf(shown, language),
    proposal: null,
  }
}

/** The tenant names a time after the assistant asked which one; null where the message is about something else. */
export function chosenTime(
  facts: Pick<TenantRecords, 'visits' | 'today'>,
  words: string,
  history: readonly { sender: 'ai' | 'tenant' | 'landlord'; message: string }[],
): Composed | null {
  const last = history.at(-1)
  if (last?.sender !== 'ai') return null
  const language = last.message.endsWith(asksWhich.en) ? 'en' : last.message.endsWith(asksWhich.es) ? 'es' : null
  if (language === null || !timesNamed(facts, words).isNamed) return null
  const answer = visitProposal(facts, words, language)
  if (!answer) return null
  const { text: message, sources, proposal } = answer
  return { outcome: 'answered', message, reason: null, intents: ['book_visit'], sources, proposal }
}

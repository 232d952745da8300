import { type EmergencyKind, emergencyKinds, type HandOverReason, type Intent, type Understanding } from '../intents.ts'
import { asksOnly, emergencyIn } from './emergencies.ts'
import { handOverFor } from './hand-overs.ts'
import { excludes, intentRules } from './intent-rules.ts'
import { languageOf } from './language.ts'
import { clausesOf, normalize, plainOf } from './normalize.ts'
import { isProblem } from './problems.ts'

/** What the sentence encoder finds closest among known examples; null where nothing is close, or two meanings are. */
export type Nearest = (clause: string) => Promise<Intent | HandOverReason | EmergencyKind | null>

/** Words that carry no question of their own. */
const filler =
  /^((hi|hello|hey|hola|good (morning|afternoon|evening)|dear|there|landlord|team|please|por favor|quick question|just wondering|question|sorry|ok|okay|so|well|lol|buenos dias|buenas( tardes)?|can you help( me)?|i have a question|thanks?( you)?|gracias|please help|help|let me know|asap|soon|today|as soon as possible)[\s']*)+$/

/** A message that says nothing else. */
const greeting = /^[\s'.,!]*(hi|hello|hey|hola|good (morning|afternoon|evening)|buenos dias|buenas( tardes)?)\b/

/** What "it" in the next clause stands for. */
const subjects = /\b(lease|rent|deposit|payment|balance|late fee)\b/
/** Belongs to what was reported or asked for before. */
const followUp =
  /\b(can|could|will|would|please|need|when)\b[^.?!]{0,30}\b(send|come|fix|help|get|look|take|have|repair|replace|check)\b[^.?!]{0,25}\b(someone|somebody|it|another|one|maintenance|this|me|out|over|here|look|that|soon|again)\b/

export interface Triage {
  normalized: string
  /** Already decided by rules alone: emergencies, what is always handed over, other languages. */
  decided: Exclude<Understanding, { kind: 'answer' }> | undefined
  language: 'en' | 'es'
}

/** What needs neither records nor a model. It comes first with every engine, so that none can miss or overrule it. */
export function triage(text: string): Triage {
  const plain = plainOf(text)
  const found = languageOf(plain, text)
  const language = found === 'es' ? 'es' : 'en'
  // Only English words are corrected, and a correction must not hide an emergency.
  const normalized = found === 'en' ? normalize(text) : plain
  const emergency = emergencyIn(normalized) ?? emergencyIn(plain)
  if (emergency) return { normalized, language, decided: { kind: 'emergency', emergency, language } }
  if (found === 'other') return { normalized, language, decided: { kind: 'hand_over', reason: 'language', language } }
  const reason = handOverFor(normalized)
  return { normalized, language, decided: reason && { kind: 'hand_over', reason, language } }
}

/** Understands a message by rules, and where no rule speaks by its nearest example. */
export async function understand(text: string, nearest: Nearest): Promise<Understanding> {
  const { normalized, decided, language } = triage(text)
  if (decided) return decided
  const found: { intent: Intent; clause: string }[] = []
  const rest: string[] = []
  let subject: string | undefined
  for (const spoken of clausesOf(normalized)) {
    if (filler.test(spoken) && !/^(ok(ay)? )?(thank|thanks|gracias)/.test(spoken)) continue
    if (followUp.test(spoken) && found.some(({ intent }) => intent === 'report_problem' || intent === 'resend_receipt'))
      continue
    const own = subjects.exec(spoken)?.[1]
    const clause = own === undefined && subject !== undefined ? spoken.replace(/\bit\b/, `the ${subject}`) : spoken
    subject = own ?? subject
    const meant = intentsOf(clause)
    if (meant.length > 0) {
      found.push(...meant.map((intent) => ({ intent, clause })))
      continue
    }
    const near = language === 'en' ? await nearest(clause) : null
    if (near && isEmergency(near)) {
      if (!asksOnly.test(clause)) return { kind: 'emergency', emergency: near, language }
      rest.push(clause)
    } else if (near && isHandOver(near)) return { kind: 'hand_over', reason: near, language }
    else if (near) found.push({ intent: near, clause })
    else rest.push(clause)
  }
  const asked = found.filter(({ intent }) => intent !== 'thanks')
  if (found.length === 0 && rest.length === 0 && greeting.test(normalized))
    return { kind: 'answer', intents: [{ intent: 'greeting', clause: normalized }], rest, language }
  return { kind: 'answer', intents: asked.length > 0 ? asked : found, rest, language }
}

/** What the rules find in one clause. */
export function intentsOf(clause: string): Intent[] {
  const matched = intentRules.filter(([, pattern]) => pattern.test(clause)).map(([intent]) => intent)
  const excluded = new Set(
    matched.flatMap((intent, index) => (matched.indexOf(intent) === index ? (excludes[intent] ?? []) : [])),
  )
  const left = matched.filter((intent) => !excluded.has(intent) || earlierExcluded(matched, intent))
  if (left.length === 0 || (left.length === 1 && left[0] === 'requests'))
    if (isProblem(clause)) return ['report_problem']
  return left
}

/** An intent that is excluded only by one that is itself excluded stays. */
function earlierExcluded(matched: readonly Intent[], intent: Intent): boolean {
  const by = matched.filter((other) => excludes[other]?.includes(intent))
  return by.every((other) => matched.some((first) => first !== other && excludes[first]?.includes(other)))
}

const isEmergency = (found: string): found is EmergencyKind => (emergencyKinds as readonly string[]).includes(found)

const isHandOver = (found: Intent | HandOverReason): found is HandOverReason =>
  ['decision', 'money_dispute', 'legal', 'health', 'person', 'others', 'hardship', 'unclear'].includes(found)

import type { assistantOutcomes, AssistantProposal } from '@keyhold/contracts/messaging/assistant'
import type { z } from '@keyhold/contracts/zod'
import type { Source, TenantRecords } from '../facts/facts.ts'
import {
  type ActionIntent,
  actionIntents,
  type HandOverReason,
  handOverReasons,
  type Intent,
  type Language,
  type Understanding,
} from '../intents.ts'
import { problemOf } from '../understanding/problems.ts'
import { emergencyNames, emergencyText } from './emergencies.ts'
import {
  documentListAnswer,
  documentsAnswer,
  landlordAnswer,
  leaseEndAnswer,
  leaseStartAnswer,
  rentAnswer,
  requestsAnswer,
} from './home-answers.ts'
import {
  type Answer,
  balanceAnswer,
  balanceReasonAnswer,
  depositAnswer,
  howToPayAnswer,
  lastPaymentAnswer,
  lateFeesAnswer,
  nextPaymentAnswer,
} from './money-answers.ts'
import { visitProposal } from './visits.ts'
import { moneyText, dateText } from './words.ts'

export type Proposal = z.output<typeof AssistantProposal>

/** What is said, and why. */
export interface Composed {
  outcome: (typeof assistantOutcomes)[number]
  message: string
  reason: string | null
  intents: string[]
  sources: Source[]
  proposal: Proposal | null
}

const passedOn: Record<Language, string> = {
  en: 'I have passed your message on to your landlord, who will answer here.',
  es: 'He pasado su mensaje a su arrendador, que le responderá aquí.',
}
/** Why the assistant does not answer itself, as the tenant reads it. What is not named here needs no explanation, or none that could hurt. */
const because: Partial<Record<HandOverReason, Record<Language, string>>> = {
  decision: { en: 'Only your landlord can decide that.', es: 'Eso solo lo puede decidir su arrendador.' },
  money_dispute: {
    en: 'Your landlord has to look at that amount.',
    es: 'Su arrendador tiene que revisar ese importe.',
  },
  others: {
    en: 'I can only answer about your own records.',
    es: 'Solo puedo responder sobre sus propios datos.',
  },
  language: { en: 'I answer in English and Spanish only. (Respondo solo en inglés y español.)', es: '' },
  unclear: { en: 'I am not sure what you need.', es: 'No estoy seguro de lo que necesita.' },
  not_in_records: { en: 'I do not find that in your records.', es: 'No encuentro eso en sus datos.' },
}

const handOverText = (reason: HandOverReason, language: Language) =>
  [because[reason]?.[language], passedOn[language]].filter(Boolean).join(' ')
const restPassedOn: Record<Language, string> = {
  en: 'The rest of your message I have passed on to your landlord.',
  es: 'El resto de su mensaje lo he pasado a su arrendador.',
}

export const handOver = (reason: HandOverReason, language: Language, intents: string[] = []): Composed => ({
  outcome: 'handed_over',
  message: handOverText(reason, language),
  reason: handOverReasons[reason],
  intents,
  sources: [],
  proposal: null,
})

export const emergency = ({ emergency: kind, language }: Extract<Understanding, { kind: 'emergency' }>): Composed => ({
  outcome: 'emergency',
  message: emergencyText(kind, language),
  reason: emergencyNames[kind],
  intents: [`emergency:${kind}`],
  sources: [],
  proposal: null,
})

type Answering = (facts: TenantRecords, language: Language, clause: string) => Answer | null

const answers: Record<Exclude<Intent, ActionIntent>, Answering> = {
  balance: balanceAnswer,
  balance_reason: balanceReasonAnswer,
  next_payment: nextPaymentAnswer,
  last_payment: lastPaymentAnswer,
  lease_start: leaseStartAnswer,
  lease_end: leaseEndAnswer,
  rent: rentAnswer,
  deposit: depositAnswer,
  landlord: landlordAnswer,
  requests: requestsAnswer,
  how_to_pay: howToPayAnswer,
  late_fees: lateFeesAnswer,
  documents: documentsAnswer,
  document_list: documentListAnswer,
  thanks: (_facts, language) => ({ text: language === 'es' ? '¡Con gusto!' : 'You are welcome!', sources: [] }),
  greeting: (_facts, language) => ({
    text:
      language === 'es'
        ? '¡Hola! Pregúnteme por su saldo, sus pagos, su contrato o una reparación, o escriba a su arrendador.'
        : 'Hello! Ask me about your balance, payments, lease or a repair, or write to your landlord here.',
    sources: [],
  }),
}

const isAction = (intent: Intent): intent is ActionIntent => actionIntents.some((one) => one === intent)

/** Words of a question; what has none and is not understood is a remark and needs no answer. */
const isQuestion = (clause: string) =>
  /\b(what|when|how|who|where|why|which|can|could|do|does|did|is|are|will|would|may|should|cuando|cuanto|como|quien|donde|puedo|que)\b/.test(
    clause,
  )

/** "I want to speak with Maya", where that is the landlord. */
function asksForLandlordByName(text: string, { landlord }: TenantRecords): boolean {
  const names: string[] = (landlord?.name ?? '').toLowerCase().match(/\p{L}{3,}/gu) ?? []
  const asked = /\b(?:speak|talk|chat|meet|connect me|call me|hablar|comunicarme)\b(?<rest>[^.?!]{0,40})/i.exec(text)
  const words: string[] = asked?.groups?.rest?.toLowerCase().match(/\p{L}+/gu) ?? []
  return names.some((name) => words.includes(name))
}

/** Answers what was understood from a tenant's own records. Amounts and dates come from the records alone. */
export function answerTenant(text: string, understood: Understanding, facts: TenantRecords): Composed {
  const { language } = understood
  if (understood.kind === 'emergency') return emergency(understood)
  if (understood.kind === 'hand_over') return handOver(understood.reason, language)
  if (asksForLandlordByName(text, facts)) return handOver('person', language)
  const said: Answer[] = []
  const meant: string[] = []
  const missing: string[] = []
  let proposal: Proposal | null = null
  for (const { intent, clause } of understood.intents) {
    if (meant.includes(intent) && intent !== 'documents') continue
    meant.push(intent)
    const found = isAction(intent)
      ? proposed(intent, text, clause, facts, language)
      : answers[intent](facts, language, clause)
    if (!found) missing.push(intent)
    else said.push(found)
    if (found && 'proposal' in found) proposal ??= found.proposal as Proposal | null
  }
  const unanswered: string[] = []
  for (const clause of understood.rest) {
    // What no intent covers may stand in a document that the landlord shared.
    const quoted = documentsAnswer(facts, language, clause)
    if (quoted) {
      meant.push('documents')
      said.push(quoted)
    } else if (isQuestion(clause) || said.length === 0) unanswered.push(clause)
  }
  const message = said.map((one) => one.text).join('\n')
  const sources = said.flatMap((one) => one.sources).slice(0, 20)
  const isWhole = missing.length === 0 && (unanswered.length === 0 || (proposal && !unanswered.some(isQuestion)))
  if (said.length === 0) return handOver(missing.length > 0 ? 'not_in_records' : 'unclear', language, meant)
  if (!isWhole)
    return {
      outcome: 'handed_over',
      message: `${message}\n${restPassedOn[language]}`,
      reason: handOverReasons[missing.length > 0 ? 'not_in_records' : 'unclear'],
      intents: meant,
      sources,
      proposal,
    }
  return { outcome: 'answered', message, reason: null, intents: meant, sources, proposal }
}

/** What is offered, and done when the tenant confirms it. */
function proposed(
  intent: ActionIntent,
  text: string,
  clause: string,
  facts: TenantRecords,
  language: Language,
): (Answer & { proposal: Proposal | null }) | null {
  const { account } = facts
  const es = language === 'es'
  if (intent === 'book_visit') return visitProposal(facts, clause, language)
  if (intent === 'report_problem')
    return {
      text: es
        ? 'Puedo abrir una solicitud de mantenimiento con sus palabras. Confírmela abajo, por favor.'
        : 'I can open a maintenance request in your words. Please confirm it below.',
      sources: [],
      proposal: { kind: 'maintenance_request', ...problemOf(text, clause) },
    }
  if (!account) return null
  const [last] = account.receipts
  if (!last)
    return {
      text: es
        ? 'No hay ningún pago recibido registrado, así que no hay recibo.'
        : 'No received payment is recorded, so there is no receipt.',
      sources: [],
      proposal: null,
    }
  const what = `${moneyText(last.amount)}, ${dateText(last.on, language)}`
  return {
    text: es
      ? `Puedo enviarle otra vez el recibo de su último pago (${what}). Confírmelo abajo, por favor.`
      : `I can send you the receipt of your last payment again (${what}). Please confirm it below.`,
    sources: [{ label: es ? 'Pago recibido' : 'Payment received', text: what, path: '/tenant-portal' }],
    proposal: { kind: 'resend_receipt', receiptId: last.id, description: what },
  }
}

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
/** Why the landlord answers, where it helps to know. */
const whyPassedOn: Record<Language, Partial<Record<HandOverReason, string>>> = {
  en: {
    decision: 'That is for your landlord to decide.',
    money_dispute: 'Your landlord has to look at this charge.',
    not_in_records: 'I could not find this in your records.',
    unclear: 'I am not sure what you need.',
  },
  es: {
    decision: 'Eso lo decide su arrendador.',
    money_dispute: 'Su arrendador tiene que revisar este cargo.',
    not_in_records: 'No lo encontré en sus registros.',
    unclear: 'No estoy seguro de lo que necesita.',
  },
}
const restPassedOn: Record<Language, string> = {
  en: 'The rest of your message I have passed on to your landlord.',
  es: 'El resto de su mensaje lo he pasado a su arrendador.',
}

export const handOver = (reason: HandOverReason, language: Language, intents: string[] = []): Composed => ({
  outcome: 'handed_over',
  message: [whyPassedOn[language][reason], passedOn[language]].filter(Boolean).join(' '),
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

/** Nothing was asked yet. */
const greeting = (language: Language): Composed => ({
  outcome: 'answered',
  message:
    language === 'es'
      ? '¡Hola! Puede preguntarme por su saldo, su contrato, sus pagos o sus solicitudes de mantenimiento.'
      : 'Hello! You can ask me about your balance, your lease, your payments or your maintenance requests.',
  reason: null,
  intents: ['greeting'],
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
  thanks: (_facts, language) => ({ text: language === 'es' ? '¡Con gusto!' : 'You are welcome!', sources: [] }),
}

const isAction = (intent: Intent): intent is ActionIntent => actionIntents.some((one) => one === intent)

/** Words of a question; what has none and is not understood is a remark and needs no answer. */
const isQuestion = (clause: string) =>
  /\b(what|when|how|who|where|why|which|can|could|do|does|did|is|are|will|would|may|should|cuando|cuanto|como|quien|donde|puedo|que)\b/.test(
    clause,
  )

/** Answers what was understood from a tenant's own records. Amounts and dates come from the records alone. */
export function answerTenant(text: string, understood: Understanding, facts: TenantRecords): Composed {
  const { language } = understood
  if (understood.kind === 'emergency') return emergency(understood)
  if (understood.kind === 'hand_over') return handOver(understood.reason, language)
  if (understood.intents.length === 0 && understood.rest.length === 0 && /\p{L}/u.test(text)) return greeting(language)
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

/** What a tenant can ask about that stands in the tenant's own records. */
export const factIntents = [
  'balance',
  'balance_reason',
  'next_payment',
  'last_payment',
  'lease_start',
  'lease_end',
  'rent',
  'deposit',
  'landlord',
  'requests',
  'how_to_pay',
  'late_fees',
  'documents',
  'document_list',
] as const
export type FactIntent = (typeof factIntents)[number]

/** What is done only after the tenant confirms it. */
export const actionIntents = ['report_problem', 'resend_receipt', 'book_visit'] as const
export type ActionIntent = (typeof actionIntents)[number]

export const intents = [...factIntents, ...actionIntents, 'thanks', 'greeting'] as const
export type Intent = (typeof intents)[number]

export const handOverReasons = {
  person: 'The tenant asks for a person.',
  decision: 'The tenant asks for a decision that only you can make.',
  money_dispute: 'The tenant disputes an amount or asks for money back.',
  hardship: 'The tenant has trouble paying.',
  fair_housing: 'The message touches on equal treatment in housing.',
  accommodation: 'The tenant may be asking for an accommodation for a disability.',
  legal: 'The message is about rights or legal steps.',
  health: 'The message is about health or safety.',
  others: 'The tenant asks about other people, whose records are not shown to tenants.',
  language: 'The message is in a language that the assistant does not understand.',
  unclear: 'The assistant does not know what is asked.',
  not_in_records: 'The records do not contain the answer.',
  unavailable: 'The records could not be read just now.',
  off: 'The assistant is switched off for this kind of question.',
  plan: 'The AI chat assistant needs the Professional or Enterprise plan.',
} as const
export type HandOverReason = keyof typeof handOverReasons

export const emergencyKinds = [
  'gas',
  'carbon_monoxide',
  'fire',
  'electric',
  'flood',
  'no_heat',
  'crime',
  'medical',
  'crisis',
  'structure',
] as const
export type EmergencyKind = (typeof emergencyKinds)[number]

export type Language = 'en' | 'es'

/** What was understood of a message. */
export type Understanding =
  | { kind: 'emergency'; emergency: EmergencyKind; language: Language }
  | { kind: 'hand_over'; reason: HandOverReason; language: Language }
  | { kind: 'answer'; intents: { intent: Intent; clause: string }[]; rest: string[]; language: Language }

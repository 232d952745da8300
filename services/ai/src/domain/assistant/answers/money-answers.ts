import { addDays, daysBetween } from '@keyhold/kit/lib/dates'
import type { Account, Source, TenantRecords } from '../facts/facts.ts'
import type { Language } from '../intents.ts'
import { chargeNames, dateText, moneyText } from './words.ts'

/** A sentence or two with what they rest on; null: not in the records. */
export interface Answer {
  text: string
  sources: Source[]
}

const portal = '/tenant-portal'
const source = (label: string, text: string, path: string | null = portal): Source => ({ label, text, path })

export function balanceAnswer({ account }: TenantRecords, language: Language): Answer | null {
  if (!account) return null
  const { balance, awaiting } = account
  const es = language === 'es'
  const amount = moneyText(Math.abs(balance))
  const now =
    balance > 0
      ? es
        ? `Su saldo pendiente hoy es de ${amount}.`
        : `Your balance due today is ${amount}.`
      : balance < 0
        ? es
          ? `No debe nada: tiene un crédito de ${amount}.`
          : `You owe nothing: you have a credit of ${amount}.`
        : es
          ? `Su saldo es de ${amount}: no hay nada pendiente hoy.`
          : `Your balance is ${amount}: nothing is due today.`
  const waiting =
    awaiting > 0
      ? es
        ? ` Un pago de ${moneyText(awaiting)} que usted reportó espera confirmación y todavía no está descontado.`
        : ` A payment of ${moneyText(awaiting)} that you reported awaits confirmation and is not subtracted yet.`
      : ''
  return { text: now + waiting, sources: [source('Balance', moneyText(balance))] }
}

const dueBy = (account: Account, today: string) => account.open.filter(({ dueDate }) => dueDate <= today)

export function balanceReasonAnswer(facts: TenantRecords, language: Language): Answer | null {
  const { account, today } = facts
  const first = balanceAnswer(facts, language)
  if (!account || !first) return null
  const es = language === 'es'
  const lines = dueBy(account, today).map(({ type, amount, open, dueDate }) => {
    const name = chargeNames[language][type]
    const due = dateText(dueDate, language)
    if (open === amount)
      return es ? `${name}, vencía el ${due}: ${moneyText(open)}` : `${name} due ${due}: ${moneyText(open)}`
    return es
      ? `${name}, vencía el ${due}: quedan ${moneyText(open)} de ${moneyText(amount)}`
      : `${name} due ${due}: ${moneyText(open)} of ${moneyText(amount)} is still open`
  })
  if (account.credit > 0)
    lines.push(es ? `Menos su crédito: ${moneyText(account.credit)}` : `Less your credit: ${moneyText(account.credit)}`)
  if (lines.length === 0) return first
  const intro = es ? 'Se compone de:' : 'It is made up of:'
  return {
    text: `${first.text} ${intro}\n${lines.map((line) => `- ${line}`).join('\n')}`,
    sources: [...first.sources, ...lines.map((line) => source(es ? 'Cargo' : 'Charge', line))],
  }
}

export function nextPaymentAnswer({ account, today }: TenantRecords, language: Language): Answer | null {
  if (!account) return null
  const es = language === 'es'
  const next = account.open.find(({ dueDate }) => dueDate >= today)
  const late = dueBy(account, today).filter(({ dueDate }) => dueDate < today)
  const parts: string[] = []
  const sources: Source[] = []
  if (next) {
    const [name, due, amount] = [
      chargeNames[language][next.type],
      dateText(next.dueDate, language),
      moneyText(next.open),
    ]
    parts.push(
      es
        ? `Su próximo pago vence el ${due}: ${name}, ${amount}.`
        : `Your next payment is due on ${due}: ${name}, ${amount}.`,
    )
    sources.push(source(es ? 'Próximo pago' : 'Next payment', `${name} ${due} ${amount}`))
  }
  if (late.length > 0) {
    const amount = moneyText(late.reduce((sum, { open }) => sum + Math.round(open * 100), 0) / 100)
    parts.push(es ? `Además hay ${amount} vencidos.` : `Also, ${amount} is already past due.`)
    sources.push(source(es ? 'Vencido' : 'Past due', amount))
  }
  if (parts.length === 0) return null
  if (account.awaiting > 0)
    parts.push(
      es
        ? `Un pago de ${moneyText(account.awaiting)} que usted reportó espera confirmación.`
        : `A payment of ${moneyText(account.awaiting)} that you reported awaits confirmation.`,
    )
  return { text: parts.join(' '), sources }
}

const monthNames: Record<Language, readonly string[]> = {
  en: 'january february march april may june july august september october november december'.split(' '),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
}

/** The latest month of a name that has begun, as `2026-09`; null where the words name none. */
function monthNamed(words: string, today: string): string | null {
  const named = /\b(?:in|during|en) ([a-z]+)(?: (\d{4}))?\b/g
  for (const [, name = '', year] of words.matchAll(named)) {
    const index = Math.max(monthNames.en.indexOf(name), monthNames.es.indexOf(name))
    if (index < 0) continue
    const month = String(index + 1).padStart(2, '0')
    const latest =
      `${today.slice(0, 4)}-${month}` <= today.slice(0, 7) ? today.slice(0, 4) : String(Number(today.slice(0, 4)) - 1)
    return `${year ?? latest}-${month}`
  }
  return null
}

/** What was received in a month. */
function paidIn({ account }: TenantRecords, language: Language, month: string): Answer | null {
  if (!account) return null
  const es = language === 'es'
  const name = `${monthNames[language][Number(month.slice(5)) - 1]} ${es ? 'de ' : ''}${month.slice(0, 4)}`
  const shown = es ? name : name.replace(/^./, (letter) => letter.toUpperCase())
  const received = account.receipts.filter(({ on }) => on.startsWith(month))
  const lines = received.map(({ amount, on }) => `${moneyText(amount)} (${dateText(on, language)})`)
  const none = es ? `No hay ningún pago recibido en ${shown}.` : `No received payment is recorded in ${shown}.`
  const said = es ? `En ${shown} se recibió: ${lines.join(', ')}.` : `Received in ${shown}: ${lines.join(', ')}.`
  return {
    text: lines.length === 0 ? none : said,
    sources: lines.map((line) => source(es ? 'Pago recibido' : 'Payment received', line)),
  }
}

export function lastPaymentAnswer(facts: TenantRecords, language: Language, clause = ''): Answer | null {
  const { account, today } = facts
  if (!account) return null
  const month = monthNamed(clause, today)
  const oldest = account.receipts.at(-1)?.on.slice(0, 7)
  if (month !== null && oldest !== undefined && month >= oldest) return paidIn(facts, language, month)
  const es = language === 'es'
  const [last, ...others] = account.receipts
  const parts: string[] = []
  if (last)
    parts.push(
      es
        ? `El último pago recibido es de ${moneyText(last.amount)}, del ${dateText(last.on, language)}.`
        : `The last payment received is ${moneyText(last.amount)} on ${dateText(last.on, language)}.`,
    )
  else parts.push(es ? 'No hay ningún pago recibido registrado.' : 'No received payment is recorded.')
  if (account.awaiting > 0)
    parts.push(
      es
        ? `Un pago reportado de ${moneyText(account.awaiting)} espera confirmación.`
        : `A payment of ${moneyText(account.awaiting)} that you reported awaits confirmation.`,
    )
  const before = others.slice(0, 3).map(({ amount, on }) => `${moneyText(amount)} (${dateText(on, language)})`)
  if (before.length > 0) parts.push(es ? `Antes: ${before.join(', ')}.` : `Before that: ${before.join(', ')}.`)
  const label = es ? 'Pago recibido' : 'Payment received'
  return {
    text: parts.join(' '),
    sources: last ? [source(label, `${moneyText(last.amount)} ${dateText(last.on, language)}`)] : [],
  }
}

export function depositAnswer({ account }: TenantRecords, language: Language): Answer | null {
  if (!account) return null
  const amount = moneyText(account.depositHeld)
  const es = language === 'es'
  const text =
    account.depositHeld > 0
      ? es
        ? `Se guarda un depósito de garantía de ${amount} a su nombre.`
        : `A security deposit of ${amount} is held for you.`
      : es
        ? `No hay ningún depósito registrado a su nombre (${amount}).`
        : `No security deposit is recorded as held for you (${amount}).`
  return { text, sources: [source(es ? 'Depósito' : 'Security deposit', amount)] }
}

export function lateFeesAnswer({ lateFees, account, today }: TenantRecords, language: Language): Answer | null {
  if (!lateFees) return null
  const es = language === 'es'
  if (!lateFees.isEnabled)
    return {
      text: es ? 'No hay cargos por pago tardío en su cuenta.' : 'No late fees are set up for your tenancy.',
      sources: [source(es ? 'Cargos por atraso' : 'Late fees', es ? 'Ninguno' : 'None')],
    }
  const { graceDays, kind, amount, frequency, cap } = lateFees
  const fee =
    kind === 'flat' ? moneyText(amount) : es ? `el ${amount}% de la renta pendiente` : `${amount}% of the open rent`
  const often = frequency === 'daily' ? (es ? ' por día' : ' a day') : ''
  const most = cap === null ? '' : es ? `, como máximo ${moneyText(cap)}` : `, at most ${moneyText(cap)}`
  const text = es
    ? `Hay ${graceDays} días de gracia después del vencimiento; después el cargo es de ${fee}${often}${most}.`
    : `There is a grace period of ${graceDays} days after the due date; after that the late fee is ${fee}${often}${most}.`
  const next = account?.open.find(({ type, dueDate }) => type === 'rent' && dueDate >= today)
  const until = next && addDays(next.dueDate, graceDays)
  const example = until
    ? es
      ? ` Para la próxima renta, eso es hasta el ${dateText(until, language)}.`
      : ` For the next rent that is until ${dateText(until, language)}.`
    : ''
  return { text: text + example, sources: [source(es ? 'Cargos por atraso' : 'Late fees', text)] }
}

export function howToPayAnswer(_facts: TenantRecords, language: Language): Answer {
  return language === 'es'
    ? {
        text: 'Puede pagar con efectivo, cheque, transferencia bancaria, tarjeta o giro postal, y reportar el pago en su portal con "Make Payment"; el propietario lo confirma.',
        sources: [source('Portal', 'Make Payment')],
      }
    : {
        text: 'The methods on record are cash, check, bank transfer, credit card and money order. After you have paid, report it in your portal with "Make Payment"; your landlord then confirms it.',
        sources: [source('Portal', 'Make Payment')],
      }
}

/** Whole months, or days where it is less than one, until `date`. */
export function timeLeft(today: string, date: string, language: Language): string {
  const days = daysBetween(today, date)
  const months = Math.floor(days / 30.4375)
  if (language === 'es') return months >= 1 ? `unos ${months} meses` : `${days} días`
  return months >= 1 ? `about ${months} ${months === 1 ? 'month' : 'months'}` : `${days} days`
}

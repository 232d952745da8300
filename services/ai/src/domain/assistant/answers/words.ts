import type { paymentTypes } from '@keyhold/contracts/payments/payments'
import type { maintenanceStatuses } from '@keyhold/contracts/maintenance/requests'
import type { Language } from '../intents.ts'

const locales: Record<Language, string> = { en: 'en-US', es: 'es-US' }

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Money as everywhere in the product, in both languages. */
export const moneyText = (amount: number): string => money.format(amount)

const dateFormats = Object.fromEntries(
  Object.entries(locales).map(([language, locale]) => [
    language,
    new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }),
  ]),
) as Record<Language, Intl.DateTimeFormat>

/** A calendar date in words. */
export const dateText = (date: string, language: Language): string => dateFormats[language].format(new Date(date))

const monthFormats = Object.fromEntries(
  Object.entries(locales).map(([language, locale]) => [
    language,
    new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
  ]),
) as Record<Language, Intl.DateTimeFormat>

/** A month (`2026-09`) in words. */
export const monthText = (month: string, language: Language): string =>
  monthFormats[language].format(new Date(`${month}-01`))

const monthWords = [
  /\b(january|jan|enero)\b/,
  /\b(february|feb|febrero)\b/,
  /\b(march|marzo)\b/,
  /\b(april|apr|abril)\b/,
  /\b(in|for|of|during|last|en|de) (may|mayo)\b/,
  /\b(june|jun|junio)\b/,
  /\b(july|jul|julio)\b/,
  /\b(august|aug|agosto)\b/,
  /\b(september|sept?|septiembre)\b/,
  /\b(october|oct|octubre)\b/,
  /\b(november|nov|noviembre)\b/,
  /\b(december|dec|diciembre)\b/,
]

/** The month (`2026-09`) that a normalized question names, the latest that has begun unless it names a year; null for none. */
export function monthAsked(clause: string, today: string): string | null {
  const index = monthWords.findIndex((pattern) => pattern.test(clause))
  if (index < 0) return null
  const month = String(index + 1).padStart(2, '0')
  const year = /\b(20\d\d)\b/.exec(clause)?.[1]
  if (year !== undefined) return `${year}-${month}`
  const thisYear = Number(today.slice(0, 4))
  return `${month <= today.slice(5, 7) ? thisYear : thisYear - 1}-${month}`
}

export const chargeNames: Record<Language, Record<(typeof paymentTypes)[number], string>> = {
  en: {
    rent: 'Rent',
    security_deposit: 'Security deposit',
    late_fee: 'Late fee',
    maintenance: 'Maintenance',
    other: 'Other charge',
  },
  es: {
    rent: 'Renta',
    security_deposit: 'Depósito de garantía',
    late_fee: 'Cargo por pago tardío',
    maintenance: 'Mantenimiento',
    other: 'Otro cargo',
  },
}

export const statusNames: Record<Language, Record<(typeof maintenanceStatuses)[number], string>> = {
  en: { open: 'open, not started yet', in_progress: 'in progress', completed: 'completed', cancelled: 'cancelled' },
  es: { open: 'abierta, sin empezar', in_progress: 'en curso', completed: 'terminada', cancelled: 'cancelada' },
}

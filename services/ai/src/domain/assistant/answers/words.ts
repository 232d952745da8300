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

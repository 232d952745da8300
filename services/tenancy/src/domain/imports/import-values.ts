import { realDate } from '@keyhold/kit/lib/dates'
/** The value of a cell, null for an empty one, or a sentence about what is wrong with it. */
export type ReadResult<T> = { value: T | null } | { error: string }

/** Text that Postgres can store, in JSON too: without NUL and lone surrogates. */
export const storableText = (text: string): string => text.toWellFormed().replaceAll('\0', '\uFFFD')

const amount = /^(-)?(?:\$|USD)?\s*(-)?(\d+|\d{1,3}(?:,\d{3})+)(\.\d+)?$/i

/**
 * Reads dollars as people and other programs write them: `1250`, `$1,250.00`, `USD 1,250`. Commas separate thousands and a point the cents;
 * ambiguous amounts (`1.250,00`, `1250,00`) are errors. The form's schema checks the range.
 */
export function readMoney(text: string): ReadResult<number> {
  if (text === '') return { value: null }
  const match = amount.exec(text)
  if (!match) return { error: 'Enter the amount as 1250 or 1,250.00' }
  const [, before, after, whole = '', cents = ''] = match
  return { value: Number(`${before || after ? '-' : ''}${whole.replaceAll(',', '')}${cents}`) }
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const longMonths = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/
const monthFirst = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/
const dayThenName = /^(\d{1,2})(?:st|nd|rd|th)?[\s-]+([a-z]+)\.?,?[\s-]+(\d{4})$/i
const nameThenDay = /^([a-z]+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})$/i

/**
 * Reads a date: `2026-03-01`, `3/1/2026` (with slashes the month comes first, as in the United States), `1 Mar 2026`, `March 1, 2026`.
 * Years have four digits. Anything else, and a date that does not exist, is an error.
 */
export function readDate(text: string): ReadResult<string> {
  if (text === '') return { value: null }
  const parts = partsOf(text)
  if (!parts) return { error: 'Enter the date as 2026-03-01 or 3/1/2026, month first' }
  const { year, month, day } = parts
  const date = realDate(year, month, day)
  if (date !== null) return { value: date }
  const isDayFirst = monthFirst.test(text) && month > 12 && day <= 12
  return {
    error: isDayFirst ? 'This date does not exist. With slashes, put the month first' : 'This date does not exist',
  }
}

function partsOf(text: string): { year: number; month: number; day: number } | undefined {
  const iso = yearFirst.exec(text)
  if (iso) return { year: Number(iso[1]), month: Number(iso[3]), day: Number(iso[4]) }
  const us = monthFirst.exec(text)
  if (us) return { year: Number(us[3]), month: Number(us[1]), day: Number(us[2]) }
  const dayName = dayThenName.exec(text)
  if (dayName) return withMonth({ year: Number(dayName[3]), month: monthNamed(dayName[2]), day: Number(dayName[1]) })
  const nameDay = nameThenDay.exec(text)
  if (nameDay) return withMonth({ year: Number(nameDay[3]), month: monthNamed(nameDay[1]), day: Number(nameDay[2]) })
  return undefined
}

/** 1 to 12; 0 for an unknown name. */
function monthNamed(name = ''): number {
  const plain = name.toLowerCase().replace(/^sept$/, 'sep')
  return 1 + Math.max(months.indexOf(plain), longMonths.indexOf(plain))
}

const withMonth = (parts: { year: number; month: number; day: number }) => (parts.month > 0 ? parts : undefined)

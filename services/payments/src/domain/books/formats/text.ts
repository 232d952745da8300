import { accounts, openingAccount } from '../accounts.ts'
import type { BookEntry, BookLine } from '../types.ts'

/** A text on one line: names and notes cannot begin a directive of their own. */
export const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ').trim()

/** 123456 → 1234.56 */
export const decimalOf = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The random end of an id, which stays when a name changes. */
export const shortId = (id: string): string => id.slice(-8)

/** The last part of an account of a tenant or of cash: letters, digits and dashes only, because Beancount takes no others. */
function partOf({ id, name }: { id: string; name: string }, otherwise: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  const plain = words.join('-').slice(0, 60)
  const capital = plain.slice(0, 1).toUpperCase() + plain.slice(1)
  return `${capital || otherwise}-${shortId(id)}`
}

export function pathOf({ account, bankAccount }: BookLine, tenant: BookEntry['tenant']): string {
  if (account === 'opening') return openingAccount.path
  const { path, isByTenant } = accounts[account]
  if (bankAccount !== null) return `${path}:${partOf(bankAccount, 'Account')}`
  return isByTenant && tenant !== null ? `${path}:${partOf(tenant, 'Tenant')}` : path
}

export const nameOf = ({ account, bankAccount }: Pick<BookLine, 'account' | 'bankAccount'>): string =>
  account === 'opening'
    ? openingAccount.name
    : bankAccount === null
      ? accounts[account].name
      : `${accounts[account].name}: ${oneLine(bankAccount.name)}`

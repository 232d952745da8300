import { tenantLedgers } from '@keyhold/contracts/payments'
import type { Tools } from '@keyhold/kit/request'
import { onBehalfOf } from './acting.ts'
import { dayIn } from './days.ts'

/** What is open on one ledger, in whole cents. */
export interface OpenLedger {
  accountId: string
  owed: number
  /** Reported by the tenant, and not confirmed yet. */
  awaiting: number
}

interface Asked {
  landlordId: string
  accountId: string
  /** Of the property they live in. */
  timeZone: string | null
}

/** No charge is due later: what is settled is not asked for. */
const never = '2199-12-31'
const cents = (dollars: number) => Math.round(dollars * 100)

/**
 * Payments is asked what is open under an account, before the transaction that goes by it. Rents that are planned for later end with the tenancy,
 * and are owed by nobody. @throws Refusal `unavailable` while payments does not answer
 */
export async function askLedger({ landlordId, accountId, timeZone }: Asked, { call, clock }: Pick<Tools, 'call' | 'clock'>): Promise<OpenLedger> {
  const ledgers = await call(tenantLedgers, onBehalfOf(landlordId), { query: { tenantIds: accountId, since: never } })
  const today = dayIn(timeZone, clock.now())
  const own = ledgers.find(({ tenantId }) => tenantId === accountId)
  const due = own?.charges.filter(({ paymentType, dueDate }) => paymentType !== 'rent' || dueDate <= today) ?? []
  return { accountId, owed: due.reduce((sum, { open }) => sum + cents(open), 0), awaiting: cents(own?.awaitingConfirmation ?? 0) }
}

const formatted = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
/** Whole cents, as a person reads them. */
export const inDollars = (amount: number): string => formatted.format(amount / 100)

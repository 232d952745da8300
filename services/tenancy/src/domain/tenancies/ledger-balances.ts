import { tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import type { Tools } from '@keyhold/kit/http/request'
import { toCents } from '@keyhold/kit/lib/money'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { serviceActor } from '@keyhold/kit/runtime/actor'

/** Whole cents. */
export interface LedgerBalance {
  accountId: string
  owed: number
  /** Reported by the tenant and not yet confirmed by the landlord. */
  awaitingConfirmation: number
  /** Paid for nothing that is due yet: credit, and payments of future rents. */
  prepaid: number
}

interface LedgerQuery {
  landlordId: string
  accountIds: readonly string[]
  /** Of the tenant's property. */
  timeZone: string | null
}

/**
 * Asks payments for the balances of ledgers. Future rents count as not owed, because they are cancelled when the tenancy ends.
 * Calls another service: never inside a transaction. @throws Refusal `unavailable`
 */
export async function fetchLedgerBalances(
  { landlordId, accountIds, timeZone }: LedgerQuery,
  { call, clock }: Pick<Tools, 'call' | 'clock'>,
): Promise<LedgerBalance[]> {
  const today = dateAt(clock.now(), timeZone)
  const ledgers = await call(tenantLedgers, serviceActor('tenancy', landlordId), {
    query: { tenantIds: accountIds.join(), since: today },
  })
  return accountIds.map((accountId) => {
    const {
      charges = [],
      credit = 0,
      awaitingConfirmation = 0,
    } = ledgers.find(({ tenantId }) => tenantId === accountId) ?? {}
    const isFutureRent = ({ paymentType, dueDate }: (typeof charges)[number]) =>
      paymentType === 'rent' && dueDate > today
    const owed = charges.filter((charge) => !isFutureRent(charge)).reduce((sum, { open }) => sum + toCents(open), 0)
    const paidAhead = charges
      .filter(isFutureRent)
      .reduce((sum, { amount, open }) => sum + toCents(amount) - toCents(open), 0)
    return {
      accountId,
      owed,
      awaitingConfirmation: toCents(awaitingConfirmation),
      prepaid: toCents(credit) + paidAhead,
    }
  })
}

import { tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import type { Tools } from '@keyhold/kit/http/request'
import { toCents } from '@keyhold/kit/lib/money'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { serviceActor } from '@keyhold/kit/runtime/actor'

/** What stands on one ledger, in whole cents. */
export interface LedgerBalance {
  accountId: string
  owed: number
  /** Reported by the tenant, and not confirmed yet. */
  awaiting: number
  /** Paid, and not for what has fallen due: credit, and rents to come. */
  ahead: number
}

interface Asked {
  landlordId: string
  accountIds: readonly string[]
  /** Of the property they live in. */
  timeZone: string | null
}

/**
 * Payments is asked what stands under accounts, before the transaction that goes by it. Rents that are planned for later end with the tenancy:
 * they are owed by nobody, and free what was paid on them. @throws Refusal `unavailable` while payments does not answer
 */
export async function fetchLedgerBalances(
  { landlordId, accountIds, timeZone }: Asked,
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
    const isToCome = ({ paymentType, dueDate }: (typeof charges)[number]) => paymentType === 'rent' && dueDate > today
    const owed = charges.filter((charge) => !isToCome(charge)).reduce((sum, { open }) => sum + toCents(open), 0)
    const prepaid = charges.filter(isToCome).reduce((sum, { amount, open }) => sum + toCents(amount) - toCents(open), 0)
    return { accountId, owed, awaiting: toCents(awaitingConfirmation), ahead: toCents(credit) + prepaid }
  })
}

import { type LateFeePolicy } from '@keyhold/contracts/payments/late-fee-policies'
import { date, money, number, plural } from '~/lib/format.ts'

export const nameOf = ({ scope, propertyName, tenantNames }: LateFeePolicy) =>
  scope === 'account'
    ? 'All properties'
    : scope === 'property'
      ? (propertyName ?? 'A property')
      : (tenantNames ?? 'A tenancy')

/** A policy in a sentence. */
export function policyWords({
  isEnabled,
  graceDays,
  kind,
  amount,
  frequency,
  cap,
  minimumBalance,
  appliesFrom,
  returnedPaymentFee,
}: LateFeePolicy): string {
  if (!isEnabled) return 'No late fee.'
  const fee = kind === 'flat' ? money(amount) : `${number(amount)}% of the open balance`
  const how = frequency === 'daily' ? `${fee} for each late day` : fee
  const bounds = [
    cap === null ? '' : `at most ${money(cap)} per rent`,
    minimumBalance > 0 ? `none where less than ${money(minimumBalance)} is open` : '',
    appliesFrom === null ? '' : `for rents due from ${date(appliesFrom)} on`,
    returnedPaymentFee === null ? '' : `${money(returnedPaymentFee)} for a returned payment`,
  ]
  return [`${how}, after ${plural(graceDays, 'day')} of grace`, ...bounds.filter(Boolean)].join('; ').concat('.')
}

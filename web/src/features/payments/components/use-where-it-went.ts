import type { Payment } from '@keyhold/contracts/payments/payments'
import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit'
import { useDispatch } from 'react-redux'
import { itemsOf } from '~/api/client/calls-of.ts'
import { receiptsApi } from '~/api/receipts.ts'
import { whatItPays } from '~/components/money/receipts/open-charges.ts'

/** Says where the money went that was just confirmed on a payment: `reports`, or else what was recorded last. Null if that can't be read now. */
export function useWhereItWent() {
  const dispatch = useDispatch<ThunkDispatch<unknown, unknown, UnknownAction>>()
  return async (paymentId: string, reports: Payment['reported']): Promise<string | null> => {
    const list = receiptsApi.endpoints.listReceipts
    const asked = { paymentId, limit: 100 }
    const { data } = await dispatch(list.initiate(asked, { subscribe: false, forceRefetch: true }))
    const confirmed = new Set(reports.map(({ id }) => id))
    const counted = itemsOf(data).filter(({ status }) => status === 'counted')
    const made =
      confirmed.size > 0
        ? counted.filter(({ id }) => confirmed.has(id))
        : counted.toSorted((a, b) => b.recordedAt.localeCompare(a.recordedAt)).slice(0, 1)
    return made.length > 0 ? made.map(whatItPays).join(' ') : null
  }
}

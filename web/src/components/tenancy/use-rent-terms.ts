import type { RentPreview } from '@keyhold/contracts/payments/rent-changes'
import { useRef, useState, type RefObject } from 'react'
import { useWatch } from 'react-hook-form'
import { useLazyPreviewRentsQuery, usePreviewRentsQuery } from '~/api/rent-changes.ts'
import { useDebounced } from '~/lib/use-debounced.ts'
import { idOf, type TenantFormApi, type TenantValues } from './tenant-form.ts'

/** What happens after the end of a lease that is shorter than its twelve rents. */
export type AfterTerm = '' | 'ends' | 'goes-on'

export interface RentTerms {
  preview: RentPreview | undefined
  /** The lease ends before its twelfth rent. */
  isShort: boolean
  afterTerm: AfterTerm
  onAfterTerm: (choice: AfterTerm) => void
  /** The form was submitted without an answer. */
  isMissed: boolean
  ref: RefObject<HTMLDivElement | null>
}

const isDate = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)

/** How the first rents of a lease are charged, with a preview by the server; `terms` is null where no rents are set up. */
export function useRentTerms(form: TenantFormApi, isSettingUp: boolean) {
  const names = [
    'leaseStartDate',
    'leaseEndDate',
    'monthlyRent',
    'dueDay',
    'proration',
    'splitAfter',
    'billFrom',
    'unitId',
    'propertyId',
  ] as const
  const [start, end, rent, dueDay, proration, splitAfter, billFrom, unitId, propertyId] = useWatch({
    control: form.control,
    name: names,
  })
  const [afterTerm, setAfterTerm] = useState<AfterTerm>('')
  const [isMissed, setMissed] = useState(false)
  const ref = useRef<HTMLDivElement>(null)
  const asked = {
    startDate: idOf(start),
    monthlyRent: Number(rent),
    proration: proration ?? 'none',
    endsWithTerm: afterTerm === 'ends',
    ...(isDate(end) ? { endDate: end } : {}),
    ...(dueDay ? { dueDay: Number(dueDay) } : {}),
    ...(isDate(splitAfter) ? { splitAfter } : {}),
    ...(isDate(billFrom) ? { billFrom } : {}),
    ...(idOf(unitId) || idOf(propertyId) ? { unitId: idOf(unitId) || idOf(propertyId) } : {}),
  }
  // Not for every digit that is typed.
  const settled = JSON.parse(useDebounced(JSON.stringify(asked))) as typeof asked
  const isComplete = ({ startDate, monthlyRent }: typeof asked) => isDate(startDate) && monthlyRent > 0
  const isValid = isSettingUp && isComplete(asked)
  const preview = usePreviewRentsQuery(settled, { skip: !isValid || !isComplete(settled) }).data
  const [fetchPreview] = useLazyPreviewRentsQuery()
  const isShort = isValid && isDate(end) && preview?.isShort === true

  const terms: RentTerms | null = isValid
    ? {
        preview,
        isShort,
        afterTerm,
        onAfterTerm: (choice) => {
          setAfterTerm(choice)
          setMissed(false)
        },
        isMissed: isMissed && afterTerm === '',
        ref,
      }
    : null
  /** Whether the form can be saved. What was typed last may not have been previewed yet. */
  const validate = async (): Promise<boolean> => {
    if (!isValid || !isDate(end) || afterTerm !== '') return true
    const { data } = await fetchPreview(asked, true)
    if (!data?.isShort) return true
    setMissed(true)
    ref.current?.querySelector<HTMLElement>('[role=radio]')?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'center' })
    return false
  }
  /** The form's values without answers to questions that are no longer asked. */
  const valuesOf = ({ dueDay: day, proration: method, splitAfter: split, ...rest }: TenantValues): TenantValues => {
    const { billFrom: from, ...values } = rest
    if (!isValid) return values
    const isSplit = preview?.previous && split
    return {
      ...values,
      dueDay: day ?? null,
      proration: method ?? 'none',
      splitAfter: isSplit ? split : null,
      billFrom: (preview?.past && from) || null,
      ...(isShort && afterTerm === 'ends' ? { endsWithTerm: true } : {}),
      ...(isShort && afterTerm === 'goes-on' ? { termKind: 'rollover' as const } : {}),
    }
  }
  return { terms, validate, valuesOf }
}

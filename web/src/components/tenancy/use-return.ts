import type { Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react'
import { useWatch } from 'react-hook-form'
import { isApiError } from '~/api/client/problem.ts'
import { useGetTenancyQuery } from '~/api/tenancies.ts'
import { date, today } from '~/lib/format.ts'
import type { TenantFormApi, TenantValues } from './tenant-form.ts'

/** `back`: the move-out was a mistake; `again`: they move in again; '' until one is chosen. */
export type ReturnChoice = '' | 'back' | 'again'

/** The question about a former tenant who is set active. */
export interface Return {
  tenancy: Tenancy
  /** The day they moved out. */
  leftOn: string
  value: ReturnChoice
  onChange: (choice: ReturnChoice) => void
  /** The form was submitted without an answer. */
  isMissed: boolean
  ref: RefObject<HTMLDivElement | null>
}

/** The past day on which a tenant moved out of a tenancy; null if they have not. */
function pastMoveOut({ startDate, status, tenants }: Tenancy, tenantId: string): string | null {
  const leftOn = tenants.find((member) => member.tenantId === tenantId)?.leftOn ?? null
  if (leftOn === null || leftOn >= today()) return null
  return status !== 'ended' || startDate === null || leftOn >= startDate ? leftOn : null
}

/** The rent on a day: the default for a new tenancy. */
const rentOn = ({ monthlyRent, rentSteps }: Tenancy, day: string) =>
  rentSteps.findLast(({ startsOn }) => startsOn <= day)?.monthlyRent ?? monthlyRent

/** The tenancy of an undone import is not found: there is nothing to ask. */
const isNowhere = (error: unknown) => isApiError(error) && error.status === 404

/**
 * `asked` is null if there is nothing to ask; `isAsking`: still loading; `failed`: could not be fetched; `validate` says
 * whether the form can be saved.
 */
export function useReturn(form: TenantFormApi, tenant: Tenant | undefined) {
  const isActive = useWatch({ control: form.control, name: 'isActive' })
  const isBack = Boolean(tenant && !tenant.isActive && isActive)
  const left = useGetTenancyQuery({ id: tenant?.tenancyId ?? '' }, { skip: !isBack || !tenant?.tenancyId })
  const { currentData: tenancy, isFetching } = left
  const leftOn = isBack && tenant && tenancy ? pastMoveOut(tenancy, tenant.id) : null
  const [value, setValue] = useState<ReturnChoice>('')
  const [isMissed, setMissed] = useState(false)
  const ref = useRef<HTMLDivElement>(null)

  const fillLease = (start: string | null, end: string | null, rent: number | null) => {
    form.setValue('leaseStartDate', start ?? '')
    form.setValue('leaseEndDate', end ?? '')
    form.setValue('monthlyRent', rent ?? '')
    form.clearErrors(['leaseStartDate', 'leaseEndDate', 'monthlyRent'])
  }
  const choose = (choice: ReturnChoice) => {
    setValue(choice)
    setMissed(false)
    if (!tenant) return
    const { leaseStartDate, leaseEndDate, monthlyRent } = tenant
    if (choice !== 'again' || !tenancy || leftOn === null) return fillLease(leaseStartDate, leaseEndDate, monthlyRent)
    // A past end date is not that of the new tenancy.
    fillLease(today(), leaseEndDate !== null && leaseEndDate > today() ? leaseEndDate : null, rentOn(tenancy, leftOn))
  }
  const resetChoice = useEffectEvent(() => {
    if (value !== '') choose('')
  })
  useEffect(
    () =>
      form.subscribe({
        name: 'isActive',
        formState: { values: true },
        // Staying inactive resets the choice.
        callback: ({ values }) => {
          if (!values.isActive) resetChoice()
        },
      }),
    [form],
  )

  const asked: Return | null =
    tenancy && leftOn !== null
      ? { tenancy, leftOn, value, onChange: choose, isMissed: isMissed && value === '', ref }
      : null
  const validate = ({ leaseStartDate: start }: TenantValues): boolean => {
    if (!asked || leftOn === null) return true
    if (value === '') {
      setMissed(true)
      ref.current?.querySelector<HTMLElement>('[role=radio]')?.focus({ preventScroll: true })
      ref.current?.scrollIntoView({ block: 'center' })
      return false
    }
    const isLater = Boolean(start && start > leftOn)
    if (isLater === (value === 'again') || (value === 'back' && start === tenant?.leaseStartDate)) return true
    const message =
      value === 'again'
        ? `Enter a day after the move-out on ${date(leftOn)}`
        : `They moved out on ${date(leftOn)}. For a lease that starts later, say that they move in again`
    form.setError('leaseStartDate', { message }, { shouldFocus: true })
    // Scrolls the error below the field into view too.
    document.activeElement?.scrollIntoView({ block: 'center' })
    return false
  }
  const failed =
    isBack && !tenancy && left.error && !isNowhere(left.error)
      ? { error: left.error, retry: () => void left.refetch() }
      : null
  return { asked, isAsking: isBack && isFetching && !tenancy, failed, validate }
}

import type { Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { useWatch } from 'react-hook-form'
import { isApiError } from '~/api/client/problem.ts'
import { useGetTenancyQuery } from '~/api/tenancies.ts'
import { date, today } from '~/lib/format.ts'
import type { TenantFormApi, TenantValues } from './tenant-form.ts'

/** `back`: the move-out was a mistake; `again`: it stands, and they move in again; '' while nothing was chosen. */
export type ReturnChoice = '' | 'back' | 'again'

/** What is asked about somebody who had left and is set active again. */
export interface Return {
  tenancy: Tenancy
  /** The day they moved out. */
  leftOn: string
  value: ReturnChoice
  onChange: (choice: ReturnChoice) => void
  /** It was left unanswered. */
  isMissed: boolean
  ref: RefObject<HTMLDivElement | null>
}

/** The day that a tenant moved out of a tenancy they lived in, or others do, once it is past. */
function pastMoveOut({ startDate, status, tenants }: Tenancy, tenantId: string): string | null {
  const leftOn = tenants.find((member) => member.tenantId === tenantId)?.leftOn ?? null
  if (leftOn === null || leftOn >= today()) return null
  return status !== 'ended' || startDate === null || leftOn >= startDate ? leftOn : null
}

/** What the rent was on a day: a new tenancy begins with it unless somebody says otherwise. */
const rentOn = ({ monthlyRent, rentSteps }: Tenancy, day: string) =>
  rentSteps.findLast(({ startsOn }) => startsOn <= day)?.monthlyRent ?? monthlyRent

/** One that never was, since its import was undone, is not found: there is nothing to ask of it. */
const isNowhere = (error: unknown) => isApiError(error) && error.status === 404

/**
 * `asked` is null where there is nothing to ask; `isAsking`: that is not known yet; `failed`: nor will it be, unless it is tried again; `judge` says
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
    // What ended meanwhile is not when the new one ends.
    fillLease(today(), leaseEndDate !== null && leaseEndDate > today() ? leaseEndDate : null, rentOn(tenancy, leftOn))
  }
  useEffect(() => {
    // Whoever stays inactive begins nothing.
    if (!isBack && value !== '') choose('')
    // Only when the switch is turned: `choose` is another one each time.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isBack])

  const asked: Return | null =
    tenancy && leftOn !== null
      ? { tenancy, leftOn, value, onChange: choose, isMissed: isMissed && value === '', ref }
      : null
  const judge = ({ leaseStartDate: start }: TenantValues): boolean => {
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
    // The sentence below the field is to be seen, too.
    document.activeElement?.scrollIntoView({ block: 'center' })
    return false
  }
  const failed =
    isBack && !tenancy && left.error && !isNowhere(left.error)
      ? { error: left.error, retry: () => void left.refetch() }
      : null
  return { asked, isAsking: isBack && isFetching && !tenancy, failed, judge }
}

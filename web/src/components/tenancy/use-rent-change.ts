import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { useGetTenancyQuery } from '~/api/tenancies.ts'
import { today } from '~/lib/format.ts'
import { nextDueDate } from './next-due-date.ts'
import type { TenantFormApi } from './tenant-form.ts'

/** The question that another rent raises for a tenancy that is charged already: from which day it holds. */
export interface RentChange {
  from: string
  onChange: (from: string) => void
}

/** Null if the rent stays, or if no rent is charged yet. */
export function useRentChange(form: TenantFormApi, tenant: Tenant | undefined): RentChange | null {
  const rent = useWatch({ control: form.control, name: 'monthlyRent' })
  const { data: tenancy } = useGetTenancyQuery({ id: tenant?.tenancyId ?? '' }, { skip: !tenant?.tenancyId })
  const [chosen, setChosen] = useState<string | null>(null)
  const isCharged = tenant?.isActive && tenant.monthlyRent !== null && tenant.leaseStartDate !== null
  if (!isCharged || !rent || Number(rent) === tenant.monthlyRent) return null
  const dueDay = tenancy?.billing?.dueDay ?? Number(tenant.leaseStartDate?.slice(8))
  const isAhead = tenant.leaseStartDate !== null && tenant.leaseStartDate > today()
  const from = chosen ?? (isAhead ? tenant.leaseStartDate! : nextDueDate(dueDay, today()))
  return { from, onChange: setChosen }
}

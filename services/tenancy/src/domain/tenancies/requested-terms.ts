import { isDeepStrictEqual } from 'node:util'
import type { Billing } from '@keyhold/contracts/tenancy/tenancies'
import type { TenantForm } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import type { TenancyRow } from '../../schema/tenancies.ts'
import { rentOn } from './terms.ts'

type Terms = Partial<
  Pick<
    TenancyRow,
    'propertyId' | 'unitId' | 'startDate' | 'endDate' | 'monthlyRent' | 'securityDeposit' | 'termKind' | 'billing'
  >
>

/** The home and terms in a form; undefined: not in the form. */
export type RequestedTerms = { [K in keyof Terms]?: Terms[K] | undefined } & { rentFrom?: string | null | undefined }

type Fields = z.output<typeof TenantForm>
type Form = { [K in keyof Fields]?: Fields[K] | undefined } & { rentFrom?: string | null | undefined }

/** The default: rents due on the day of the start date, not prorated, twelve of them at once. */
const plain: Required<Billing> = {
  dueDay: null,
  proration: 'none',
  splitAfter: null,
  postingDays: null,
  endsWithTerm: false,
  billFrom: null,
}

/** The home and terms of a tenant's form, and the other fields. `current`: the billing of the tenancy that the form changes. */
export function partsOfForm<F extends Form>(form: F, current: Billing | null = null) {
  const { propertyId, unitId, leaseStartDate, leaseEndDate, monthlyRent, securityDeposit, ...others } = form
  const { termKind, dueDay, proration, endsWithTerm, splitAfter, billFrom, ...rest } = others
  const { rentFrom, tenancyId, joinedOn, ...person } = rest
  const terms: RequestedTerms = {
    propertyId,
    unitId,
    startDate: leaseStartDate,
    endDate: leaseEndDate,
    monthlyRent,
    securityDeposit,
    termKind,
    billing: billingOf({ dueDay, proration, endsWithTerm, splitAfter, billFrom }, current),
    rentFrom,
  }
  return { terms, person, tenancyId: tenancyId ?? undefined, joinedOn: joinedOn ?? undefined }
}

function billingOf(
  given: Pick<Form, 'dueDay' | 'proration' | 'endsWithTerm' | 'splitAfter' | 'billFrom'>,
  current: Billing | null,
): Billing | null | undefined {
  if (Object.values(given).every((value) => value === undefined)) return undefined
  const set = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const billing: Required<Billing> = { ...plain, ...current, ...set }
  return isDeepStrictEqual(billing, plain) ? null : billing
}

/** The rent of a tenancy after a form: a step from `rentFrom`, or a correction of the rent in force. Nothing where the rent stays. */
export function changedRent(
  tenancy: Pick<TenancyRow, 'monthlyRent' | 'rentSteps' | 'startDate'>,
  { monthlyRent, rentFrom, startDate = tenancy.startDate }: RequestedTerms,
  today: string,
): Partial<Pick<TenancyRow, 'monthlyRent' | 'rentSteps'>> {
  if (monthlyRent === undefined || monthlyRent === rentOn(tenancy, today)) return {}
  if (monthlyRent === null) return { monthlyRent, rentSteps: [] }
  if (tenancy.monthlyRent === null || startDate === null) return { monthlyRent }
  const from = rentFrom ?? tenancy.rentSteps.findLast(({ startsOn }) => startsOn <= today)?.startsOn ?? startDate
  if (from <= startDate) return { monthlyRent }
  const others = tenancy.rentSteps.filter(({ startsOn }) => startsOn !== from)
  const steps = [...others, { startsOn: from, monthlyRent }]
  return { rentSteps: steps.toSorted((a, b) => (a.startsOn < b.startsOn ? -1 : 1)) }
}

import { type ImportQuestions, maxOccupants } from '@keyhold/contracts/tenancy/imports'
import { plannedRents } from '@keyhold/contracts/tenancy/tenancies'
import type { z } from '@keyhold/contracts/zod'
import { addMonths } from '@keyhold/kit/lib/dates'
import type { NewTenant } from '../tenants/add-tenant.ts'
import type { Resident } from '../tenancies/residents.ts'
import type { CheckedRow } from './import-check.ts'

export type Questions = z.output<typeof ImportQuestions>

export interface AskedRow extends CheckedRow {
  questions: Questions
}

/** The unit that a row names; null without a home. */
export const unitOfForm = ({ propertyId, unitId }: NewTenant): string | null => unitId ?? propertyId ?? null

/** What the valid rows of a file leave open: who lives with whom in an occupied home, and what follows a short term. */
export function askQuestions(rows: readonly CheckedRow[], residents: readonly Resident[]): AskedRow[] {
  const occupants = new Map<string, NonNullable<Questions['home']>>()
  for (const { unitId, tenancyId, names } of residents)
    occupants.set(unitId, [...(occupants.get(unitId) ?? []), { tenancyId, names }])
  return rows.map((row) => {
    const { form, line } = row
    if (form === null) return { ...row, questions: {} }
    const questions: Questions = isShortTerm(form) ? { term: true } : {}
    const home = unitOfForm(form)
    if (home === null) return { ...row, questions }
    const others = occupants.get(home) ?? []
    occupants.set(home, [...others, { line, names: `${form.firstName} ${form.lastName}` }].slice(0, maxOccupants))
    return { ...row, questions: others.length > 0 ? { ...questions, home: others } : questions }
  })
}

/** Whether a lease ends before its twelfth rent; a term that ends on a due day ends before that rent. */
export const isShortTerm = ({ leaseStartDate: start, leaseEndDate: end, monthlyRent }: NewTenant): boolean =>
  Boolean(start && end && monthlyRent && addMonths(start, plannedRents - 1) >= end)

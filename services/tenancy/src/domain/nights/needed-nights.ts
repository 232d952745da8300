import { addDays } from '@keyhold/kit/lib/dates'
import type { TenancyRow } from '../../schema/tenancies.ts'

/** The nights `[from, until)` of a unit; `until` null: without an end. */
export interface Nights {
  unitId: string
  from: string
  until: string | null
}

type Dates = Pick<TenancyRow, 'unitId' | 'startDate' | 'endDate' | 'termKind' | 'movedOutOn' | 'isVoid'>

/**
 * The nights that a tenancy needs by its terms; null: none. A night bears the date on which it begins. The move-out day is the last one that the
 * books charge, since the tenants have the home for a part of it, and its night is the first that is free. The end date of a fixed term is a day on
 * which they live there until midnight, so its night is theirs, unless they move out on it. A term that goes on by itself has no end.
 * `recordedOn` stands in where no start is known: they live there by then.
 */
export function neededNights(tenancy: Dates, recordedOn: string): Nights | null {
  const { unitId, startDate, endDate, termKind, movedOutOn, isVoid } = tenancy
  if (unitId === null || isVoid) return null
  const from = startDate ?? recordedOn
  const until = movedOutOn ?? (termKind === 'fixed' && endDate !== null ? addDays(endDate, 1) : null)
  return until === null || until > from ? { unitId, from, until } : null
}

/** Whether the fixed term is over and nobody has said that they moved out: they live there still. */
export const isHoldover = ({ endDate, termKind, movedOutOn, isVoid }: Dates, today: string): boolean =>
  !isVoid && movedOutOn === null && termKind === 'fixed' && endDate !== null && endDate < today

/** The nights that a tenancy has claimed; null: none. */
export const heldNights = ({
  claimedUnitId: unitId,
  claimedFrom: from,
  claimedUntil: until,
}: Pick<TenancyRow, 'claimedUnitId' | 'claimedFrom' | 'claimedUntil'>): Nights | null =>
  unitId === null || from === null ? null : { unitId, from, until }

/** Whether all nights of `inner` are among those of `outer`. */
export const covers = (outer: Nights | null, inner: Nights): boolean =>
  outer !== null &&
  outer.unitId === inner.unitId &&
  outer.from <= inner.from &&
  (outer.until === null || (inner.until !== null && inner.until <= outer.until))

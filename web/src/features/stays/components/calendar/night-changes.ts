import { weekdays } from '~/lib/nights.ts'

/** What the panel holds: every field starts at "leave it as it is". */
export interface NightValues {
  availability: '' | 'block' | 'free'
  blockReason: string
  price: '' | 'set' | 'rules'
  pricePerNight: string
  minimumStay: '' | 'set' | 'rules'
  minimumStayNights: string
  arrival: '' | 'closed' | 'open'
  departure: '' | 'closed' | 'open'
  weekdays: readonly number[]
  notes: string
}

export const unchangedNights: NightValues = {
  availability: '',
  blockReason: '',
  price: '',
  pricePerNight: '',
  minimumStay: '',
  minimumStayNights: '',
  arrival: '',
  departure: '',
  weekdays: weekdays.map(({ value }) => value),
  notes: '',
}

export const isUnchanged = ({ availability, price, minimumStay, arrival, departure, notes }: NightValues): boolean =>
  [availability, price, minimumStay, arrival, departure, notes.trim()].every((value) => value === '')

/** The first thing that keeps the panel from being saved, or null. */
export function faultOf(values: NightValues): string | null {
  if (isUnchanged(values)) return 'Choose what to change.'
  if (values.weekdays.length === 0) return 'Choose at least one weekday.'
  if (values.price === 'set' && !(Number(values.pricePerNight) > 0)) return 'Enter a price above 0.'
  const nights = Number(values.minimumStayNights)
  if (values.minimumStay === 'set' && !(Number.isInteger(nights) && nights >= 1 && nights <= 365))
    return 'Enter a minimum stay from 1 to 365 nights.'
  return null
}

/** The fields that the panel changes, as the API takes them: null returns a night to what the rules say. */
export function nightChanges(values: NightValues) {
  const closed = (choice: '' | 'closed' | 'open') => (choice === '' ? undefined : choice === 'closed' ? true : null)
  const changes = {
    isBlocked: values.availability === '' ? undefined : values.availability === 'block',
    blockReason: values.availability === 'block' && values.blockReason.trim() ? values.blockReason.trim() : undefined,
    pricePerNight: values.price === '' ? undefined : values.price === 'set' ? Number(values.pricePerNight) : null,
    minimumStay:
      values.minimumStay === '' ? undefined : values.minimumStay === 'set' ? Number(values.minimumStayNights) : null,
    closedToArrival: closed(values.arrival),
    closedToDeparture: closed(values.departure),
    notes: values.notes.trim() || undefined,
    weekdays: values.weekdays.length === weekdays.length ? undefined : values.weekdays.toSorted((a, b) => a - b),
  }
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
}

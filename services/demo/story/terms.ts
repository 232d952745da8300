import { addDays, addMonths, dateIn } from '@keyhold/kit/lib/dates'
import type { Calendar } from './calendar.ts'
import { type PropertyKey, units } from './homes.ts'
import type { DemoTenancy } from './tenancies.ts'

/** A day of a month of the tenancy; 1 is the first. */
export function dayOf(tenancy: DemoTenancy, month: number, day: number, calendar: Calendar): string {
  const first = calendar.day(month, 1)
  if (!tenancy.isDueToday) return calendar.day(month, day)
  const [year, monthOfYear] = first.split('-').map(Number) as [number, number]
  return addDays(dateIn(year, monthOfYear, dueDayOf(tenancy, calendar)), day - 1)
}

export const startOf = (tenancy: DemoTenancy, calendar: Calendar): string =>
  dayOf(tenancy, tenancy.startMonth, tenancy.startDay ?? 1, calendar)

export const endOf = (tenancy: DemoTenancy, calendar: Calendar): string =>
  addDays(addMonths(startOf(tenancy, calendar), tenancy.termMonths), -1)

export const dueDayOf = ({ isDueToday }: DemoTenancy, { today }: Calendar): number =>
  isDueToday ? Number(today.slice(8)) : 1

export const propertyOf = ({ home }: DemoTenancy): PropertyKey =>
  home === 'house' || home === 'loft' ? home : units[home].property

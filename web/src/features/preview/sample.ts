import { today } from '~/lib/format.ts'

/** The first day of the month `months` away from the day given, `YYYY-MM-01`. */
const firstOf = (day: string, months: number): string => {
  const [year = 0, month = 1] = day.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 10)
}

/** The tenant of the preview. Sample data, with dates around today, so that the tenancy is current. */
export function sampleTenancy(now = today()) {
  const rent = 1850
  return {
    firstName: 'Sam',
    lastName: 'Sample',
    rent,
    home: {
      name: 'Sunset Apartments, Unit 3B',
      address: '123 Sample Street, Springfield, IL 62701',
      type: 'Apartment',
      rooms: '2 bed, 1 bath',
    },
    leaseEnd: `${Number(now.slice(0, 4)) + 1}-12-31`,
    nextDue: firstOf(now, 1),
    payments: [
      { month: firstOf(now, 0), paidOn: firstOf(now, 0), amount: rent },
      { month: firstOf(now, -1), paidOn: firstOf(now, -1), amount: rent },
    ],
  }
}

import { monthOf } from '~/lib/dates.ts'
import { today } from '~/lib/format.ts'

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
    nextDue: monthOf(now, 1).from,
    payments: [
      { month: monthOf(now).from, paidOn: monthOf(now).from, amount: rent },
      { month: monthOf(now, -1).from, paidOn: monthOf(now, -1).from, amount: rent },
    ],
  }
}

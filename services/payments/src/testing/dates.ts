import { dateIn } from '@keyhold/kit/lib/dates'
import * as fc from 'fast-check'

/** Any day from 1901 to 2190, with month ends and leap days over-represented. */
export const dates = fc
  .record({
    year: fc.integer({ min: 1901, max: 2190 }),
    month: fc.integer({ min: 1, max: 12 }),
    day: fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constantFrom(28, 29, 30, 31)),
  })
  .map(({ year, month, day }) => dateIn(year, month, day))

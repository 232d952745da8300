// Money is counted in whole cents, where sums are exact. On the wire and in `numeric` columns it is dollars with two decimals.

/** Dollars as whole cents. */
export const toCents = (dollars: number): number => Math.round(dollars * 100)

/** Whole cents as dollars. */
export const toDollars = (cents: number): number => cents / 100

const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** Whole cents as a person reads them: $1,250.00 */
export const moneyText = (cents: number): string => format.format(toDollars(cents))

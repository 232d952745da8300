const shown = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
/** Feb 1, 2026 */
export const inWords = (date: string): string => shown.format(new Date(date))

const currency = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const wholeCurrency = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: 0 })
/** $1,250 or $1,250.50 */
export const dollars = (amount: number): string => (Number.isInteger(amount) ? wholeCurrency : currency).format(amount)

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

const inUtc = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10)

/** The first and the last day of the month of a date, or of the month `months` later, as `YYYY-MM-DD`. */
export function monthOf(date: string, months = 0): { from: string; to: string } {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return { from: inUtc(year, month - 1 + months, 1), to: inUtc(year, month + months, 0) }
}

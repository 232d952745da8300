const dayIn = (year: number, month: number, day: number): string =>
  new Date(Math.min(Date.UTC(year, month, day), Date.UTC(year, month + 1, 0))).toISOString().slice(0, 10)

/** The first due date after `today`: on that day of a month, or on the last day of a shorter one. */
export function nextDueDate(dueDay: number, today: string): string {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const inThisMonth = dayIn(year, month - 1, dueDay)
  return inThisMonth > today ? inThisMonth : dayIn(year, month, dueDay)
}

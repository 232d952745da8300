const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** "2:00 PM" of `14:00`. Written here, since the formatter's narrow space makes a text message cost twice as much. */
const clockWords = (time: string): string => {
  const [hours, minutes] = [Number(time.slice(0, 2)), time.slice(3, 5)]
  return `${hours % 12 || 12}:${minutes} ${hours < 12 ? 'AM' : 'PM'}`
}

/** A plain date, with the hours `HH:MM` of a visit where there are any: "Mar 20, 2026, 9:00 AM to 11:00 AM". */
export function visitWords(date: string, from: string | null = null, to: string | null = null): string {
  const shown = day.format(new Date(date))
  return from === null || to === null ? shown : `${shown}, ${clockWords(from)} to ${clockWords(to)}`
}

interface Window {
  windowFrom: string | null
  windowUntil: string | null
  timeZone: string
}

/** The moments are shown as the clocks at the home say them. */
const at = (moment: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
  }).format(new Date(moment))

/** Between which moments the home is empty, in words. */
export function windowText({ windowFrom, windowUntil, timeZone }: Window): string {
  if (windowFrom && windowUntil) return `Empty from ${at(windowFrom, timeZone)} to ${at(windowUntil, timeZone)}`
  if (windowFrom) return `Empty from ${at(windowFrom, timeZone)}, nobody is booked after`
  if (windowUntil) return `Next guests ${at(windowUntil, timeZone)}`
  return 'Nobody is booked before or after'
}

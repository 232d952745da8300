/** What a tenancy's terms are called, in forms, on its page and in its history. A fixed term without an end is open-ended. */
export const termOptions = [
  { value: 'fixed', label: 'Fixed term' },
  { value: 'rollover', label: 'Fixed, then month to month' },
  { value: 'at_will', label: 'Month to month' },
]
export const planOptions = [
  { value: 'twelve', label: 'First 12 months scheduled, then monthly' },
  { value: 'billing', label: 'Monthly until the lease ends' },
]

/** The choices, where the one for a fixed term follows from whether it has an end. */
export const termOptionsFor = (hasEnd: boolean) =>
  hasEnd ? termOptions : termOptions.map((one) => (one.value === 'fixed' ? { ...one, label: 'Open-ended' } : one))

export const termLabel = (kind: string, hasEnd: boolean): string =>
  termOptionsFor(hasEnd).find(({ value }) => value === kind)?.label ?? ''

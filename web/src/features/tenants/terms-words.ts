/** What a tenancy's terms are called, in forms and in its history. */
export const termOptions = [
  { value: 'fixed', label: 'Fixed: ends at the end date' },
  { value: 'rollover', label: 'Fixed, then month to month' },
  { value: 'at_will', label: 'Month to month' },
]
export const planOptions = [
  { value: 'twelve', label: 'Twelve rents, set up at once' },
  { value: 'billing', label: 'Every month until it ends' },
]

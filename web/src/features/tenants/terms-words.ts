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
export const prorations = [
  { value: 'none', label: 'In full' },
  { value: 'actual', label: "By the month's own days" },
  { value: 'thirty', label: 'By 30 days a month' },
  { value: 'annual365', label: 'By 365 days a year' },
]

/** How part of a month is charged. */
export const prorationOptions = [
  { value: 'none', label: 'In full' },
  { value: 'actual', label: "By the month's own days" },
  { value: 'thirty', label: 'By 30 days a month' },
  { value: 'annual365', label: 'By 365 days a year' },
]

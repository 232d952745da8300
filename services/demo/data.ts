import { fullName } from '@keyhold/kit/lib/names'
// What the demo shows. seed-portfolio.ts creates it through the API; change names, rents and repairs here.

export const landlord = {
  email: 'maya@demo.keyhold.test',
  firstName: 'Maya',
  lastName: 'Okafor',
  phone: '+1 555 010 0199',
}

const portland = { city: 'Portland', state: 'OR', zipCode: '97214' }

export const properties = {
  loft: {
    ...portland,
    name: 'Alder Loft',
    address: '1420 SE Alder St, Unit 3',
    propertyType: 'apartment',
    monthlyRent: 1850,
    bedrooms: 1,
    bathrooms: 1,
    squareFeet: 720,
    securityDeposit: 1850,
    description: 'Top-floor loft with north light, a short walk from the river.',
  },
  duplex: {
    ...portland,
    name: 'Hawthorne Duplex',
    address: '3311 SE Hawthorne Blvd',
    propertyType: 'duplex',
    monthlyRent: 2400,
    bedrooms: 3,
    bathrooms: 1.5,
    squareFeet: 1340,
    securityDeposit: 2400,
  },
  studio: {
    ...portland,
    name: 'Garden Studio',
    address: '88 NE Fremont St, Rear',
    propertyType: 'studio',
    monthlyRent: 1190,
    bathrooms: 1,
    squareFeet: 410,
    description: 'Detached studio behind the main house, newly painted.',
  },
} as const

/** A second unit of the duplex. */
export const upperFloor = { name: 'Upper floor', bedrooms: 2, bathrooms: 1, squareFeet: 880, marketRent: 1650 }

/** Months of rent that are due when the demo is seeded, this month's included. */
export const monthsSinceMoveIn = 3

/** `rentsPaid`: how many of the rents, from the first on, were paid when due. */
export const tenants = {
  /** Has a portal login and has reported the last rent as paid. */
  jordan: {
    firstName: 'Jordan',
    lastName: 'Reyes',
    email: 'jordan@demo.keyhold.test',
    phone: '+1 555 010 0142',
    rent: 1850,
    rentsPaid: 3,
    depositPaid: true,
  },
  priya: { firstName: 'Priya', lastName: 'Shah', email: 'priya@demo.keyhold.test', rent: 2400, rentsPaid: 4 },
  /** Behind with the rent. */
  noor: {
    firstName: 'Noor',
    lastName: 'Haddad',
    email: 'noor@demo.keyhold.test',
    phone: '+1 555 010 0177',
    rent: 1650,
    rentsPaid: 1,
    depositPaid: true,
  },
} as const

/** Shares Priya's tenancy and ledger. */
export const coTenant = { firstName: 'Tomas', lastName: 'Shah', email: 'tomas@demo.keyhold.test' }

export const lateFeePolicy = {
  scope: 'account',
  graceDays: 4,
  kind: 'flat',
  amount: 75,
  minimumBalance: 50,
} as const

export const plumber = {
  name: 'Rose City Plumbing',
  phone: '+1 555 010 0188',
  email: 'desk@rosecity.keyhold.test',
  trades: ['plumbing', 'hvac'],
} as const

export const repairs = {
  reportedByTenant: {
    title: 'Kitchen tap drips',
    description: 'The tap drips all night, even when it is turned off hard.',
    category: 'plumbing',
    priority: 'medium',
  },
  open: {
    title: 'Clear the gutters',
    description: 'Yearly, before the rains.',
    category: 'exterior',
    priority: 'low',
  },
  inProgress: {
    title: 'Water heater makes noise',
    description: 'Knocks when it heats up.',
    category: 'plumbing',
    priority: 'medium',
    estimatedCost: 240,
  },
  emergency: {
    title: 'No heat on the upper floor',
    description: 'The furnace does not start, and the nights are cold.',
    category: 'hvac',
    priority: 'emergency',
  },
} as const

export const leaseFileName = 'Alder Loft lease.pdf'

/** The lease that Jordan signed, as the landlord would have it on file. */
export function leaseLines(start: string, end: string): string[] {
  const { loft } = properties
  const { jordan } = tenants
  const landlordName = fullName(landlord)
  const tenantName = fullName(jordan)
  return [
    'Residential Lease Agreement',
    '',
    `This lease agreement is made between ${landlordName} (Landlord) and ${tenantName} (Tenant).`,
    '',
    `Landlord: ${landlordName}`,
    `Tenant: ${tenantName}`,
    `Premises: ${loft.address}, ${loft.city}, ${loft.state} ${loft.zipCode}`,
    '',
    `Lease start date: ${longDate(start)}`,
    `Lease end date: ${longDate(end)}`,
    '',
    `Monthly rent: ${dollars(jordan.rent)}, due on the 1st day of each month.`,
    `Security deposit: ${dollars(jordan.rent)}, held until the tenancy ends.`,
    `Late fee: ${dollars(lateFeePolicy.amount)} after a grace period of ${lateFeePolicy.graceDays} days.`,
    'Pets: one cat is allowed. Smoking is not.',
    '',
    'Signed by both parties.',
  ]
}

const longDate = (date: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
const dollars = (amount: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount)

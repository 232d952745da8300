// The streets are invented.

const portland = { city: 'Portland', state: 'OR' }

export const properties = {
  house: {
    ...portland,
    zipCode: '97211',
    name: 'Laurel House',
    address: '412 NE Fernhollow St',
    propertyType: 'house',
    monthlyRent: 2850,
    bedrooms: 3,
    bathrooms: 2,
    squareFeet: 1680,
    securityDeposit: 2850,
    description: 'Three bedrooms, a fenced garden and a workshop behind the house.',
    amenities: ['Garden', 'Washer and dryer', 'Driveway'],
  },
  duplex: {
    ...portland,
    zipCode: '97214',
    name: 'Tanager Duplex',
    address: '3311 SE Tanager Way',
    propertyType: 'duplex',
    monthlyRent: 2050,
    bedrooms: 3,
    bathrooms: 1.5,
    squareFeet: 1340,
    securityDeposit: 2050,
    description: 'Two homes with their own front doors and a shared back garden.',
    amenities: ['Shared garden', 'Bicycle shed'],
  },
  court: {
    city: 'Denver',
    state: 'CO',
    zipCode: '80205',
    name: 'Juniper Court',
    address: '2760 Juniper Bend Rd',
    propertyType: 'apartment',
    monthlyRent: 1250,
    bedrooms: 1,
    bathrooms: 1,
    squareFeet: 640,
    securityDeposit: 1250,
    description: 'Eight apartments on two floors around a courtyard.',
    amenities: ['Laundry room', 'Courtyard', 'Off-street parking'],
  },
  loft: {
    ...portland,
    zipCode: '97209',
    name: 'Alder Loft',
    address: '1420 NW Aldermill St, Unit 3',
    propertyType: 'condo',
    monthlyRent: 1850,
    bedrooms: 1,
    bathrooms: 1,
    squareFeet: 720,
    securityDeposit: 1850,
    description: 'Top-floor loft with north light, a short walk from the river.',
    amenities: ['Elevator', 'Dishwasher'],
  },
} as const

export type PropertyKey = keyof typeof properties

const apartment = (name: string, marketRent: number, bedrooms = 1) => ({
  property: 'court' as const,
  name,
  bedrooms,
  bathrooms: 1,
  squareFeet: bedrooms === 1 ? 640 : 820,
  marketRent,
})

/** The homes with a name of their own; the first of a property is the one that it begins with. */
export const units = {
  lower: { property: 'duplex', name: 'Lower', bedrooms: 3, bathrooms: 1.5, squareFeet: 1340, marketRent: 2150 },
  upper: { property: 'duplex', name: 'Upper', bedrooms: 2, bathrooms: 1, squareFeet: 880, marketRent: 1650 },
  a101: apartment('101', 1180),
  a102: apartment('102', 1240),
  a103: apartment('103', 1220),
  a104: apartment('104', 1290),
  a201: apartment('201', 1390, 2),
  a202: apartment('202', 1345, 2),
  a203: apartment('203', 1420, 2),
  a204: apartment('204', 1360, 2),
} as const

export type UnitKey = keyof typeof units
export type HomeKey = UnitKey | 'house' | 'loft'

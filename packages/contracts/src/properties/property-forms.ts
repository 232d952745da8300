import { changesOf, decimal, flag, line, money, optional, prose, whole } from '../scalars.ts'
import { z } from '../zod.ts'

export const propertyTypes = ['apartment', 'house', 'condo', 'townhouse', 'studio', 'duplex'] as const

export type PropertyType = (typeof propertyTypes)[number]

const rent = money(0.01, 'Monthly rent must be a valid positive number')

const blankAsAbsent = (value: unknown): unknown => (value === '' || value === null ? undefined : value)

const positiveWhole = (message: string) => whole(1, 1_000_000, message)

const bathrooms = decimal(0.5, 99.5, 'Bathrooms must be a valid positive number').refine(
  (n) => (n * 2) % 1 === 0,
  'Bathrooms must be a whole or half number',
)

export const PropertyForm = z.object({
  name: line(200, 'Property name is required'),
  address: line(300, 'Address is required'),
  city: line(120, 'City is required'),
  state: line(60, 'State is required'),
  zipCode: line(20, 'ZIP code is required'),
  propertyType: z.enum(propertyTypes, 'Property type is required'),
  bedrooms: optional(positiveWhole('Bedrooms must be a valid positive number')),
  bathrooms: optional(bathrooms),
  squareFeet: optional(positiveWhole('Square feet must be a valid positive number')),
  monthlyRent: z
    .unknown()
    .transform(blankAsAbsent)
    .refine((value): boolean => value !== undefined, 'Monthly rent is required')
    .pipe(rent),
  securityDeposit: optional(money(0, 'Security deposit must be a valid number')),
  description: optional(prose(5000)),
  amenities: z
    .array(line(100))
    .max(100)
    .nullish()
    .transform((list) => list ?? []),
  images: z
    .array(line(500))
    .max(50)
    .nullish()
    .transform((list) => list ?? []),
  isOccupied: flag.optional(),
  timeZone: optional(line(60).refine(isTimeZone, 'Unknown time zone')),
})

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** The body of a PUT. An empty monthly rent means no change. */
export const PropertyChanges = changesOf(PropertyForm).extend({
  monthlyRent: z.preprocess(blankAsAbsent, rent.optional()).optional(),
})

/** The dashboard's quick add: `type` is the `propertyType`, and the address is used as the name. */
export const QuickPropertyForm = z.object({
  address: PropertyForm.shape.address,
  type: PropertyForm.shape.propertyType.default('apartment'),
  monthlyRent: PropertyForm.shape.monthlyRent,
  bedrooms: positiveWhole('Bedrooms must be a valid positive number'),
  bathrooms,
  description: PropertyForm.shape.description,
})

const quick = QuickPropertyForm.transform(({ type, ...form }) => ({
  ...form,
  name: form.address,
  propertyType: type,
  city: null,
  state: null,
  zipCode: null,
  amenities: [],
  images: [],
}))

/** The body of `POST /api/properties`: the full form or the quick add, recognized by the field `type`. */
export const PropertyCreate = z
  .unknown()
  .transform((value, context) => {
    const isQuick = typeof value === 'object' && value !== null && 'type' in value && !('propertyType' in value)
    const parsed = isQuick ? quick.safeParse(value) : PropertyForm.safeParse(value)
    if (parsed.success) return parsed.data
    for (const issue of parsed.error.issues) context.issues.push({ ...issue, input: value } as never)
    return z.NEVER
  })
  .meta({
    description: 'The full form, or the quick add: address, type, monthlyRent, bedrooms, bathrooms, description',
    // zod drops the `examples` of a schema with a transform.
    example: {
      name: 'Alder Loft',
      address: '1420 SE Alder St',
      city: 'Portland',
      state: 'OR',
      zipCode: '97214',
      propertyType: 'apartment',
      monthlyRent: 1850,
    },
  })

import * as routes from './properties.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import {
  amount,
  changesOf,
  decimal,
  snapshotQuery,
  flag,
  id,
  instant,
  line,
  money,
  optional,
  pageQuery,
  prose,
  search,
  whole,
} from '../scalars.ts'
import { z } from '../zod.ts'

export const propertyTypes = ['apartment', 'house', 'condo', 'townhouse', 'studio', 'duplex'] as const

export type PropertyType = (typeof propertyTypes)[number]

export const Property = z
  .object({
    id,
    landlordId: id,
    name: z.string(),
    address: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    zipCode: z.string().nullable(),
    propertyType: z.enum(propertyTypes),
    bedrooms: z.int().nullable(),
    bathrooms: z.number().nullable(),
    squareFeet: z.int().nullable(),
    monthlyRent: amount,
    securityDeposit: amount.nullable(),
    description: z.string().nullable(),
    amenities: z.array(z.string()),
    images: z.array(z.string()),
    isOccupied: z.boolean(),
    /** Homes in it: one, until units are added. */
    unitCount: z.int(),
    /** Those of them that an active tenant lives in; the form's checkbox counts for the only one. */
    occupiedUnits: z.int(),
    /** IANA time zone in which the property's business dates are judged. */
    timeZone: z.string(),
    /** Put away: out of every list and count unless asked for, and out of the plan's limit. */
    archivedAt: instant.nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Property' })

export type Property = z.output<typeof Property>

const rent = money(0.01, 'Monthly rent must be a valid positive number')

const blankAsAbsent = (value: unknown): unknown => (value === '' || value === null ? undefined : value)

const positiveWhole = (message: string) => whole(1, 1_000_000, message)

const bathrooms = decimal(0.5, 99.5, 'Bathrooms must be a valid positive number').refine(
  (n) => (n * 2) % 1 === 0,
  'Bathrooms come in halves',
)

/** The full form, with the messages a person reads. */
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
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** The fields a PUT carries; a monthly rent left empty stays what it is. */
export const PropertyChanges = changesOf(PropertyForm).extend({
  monthlyRent: z.preprocess(blankAsAbsent, rent.optional()).optional(),
})

/** The dashboard's quick add: `type` is read as `propertyType`, the name defaults to the address, the rest may follow later. */
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

/** What `POST /api/properties` takes: the full form or the quick add, told apart by the field `type`. */
const PropertyCreate = z
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
    // zod drops `examples` of a schema that transforms.
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

export const PropertyListQuery = pageQuery.extend({
  q: search,
  propertyType: z.enum(propertyTypes).optional(),
  occupancy: z.enum(['occupied', 'vacant']).optional(),
  archived: z.enum(['exclude', 'only', 'include']).default('exclude'),
  sort: z.enum(['newest', 'name', 'rent', 'rent-desc']).default('newest'),
})

export const listProperties = endpoint(routes.listProperties, {
  query: PropertyListQuery,
  response: z.array(Property),
  paged: true,
  summary: "The landlord's properties",
})

export const getProperty = endpoint(routes.getProperty, {
  response: Property,
  summary: 'One property',
})

export const createProperty = endpoint(routes.createProperty, {
  status: 201,
  body: PropertyCreate,
  response: Property,
  summary: "Add a property, within the plan's limit",
})

export const updateProperty = endpoint(routes.updateProperty, {
  body: PropertyChanges,
  response: Property,
  summary: 'Change the given fields of a property',
})

export const deleteProperty = endpoint(routes.deleteProperty, {
  summary: 'Remove a property without active tenants; its history stays',
})

export const archiveProperty = endpoint(routes.archiveProperty, {
  response: Property,
  summary: 'Put a property without active tenants away',
})

export const restoreProperty = endpoint(routes.restoreProperty, {
  response: Property,
  summary: "Take a property back, within the plan's limit",
})

/** What a tenant may know of the home they rent. */
export const TenantProperty = Property.pick({
  id: true,
  name: true,
  address: true,
  city: true,
  state: true,
  zipCode: true,
  propertyType: true,
  bedrooms: true,
  bathrooms: true,
  squareFeet: true,
  images: true,
  timeZone: true,
})
  .extend({ rent: amount })
  .meta({ id: 'TenantProperty' })

export const tenantProperty = endpoint(routes.tenantProperty, {
  response: TenantProperty.nullable(),
  summary: "The tenant's own home; null while none is assigned",
})

export const PropertySnapshot = z.object({
  propertyId: id,
  landlordId: id,
  name: z.string(),
  address: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  timeZone: z.string(),
  monthlyRent: amount,
  isDeleted: z.boolean(),
  // Absent in facts told before these were added.
  propertyType: z.enum(propertyTypes).optional(),
  bedrooms: z.int().nullable().optional(),
  squareFeet: z.int().nullable().optional(),
  isArchived: z.boolean().optional(),
})

/** Answers deleted properties too: what refers to them keeps its history. */
export const getPropertySnapshot = endpoint(routes.getPropertySnapshot, {
  response: PropertySnapshot,
  summary: 'What other services keep of a property',
})

/** Deleted ones too, by id; `after` is the last id of the answer before. */
export const listPropertySnapshots = endpoint(routes.listPropertySnapshots, {
  query: snapshotQuery,
  response: z.array(PropertySnapshot),
  summary: 'What other services keep of all properties of a landlord',
})

export const PropertySummary = z.object({ total: z.int(), occupied: z.int(), newThisMonth: z.int() })

export const propertySummary = endpoint(routes.propertySummary, {
  response: PropertySummary,
  summary: 'Counts for the dashboard; the month is that of each property',
})

export const PropertyCreated = event({
  type: 'properties.property.created',
  version: 1,
  subject: 'propertyId',
  data: PropertySnapshot,
})

export const PropertyUpdated = event({
  type: 'properties.property.updated',
  version: 1,
  subject: 'propertyId',
  data: PropertySnapshot,
})

export const PropertyDeleted = event({
  type: 'properties.property.deleted',
  version: 1,
  subject: 'propertyId',
  data: PropertySnapshot,
})

import * as routes from './properties.routes.ts'
import { endpoint } from '../endpoint.ts'
import { amount, id, instant, pageQuery, search } from '../scalars.ts'
import { z } from '../zod.ts'
import { PropertyChanges, PropertyCreate, propertyTypes } from './property-forms.ts'

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
    /** One until units are added. */
    unitCount: z.int(),
    /** Units with an active tenant; with a single unit, also where the landlord marked the property as occupied. */
    occupiedUnits: z.int(),
    /** IANA time zone of the property's business dates. */
    timeZone: z.string(),
    /** Archived: left out of lists and counts unless asked for, and not counted towards the plan's limit. */
    archivedAt: instant.nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Property' })

export type Property = z.output<typeof Property>

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
  summary: 'Delete a property without active tenants; its history is kept',
})

export const archiveProperty = endpoint(routes.archiveProperty, {
  response: Property,
  summary: 'Archive a property without active tenants',
})

export const restoreProperty = endpoint(routes.restoreProperty, {
  response: Property,
  summary: "Restore an archived property, within the plan's limit",
})

/** A property as its tenants see it. */
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
  summary: "The tenant's own property; null while none is assigned",
})

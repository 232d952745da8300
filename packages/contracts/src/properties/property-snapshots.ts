import * as routes from './property-snapshots.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { amount, id, snapshotQuery } from '../scalars.ts'
import { z } from '../zod.ts'
import { propertyTypes } from './property-forms.ts'

/** A property as other services know it. */
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
  // Absent in events from before these were added.
  propertyType: z.enum(propertyTypes).optional(),
  bedrooms: z.int().nullable().optional(),
  squareFeet: z.int().nullable().optional(),
  isArchived: z.boolean().optional(),
})

/** Answers deleted properties too, since other services' history refers to them. */
export const getPropertySnapshot = endpoint(routes.getPropertySnapshot, {
  response: PropertySnapshot,
  summary: 'The snapshot of a property for other services',
})

/** Deleted properties too, by id. */
export const listPropertySnapshots = endpoint(routes.listPropertySnapshots, {
  query: snapshotQuery,
  response: z.array(PropertySnapshot),
  summary: 'The snapshots of all properties of a landlord for other services',
})

export const PropertySummary = z.object({
  total: z.int(),
  units: z.int(),
  occupiedUnits: z.int(),
  newThisMonth: z.int(),
})

export const propertySummary = endpoint(routes.propertySummary, {
  response: PropertySummary,
  summary: "Counts for the dashboard; the month is the current one in each property's time zone",
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

import * as routes from './units.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { amount, changesOf, decimal, id, instant, line, money, optional, whole } from '../scalars.ts'
import { z } from '../zod.ts'

/** The name of a property's first unit until it is renamed. */
export const firstUnitName = 'Unit 1'

export const maxUnits = 500

/** A unit of a property. Every property begins with one, which has the property's id and is not shown until a second is added. */
export const Unit = z
  .object({
    id,
    landlordId: id,
    propertyId: id,
    name: z.string(),
    bedrooms: z.int().nullable(),
    bathrooms: z.number().nullable(),
    squareFeet: z.int().nullable(),
    /** Asking rent per month; what a tenancy pays is in the tenancy. */
    marketRent: amount.nullable(),
    /** The unit that the property began with. */
    isFirst: z.boolean(),
    /** An active tenant lives in it. */
    isOccupied: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'Unit' })

export type Unit = z.output<typeof Unit>

export const UnitForm = z.object({
  name: line(100, 'Unit name is required'),
  bedrooms: optional(whole(0, 1000, 'Bedrooms must be a valid number')),
  bathrooms: optional(
    decimal(0, 99.5, 'Bathrooms must be a valid number').refine(
      (n) => (n * 2) % 1 === 0,
      'Bathrooms must be a whole or half number',
    ),
  ),
  squareFeet: optional(whole(1, 1_000_000, 'Square feet must be a valid positive number')),
  marketRent: optional(money(0.01, 'Market rent must be a valid positive number')),
})

export const listUnits = endpoint(routes.listUnits, {
  response: z.array(Unit),
  summary: `All units of a property by name, at most ${maxUnits}`,
})

export const createUnit = endpoint(routes.createUnit, {
  status: 201,
  body: UnitForm,
  response: Unit,
  summary: 'Add a unit; its name must be unique within the property',
})

export const updateUnit = endpoint(routes.updateUnit, {
  body: changesOf(UnitForm),
  response: Unit,
  summary: 'Change the given fields of a unit',
})

/** 409 for the first unit and while an active tenant lives in it. */
export const deleteUnit = endpoint(routes.deleteUnit, {
  summary: 'Remove a unit; its history is kept',
})

export const UnitSnapshot = z.object({
  unitId: id,
  landlordId: id,
  propertyId: id,
  name: z.string(),
  marketRent: amount.nullable(),
  isDeleted: z.boolean(),
})

/** First units are included from their first change on; until then they follow from `PropertyCreated`. */
export const getUnitSnapshot = endpoint(routes.getUnitSnapshot, {
  response: UnitSnapshot,
  summary: 'The snapshot of a unit for other services',
})

export const UnitChanged = event({ type: 'properties.unit.changed', version: 1, subject: 'unitId', data: UnitSnapshot })

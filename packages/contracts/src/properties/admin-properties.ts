import * as routes from './admin-properties.routes.ts'
import { endpoint } from '../endpoint.ts'
import { id, pageQuery, search } from '../scalars.ts'
import { z } from '../zod.ts'
import { Property } from './properties.ts'
import { PropertyChanges } from './property-forms.ts'

export const AdminProperty = Property.extend({ landlordName: z.string(), landlordEmail: z.string() }).meta({
  id: 'AdminProperty',
})

export type AdminProperty = z.output<typeof AdminProperty>

export const listAllProperties = endpoint(routes.listAllProperties, {
  query: pageQuery.extend({ q: search, landlordId: id.optional() }),
  response: z.array(AdminProperty),
  paged: true,
  summary: 'Properties of all landlords; `q` searches name, address and landlord',
})

export const updateAnyProperty = endpoint(routes.updateAnyProperty, {
  body: PropertyChanges.safeExtend({ landlordId: id.optional() }),
  response: AdminProperty,
  summary:
    "Change a landlord's property; `landlordId`, if given, must be the owner's, since properties never change landlords",
})

import { PropertyCreated, PropertyDeleted, PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { projectEvents } from '@keyhold/kit/messaging/projection'
import { properties } from '../projections/directory.ts'

export const propertyEvents = projectEvents(properties, [PropertyCreated, PropertyUpdated, PropertyDeleted])

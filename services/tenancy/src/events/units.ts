import { UnitChanged } from '@keyhold/contracts/properties/units'
import { projectEvents } from '@keyhold/kit/messaging/projection'
import { units } from '../projections/units.ts'

export const unitEvents = () => projectEvents(units, [UnitChanged])

import { type LandlordActor } from '@keyhold/kit/runtime/actor'
import { refuseField } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { checkProperty } from '../../projections/properties.ts'
import { findUnit } from '../../projections/units.ts'

/** Where a tenant lives. */
export interface Home {
  propertyId: string | null
  unitId: string | null
}

/** The home in a form; undefined: not in the form. */
export type RequestedHome = { [K in keyof Home]?: Home[K] | undefined }

/**
 * Checks that property and unit are the landlord's, belong together and are available; `current`, the record's present home, is not checked.
 * May call another service: never inside a transaction. @throws Refusal 400
 */
export async function checkHome(
  requested: RequestedHome,
  actor: LandlordActor,
  tools: Pick<Tools, 'db' | 'call' | 'clock'>,
  current: Home = { propertyId: null, unitId: null },
): Promise<void> {
  await checkProperty(requested.propertyId, actor, tools, current.propertyId)
  const { propertyId, unitId } = homeAfter(requested, current)
  const needsNoCheck = propertyId === null || unitId === propertyId || unitId === current.unitId
  if (needsNoCheck || unitId === null) return
  const unit = await findUnit(actor, unitId, tools)
  if (unit?.propertyId !== propertyId || unit.isDeleted) refuseUnit('Choose one of the units of this property')
}

/** The home after a form is applied. Another property without a unit means its first unit. */
export function homeAfter({ propertyId, unitId }: RequestedHome, current: Home): Home {
  const wantedId = propertyId === undefined ? current.propertyId : propertyId
  if (wantedId === null) {
    if (unitId) refuseUnit('Choose the property of this unit first')
    return { propertyId: null, unitId: null }
  }
  // A form without a unit leaves it unchanged.
  return { propertyId: wantedId, unitId: unitId ?? (wantedId === current.propertyId ? current.unitId : wantedId) }
}

const refuseUnit = (message: string) => refuseField('unitId', message)

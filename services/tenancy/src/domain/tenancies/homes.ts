import type { PropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import { type UnitSnapshot, getUnitSnapshot } from '@keyhold/contracts/properties/units'
import type { z } from '@keyhold/contracts/zod'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { Refusal, refuseField } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { unit } from '../../schema/projections.ts'
import { checkProperty, storeProperty } from '../../projections/properties.ts'

/** Where a tenant lives. */
export interface Home {
  propertyId: string | null
  unitId: string | null
}

/** The home in a form; undefined: not in the form. */
export type RequestedHome = { [K in keyof Home]?: Home[K] | undefined }

/** The owner's answers, to be stored with `storeHome` in the following transaction. */
export interface HomeSnapshots {
  property: z.output<typeof PropertySnapshot> | null
  unit: z.output<typeof UnitSnapshot> | null
}

/**
 * Checks that property and unit are the landlord's, belong together and are available. Where a projection has no row, the owner is asked.
 * `current`: the record's present home, which is not checked. @throws Refusal 400
 */
export async function checkHome(
  requested: RequestedHome,
  actor: LandlordActor,
  tools: Pick<Tools, 'db' | 'call'>,
  current: Home = { propertyId: null, unitId: null },
): Promise<HomeSnapshots> {
  const property = await checkProperty(requested.propertyId, actor, tools, current.propertyId)
  const { propertyId, unitId } = homeAfter(requested, current)
  const needsNoCheck = propertyId === null || unitId === propertyId || unitId === current.unitId
  return {
    property,
    unit: needsNoCheck || unitId === null ? null : await checkUnit({ propertyId, unitId }, actor, tools),
  }
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

async function checkUnit(
  { propertyId, unitId }: { propertyId: string; unitId: string },
  actor: LandlordActor,
  { db, call }: Pick<Tools, 'db' | 'call'>,
): Promise<HomeSnapshots['unit']> {
  const { landlordId } = actor
  const [stored] = await db.read(
    actor,
    (sql) =>
      sql<
        { propertyId: string; isDeleted: boolean }[]
      >`select property_id, is_deleted from unit where landlord_id = ${landlordId} and unit_id = ${unitId}`,
  )
  const belongs = (one: { propertyId: string; isDeleted: boolean }) => one.propertyId === propertyId && !one.isDeleted
  if (stored) return belongs(stored) ? null : notOfProperty()
  const answer = await call(getUnitSnapshot, serviceActor('tenancy', landlordId), { params: { id: unitId } }).catch(
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'not-found') return notOfProperty()
      throw error
    },
  )
  return answer.landlordId === landlordId && belongs(answer) ? answer : notOfProperty()
}

const notOfProperty = () => refuseUnit('Choose one of the units of this property')

const refuseUnit = (message: string) => refuseField('unitId', message)

/** Stores the owner's answers, unless events have created the rows meanwhile. */
export async function storeHome(tx: Tx, found: HomeSnapshots): Promise<void> {
  await storeProperty(tx, found.property)
  if (!found.unit) return
  const { landlordId, unitId, propertyId, name, isDeleted } = found.unit
  await tx.insert(unit).values({ landlordId, unitId, propertyId, name, isDeleted }).onConflictDoNothing()
}

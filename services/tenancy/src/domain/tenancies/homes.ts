import type { PropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import { type UnitSnapshot, getUnitSnapshot } from '@keyhold/contracts/properties/units'
import type { z } from '@keyhold/contracts/zod'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import { unit } from '../../schema/projections.ts'
import { checkProperty, storeProperty } from '../../projections/properties.ts'

/** Where somebody lives, as a record has it. */
export interface Home {
  propertyId: string | null
  unitId: string | null
}

/** … and as a form names it: what it leaves out is undefined. */
export type RequestedHome = { [K in keyof Home]?: Home[K] | undefined }

/** What the owner of a place answered, to be kept by `keepFound` in the transaction that follows. */
export interface HomeSnapshots {
  property: z.output<typeof PropertySnapshot> | null
  unit: z.output<typeof UnitSnapshot> | null
}

/**
 * Sees to it that property and unit are the landlord's, belong together and are still there. Their owner is asked where no event has told
 * us yet; the place referred to already (`current`) may be gone. @throws Refusal 400
 */
export async function checkHome(
  asked: RequestedHome,
  actor: LandlordActor,
  tools: Pick<Tools, 'db' | 'call'>,
  current: Home = { propertyId: null, unitId: null },
): Promise<HomeSnapshots> {
  const property = await checkProperty(asked.propertyId, actor, tools, current.propertyId)
  const { propertyId, unitId } = homeAfter(asked, current)
  const isSettled = propertyId === null || unitId === propertyId || unitId === current.unitId
  return { property, unit: isSettled || unitId === null ? null : await checkUnit({ propertyId, unitId }, actor, tools) }
}

/** Where somebody lives once a form has been followed: in the first unit of another property, unless it names one of its units. */
export function homeAfter({ propertyId, unitId }: RequestedHome, current: Home): Home {
  const home = propertyId === undefined ? current.propertyId : propertyId
  if (home === null) {
    if (unitId) refuseUnit('Choose the property of this unit first')
    return { propertyId: null, unitId: null }
  }
  // A form without a choice of units says nothing of them.
  return { propertyId: home, unitId: unitId ?? (home === current.propertyId ? current.unitId : home) }
}

async function checkUnit(
  { propertyId, unitId }: { propertyId: string; unitId: string },
  actor: LandlordActor,
  { db, call }: Pick<Tools, 'db' | 'call'>,
): Promise<HomeSnapshots['unit']> {
  const { landlordId } = actor
  const [known] = await db.read(
    actor,
    (sql) =>
      sql<
        { propertyId: string; isDeleted: boolean }[]
      >`select property_id, is_deleted from unit where landlord_id = ${landlordId} and unit_id = ${unitId}`,
  )
  const belongs = (one: { propertyId: string; isDeleted: boolean }) => one.propertyId === propertyId && !one.isDeleted
  if (known) return belongs(known) ? null : notOfProperty()
  const asked = await call(getUnitSnapshot, serviceActor('tenancy', landlordId), { params: { id: unitId } }).catch(
    (error: unknown) => {
      if (error instanceof Refusal && error.code === 'not-found') return notOfProperty()
      throw error
    },
  )
  return asked.landlordId === landlordId && belongs(asked) ? asked : notOfProperty()
}

const notOfProperty = () => refuseUnit('Choose one of the units of this property')

function refuseUnit(message: string): never {
  throw new Refusal('invalid-input', `${message}.`, { issues: [{ path: 'unitId', message }] })
}

/** Keeps what the owner answered; an event may have been quicker, and knows no less. */
export async function storeHome(tx: Tx, found: HomeSnapshots): Promise<void> {
  await storeProperty(tx, found.property)
  if (!found.unit) return
  const { landlordId, unitId, propertyId, name, isDeleted } = found.unit
  await tx.insert(unit).values({ landlordId, unitId, propertyId, name, isDeleted }).onConflictDoNothing()
}

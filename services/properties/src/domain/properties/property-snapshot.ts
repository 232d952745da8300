import { PropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { getTableColumns } from 'drizzle-orm'
import { property, type PropertyRow } from '../../schema/properties.ts'

type Snapshot = z.output<typeof PropertySnapshot>
const own = ['id', 'archivedAt', 'deletedAt'] as const
type SnapshotRow = Pick<PropertyRow, (typeof own)[number] | Extract<keyof PropertyRow, keyof Snapshot>>

/** Names of the columns that a snapshot needs: those of its own fields, and three that others are derived from. */
export const snapshotColumns: string[] = Object.entries(getTableColumns(property))
  .filter(([field]) => field in PropertySnapshot.shape || (own as readonly string[]).includes(field))
  .map(([, column]) => column.name)

/** A property as other services know it: the fields of the contract, copied from the row of the same name. */
export const propertySnapshotOf = (row: SnapshotRow): Snapshot =>
  PropertySnapshot.parse({
    ...row,
    propertyId: row.id,
    isDeleted: row.deletedAt !== null,
    isArchived: row.archivedAt !== null,
  } satisfies Snapshot)

import type { PropertySnapshot } from '@keyhold/contracts/properties/properties'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { Tx } from '@keyhold/kit/database/database'
import { refuse } from '@keyhold/kit/http/problem'
import { and, count, eq, inArray } from 'drizzle-orm'
import { tenantImport, tenantImportRow } from '../../schema/imports.ts'
import { property } from '../../schema/projections.ts'
import { tenant } from '../../schema/tenants.ts'
import { type CheckedRow, withIssue } from './import-check.ts'
import type { ImportRow } from './imports.ts'

/** Files that were checked and not started: a landlord may have so many lying there. */
const waitingAtMost = 20
const part = 500

interface Checked {
  fileName: string
  rows: CheckedRow[]
  unknown: string[]
  facts: Map<string, z.output<typeof PropertySnapshot>>
}

/** Keeps a file that was checked. Who is an active tenant already is told here, as of this moment. */
export async function keepImport(
  tx: Tx,
  { landlordId, userId }: LandlordActor,
  { fileName, rows, unknown, facts }: Checked,
  now: Date,
): Promise<ImportRow> {
  const [waiting] = await tx
    .select({ files: count() })
    .from(tenantImport)
    .where(and(eq(tenantImport.landlordId, landlordId), eq(tenantImport.status, 'checked')))
  if (waiting && waiting.files >= waitingAtMost)
    refuse(
      'conflict',
      `There are ${waiting.files} files that were checked and not imported. Delete some of them first.`,
    )
  const at = now.toISOString()
  const [kept] = await tx
    .insert(tenantImport)
    .values({
      landlordId,
      fileName,
      status: 'checked',
      total: rows.length,
      unknownColumns: unknown,
      userId,
      createdAt: at,
      updatedAt: at,
    })
    .returning()
  // An event may have been quicker, and knows no less.
  const used = [...new Set(rows.flatMap(({ form }) => form?.propertyId ?? []))].flatMap(
    (propertyId) => facts.get(propertyId) ?? [],
  )
  for (let from = 0; from < used.length; from += part)
    await tx
      .insert(property)
      .values(
        used
          .slice(from, from + part)
          .map(({ propertyId, name, timeZone, isDeleted }) => ({ landlordId, propertyId, name, timeZone, isDeleted })),
      )
      .onConflictDoNothing()
  for (let from = 0; from < rows.length; from += part) {
    const some = await withoutActive(tx, landlordId, rows.slice(from, from + part))
    await tx.insert(tenantImportRow).values(
      some.map((row) => ({
        ...row,
        landlordId,
        importId: kept!.id,
        status: row.form ? ('valid' as const) : ('invalid' as const),
      })),
    )
  }
  return kept!
}

async function withoutActive(tx: Tx, landlordId: string, rows: CheckedRow[]): Promise<CheckedRow[]> {
  const emails = rows.flatMap(({ form }) => form?.email ?? [])
  if (emails.length === 0) return rows
  const active = await tx
    .select({ email: tenant.email })
    .from(tenant)
    .where(and(eq(tenant.landlordId, landlordId), eq(tenant.isActive, true), inArray(tenant.email, emails)))
  const taken = new Set(active.map(({ email }) => email))
  return rows.map((row) => (row.form && taken.has(row.form.email) ? withIssue(row, emailTaken) : row))
}

const emailTaken = { path: 'email', message: 'You already have an active tenant with this e-mail address' }

import {
  type ImportAnswers,
  type ImportQuestions,
  importRowStatuses,
  importStatuses,
} from '@keyhold/contracts/tenancy/imports'
import type { z } from '@keyhold/contracts/zod'
import { createdAt, id, landlordId, updatedAt, uuidRef } from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { index, integer, jsonb, primaryKey, text } from 'drizzle-orm/pg-core'
import { schema } from './schema.ts'

/** A CSV file of tenants: checked on upload, imported row by row once it is started. */
export const tenantImport = schema.table(
  'tenant_import',
  {
    id: id(),
    landlordId: landlordId(),
    fileName: text('file_name').notNull(),
    status: text('status', { enum: importStatuses }).notNull(),
    total: integer('total').notNull(),
    unknownColumns: jsonb('unknown_columns').$type<string[]>().notNull(),
    /** Who uploaded the file; the tenants' history names them. */
    userId: uuidRef('user_id').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (t) => [index('tenant_import_newest').on(t.landlordId, t.createdAt, t.id)],
)

/** A line of the file. Row and tenant are written in one transaction, so that after a crash each row is either done or untouched. */
export const tenantImportRow = schema.table(
  'tenant_import_row',
  {
    landlordId: landlordId(),
    importId: uuidRef('import_id').notNull(),
    line: integer('line').notNull(),
    fields: jsonb('fields').$type<Record<string, string>>().notNull(),
    status: text('status', { enum: importRowStatuses }).notNull(),
    issues: jsonb('issues').$type<{ path: string; message: string }[]>().notNull(),
    /** The body of `POST /api/tenants` for this row; null where the row is invalid. */
    form: jsonb('form').$type<Record<string, unknown>>(),
    /** What the row leaves open, and the landlord's answers. */
    questions: jsonb('questions').$type<z.output<typeof ImportQuestions>>().notNull().default({}),
    answers: jsonb('answers').$type<z.output<typeof ImportAnswers>>().notNull().default({}),
    tenantId: uuidRef('made_tenant_id'),
  },
  (t) => [
    primaryKey({ columns: [t.landlordId, t.importId, t.line] }),
    index('tenant_import_row_by_status').on(t.landlordId, t.importId, t.status, t.line),
    index('tenant_import_row_by_tenant')
      .on(t.landlordId, t.tenantId)
      .where(sql`made_tenant_id is not null`),
  ],
)

export type ImportRow = typeof tenantImport.$inferSelect

import * as routes from './imports.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { id, instant, pageQuery, sentFile } from '../scalars.ts'
import { z } from '../zod.ts'

/** The columns of the file, in any order. Other spellings are recognized too ("First Name", "rent"). */
export const importColumns = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'property',
  'unit',
  'leaseStartDate',
  'leaseEndDate',
  'monthlyRent',
  'securityDeposit',
  'dateOfBirth',
  'emergencyContactName',
  'emergencyContactPhone',
  'employerName',
  'monthlyIncome',
] as const

export const maxImportRows = 20_000
export const maxImportBytes = 8 * 1024 * 1024

/** The number of checked files that a landlord can leave without starting them. */
export const maxCheckedImports = 20

/** `checked`: nothing has been imported yet. `undone`: rows that could not be undone are `kept`, with the reason. */
export const importStatuses = ['checked', 'running', 'done', 'undoing', 'undone'] as const

export const importRowStatuses = ['valid', 'invalid', 'imported', 'failed', 'undone', 'kept'] as const

export const TenantImport = z
  .object({
    id,
    landlordId: id,
    fileName: z.string(),
    status: z.enum(importStatuses),
    total: z.int(),
    /** The number of rows per status; rows still `valid` are waiting to be imported. */
    counts: z.record(z.enum(importRowStatuses), z.int()),
    /** Headings that match no column. */
    unknownColumns: z.array(z.string()),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'TenantImport' })

export type TenantImport = z.output<typeof TenantImport>

export const TenantImportRow = z
  .object({
    /** Line of the file; the headings are on the first. */
    line: z.int(),
    fields: z.record(z.string(), z.string()),
    status: z.enum(importRowStatuses),
    issues: z.array(z.object({ path: z.string(), message: z.string() })),
    tenantId: id.nullable(),
  })
  .meta({ id: 'TenantImportRow' })

export type TenantImportRow = z.output<typeof TenantImportRow>

export const createImport = endpoint(routes.createImport, {
  status: 201,
  encoding: 'multipart',
  maxBody: maxImportBytes,
  body: z.object({ file: sentFile('Choose a CSV file') }),
  response: TenantImport,
  summary: 'Check a CSV file of tenants row by row, without importing it',
})

export const listImports = endpoint(routes.listImports, {
  query: pageQuery,
  response: z.array(TenantImport),
  paged: true,
  summary: 'Imports, newest first',
})

export const getImport = endpoint(routes.getImport, {
  response: TenantImport,
  summary: 'One import with its progress',
})

export const listImportRows = endpoint(routes.listImportRows, {
  query: pageQuery.extend({ status: z.enum(importRowStatuses).optional() }),
  response: z.array(TenantImportRow),
  paged: true,
  summary: 'Rows of an import in file order',
})

export const startImport = endpoint(routes.startImport, {
  response: TenantImport,
  summary: 'Import the valid rows; idempotent',
})

/** Tenants who were changed, invited or paid since are kept, with the reason on their row. */
export const undoImport = endpoint(routes.undoImport, {
  response: TenantImport,
  summary: 'Undo an import: archive the tenants that it created',
})

export const deleteImport = endpoint(routes.deleteImport, {
  summary: 'Delete an import that was not started',
})

export const ImportProgressed = event({
  type: 'tenancy.import.progressed',
  version: 1,
  subject: 'importId',
  data: z.object({ importId: id, landlordId: id, status: z.enum(importStatuses) }),
})

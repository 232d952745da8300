import * as routes from './imports.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { id, instant, pageQuery, sentFile } from '../scalars.ts'
import { z } from '../zod.ts'

/** The columns of the file, in any order, by these names; other ways to write them are understood too ("First Name", "rent"). */
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

/** `checked`: nothing has been made yet. `undone`: what could be taken back is; rows that an undo left are `kept`, with the reason. */
export const importStatuses = ['checked', 'running', 'done', 'undoing', 'undone'] as const

export const importRowStatuses = ['valid', 'invalid', 'imported', 'failed', 'undone', 'kept'] as const

export const TenantImport = z
  .object({
    id,
    landlordId: id,
    fileName: z.string(),
    status: z.enum(importStatuses),
    total: z.int(),
    /** Rows in each state; progress is what is no more `valid`. */
    counts: z.record(z.enum(importRowStatuses), z.int()),
    /** Headings of the file that no column was found for. */
    unknownColumns: z.array(z.string()),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'TenantImport' })

export type TenantImport = z.output<typeof TenantImport>

export const TenantImportRow = z
  .object({
    /** Line of the file, the headings are the first. */
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
  maxBody: 8 * 1024 * 1024,
  body: z.object({ file: sentFile('Choose a CSV file') }),
  response: TenantImport,
  summary: 'Check a CSV file of tenants, row by row; nothing is made yet',
})

export const listImports = endpoint(routes.listImports, {
  query: pageQuery,
  response: z.array(TenantImport),
  paged: true,
  summary: 'Imports, the newest first',
})

export const getImport = endpoint(routes.getImport, {
  response: TenantImport,
  summary: 'One import and how far it is',
})

export const listImportRows = endpoint(routes.listImportRows, {
  query: pageQuery.extend({ status: z.enum(importRowStatuses).optional() }),
  response: z.array(TenantImportRow),
  paged: true,
  summary: 'Rows of an import in the order of the file',
})

export const startImport = endpoint(routes.startImport, {
  response: TenantImport,
  summary: 'Make tenants of the valid rows; sent again, it changes nothing',
})

/** Tenants that were changed, invited or paid since are kept, and told as such. */
export const undoImport = endpoint(routes.undoImport, {
  response: TenantImport,
  summary: 'Take back the tenants that an import made',
})

export const deleteImport = endpoint(routes.deleteImport, {
  summary: 'Forget an import that was not started',
})

export const ImportProgressed = event({
  type: 'tenancy.import.progressed',
  version: 1,
  subject: 'importId',
  data: z.object({ importId: id, landlordId: id, status: z.enum(importStatuses) }),
})

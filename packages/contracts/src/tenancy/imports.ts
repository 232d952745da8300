import * as routes from './imports.routes.ts'
import { endpoint } from '../endpoint.ts'
import { event } from '../event.ts'
import { calendarDate, id, instant, optional, pageQuery, sentFile, whole } from '../scalars.ts'
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
  'billFrom',
] as const

export const maxImportRows = 20_000
export const maxImportBytes = 8 * 1024 * 1024

/** The number of checked files that a landlord can leave without starting them. */
export const maxCheckedImports = 20

/** `checked`: nothing has been imported yet. `undone`: rows that could not be undone are `kept`, with the reason. */
export const importStatuses = ['checked', 'running', 'done', 'undoing', 'undone'] as const

/** `question`: not to be imported before the landlord has answered what the row leaves open. */
export const importRowStatuses = ['valid', 'question', 'invalid', 'imported', 'failed', 'undone', 'kept'] as const

export const TenantImport = z
  .object({
    id,
    landlordId: id,
    fileName: z.string(),
    status: z.enum(importStatuses),
    total: z.int(),
    /** The number of rows per status; rows still `valid` are waiting to be imported. */
    counts: z.record(z.enum(importRowStatuses), z.int()),
    /** The number of rows that wait for each answer. */
    questions: z.object({ home: z.int(), term: z.int() }),
    /** The number of rows that are not imported yet and have a rent since a day before today. */
    begun: z.int(),
    /** Headings that match no column. */
    unknownColumns: z.array(z.string()),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'TenantImport' })

export type TenantImport = z.output<typeof TenantImport>

/** Who lives in the home of a row: a tenancy, or an earlier line of the file with the same home. */
const Occupant = z
  .union([z.object({ tenancyId: id }), z.object({ line: z.int() })])
  .and(z.object({ names: z.string() }))

/** The most occupants that a row lists. */
export const maxOccupants = 20

export const ImportQuestions = z.object({
  /** The home is occupied: whether the tenant joins one of these, or has a tenancy of their own. */
  home: z.array(Occupant).optional(),
  /** A lease shorter than twelve months: whether billing ends with it, or goes on month to month. */
  term: z.literal(true).optional(),
})

export const termAnswers = ['ends', 'goes_on'] as const

export const ImportAnswers = z.object({
  home: z
    .union([z.object({ own: z.literal(true) }), z.object({ tenancyId: id }), z.object({ line: z.int() })])
    .optional(),
  /** Not needed of a tenant who joins others: the terms are theirs. */
  term: z.enum(termAnswers).optional(),
})

export const TenantImportRow = z
  .object({
    /** Line of the file; the headings are on the first. */
    line: z.int(),
    fields: z.record(z.string(), z.string()),
    status: z.enum(importRowStatuses),
    issues: z.array(z.object({ path: z.string(), message: z.string() })),
    questions: ImportQuestions,
    answers: ImportAnswers,
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

const lineNumber = whole(1, 999_999_999, 'A line of the file')

/**
 * `home`: `own`, or `join` those of `tenancyId` or `line`; without them the ones who live there. Where several tenancies share the home, nothing is
 * assumed: those rows keep their question. `lines`: all rows that still ask it, unless given.
 */
export const answerImport = endpoint(routes.answerImport, {
  body: z
    .object({
      lines: z.array(lineNumber).min(1).max(500).optional(),
      home: z.enum(['own', 'join']).optional(),
      tenancyId: optional(id),
      line: optional(lineNumber),
      term: z.enum(termAnswers).optional(),
    })
    .refine(({ home, term }) => (home === undefined) !== (term === undefined), {
      path: ['home'],
      message: 'Answer one question: home or term',
    })
    // zod drops the `examples` of a schema with a transform.
    .meta({ example: { home: 'own' } }),
  response: TenantImport,
  summary: 'Answer what rows of a checked import leave open',
})

/** 409 with an issue for each of the first hundred rows that wait for an answer; nothing is imported then. */
export const startImport = endpoint(routes.startImport, {
  body: z.object({
    /** Rents due before this day are not charged where a row does not say from when to bill; all since the lease start are, unless given. */
    billFrom: optional(calendarDate),
  }),
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

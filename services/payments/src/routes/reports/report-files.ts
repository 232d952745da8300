import { type Ledger, statementFile, tenantStatementFile } from '@keyhold/contracts/payments/ledgers'
import { paymentReceipt } from '@keyhold/contracts/payments/payments'
import { reportFile, type reportKinds } from '@keyhold/contracts/payments/reports'
import { notFound, refuseField } from '@keyhold/kit/http/problem'
import { Reply, type Route, serve } from '@keyhold/kit/http/serve'
import { accountActorOf } from '../../domain/ledger/accounts.ts'
import { readAgeing } from '../../domain/reports/ageing.ts'
import { readLedger } from '../../domain/ledger/ledger-view.ts'
import type { Printer } from '../../domain/pdf/printer.ts'
import { namesOfUsers, readReceipt, receiptSheet } from '../../domain/pdf/receipt.ts'
import { rollTotals } from '../../domain/reports/rent-roll/rent-roll.ts'
import { readRentRoll } from '../../domain/reports/rent-roll/rent-roll-query.ts'
import { type ReportScope, reportScope } from '../../domain/reports/report-day.ts'
import {
  csvFile,
  jsonFile,
  type ReportDocument,
  rowsOf,
  sheetOf,
} from '../../domain/reports/documents/report-document.ts'
import { maxPdfRows } from '../../limits.ts'
import { type AccountRow, accountsOn } from '../../domain/reports/report-figures.ts'
import { ageingDocument } from '../../domain/reports/documents/ageing.ts'
import { depositsDocument } from '../../domain/reports/documents/deposits.ts'
import { financialDocument } from '../../domain/reports/documents/financial.ts'
import { rentRollDocument } from '../../domain/reports/documents/rent-roll.ts'
import type { PeriodKind } from '../../domain/reports/report-periods.ts'
import { type Reading, readSummary } from '../../domain/reports/report-query.ts'
import { statementSheet } from '../../domain/reports/statement.ts'

/** No paging: a file contains all accounts. */
const allAccounts = 1_000_000

type Kind = (typeof reportKinds)[number]

async function documentOf(
  reading: Reading,
  scope: ReportScope,
  kind: Kind,
  period: PeriodKind,
): Promise<ReportDocument> {
  const { db, actor } = reading
  switch (kind) {
    case 'financial':
      return financialDocument(scope, await readSummary(reading, scope, period))
    case 'rent-roll': {
      const { rows } = await readRentRoll(db, actor, scope)
      return rentRollDocument(scope, rows, rollTotals(rows))
    }
    case 'ageing':
      return ageingDocument(scope, (await readAgeing(db, actor, scope, { limit: allAccounts })).items)
    case 'deposits': {
      const accounts = await db.read(actor, (sql) => sql<AccountRow[]>`${accountsOn(sql, scope)}`)
      return depositsDocument(
        scope,
        scope.property === null ? accounts : accounts.filter(({ propertyId }) => propertyId === scope.property?.id),
      )
    }
  }
}

const mediaTypes = {
  json: 'application/json; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  pdf: 'application/pdf',
} as const
type Format = keyof typeof mediaTypes

async function fileOf(document: ReportDocument, format: Format, printer: Printer): Promise<Uint8Array> {
  if (format === 'json') return jsonFile(document)
  if (format === 'csv') return csvFile(document)
  checkLength(rowsOf(document), 'format', 'Download it as CSV, or choose one property')
  return printer.print(sheetOf(document))
}

/** @throws Refusal 400 for more rows than a PDF may have */
function checkLength(rows: number, path: string, instead: string): void {
  if (rows <= maxPdfRows) return
  const [has, most] = [rows, maxPdfRows].map((one) => one.toLocaleString('en-US'))
  refuseField(path, `This would have ${has} rows, and a PDF holds at most ${most}. ${instead}`)
}

const fileReply = (name: string, type: string, bytes: Uint8Array, isInline = false): Reply<Uint8Array> =>
  new Reply(bytes, [
    ['content-type', type],
    ['content-disposition', `${isInline ? 'inline' : 'attachment'}; filename="${name}"`],
    ['cache-control', 'private, no-store'],
  ])

/** @throws Refusal 404 without a ledger */
async function statementReply(ledger: Ledger | null, now: string, printer: Printer): Promise<Reply<Uint8Array>> {
  if (ledger === null) return notFound('Tenant')
  checkLength(ledger.entries.length, 'from', 'Choose a shorter period')
  return fileReply(`statement-${ledger.to}.pdf`, mediaTypes.pdf, await printer.print(statementSheet(ledger, now)))
}

export const reportFileRoutes = (printer: Printer): Route[] => [
  serve(reportFile, async (handled) => {
    const { params, query } = handled
    const scope = await reportScope(handled, query)
    const document = await documentOf(handled, scope, params.kind as Kind, query.period)
    return fileReply(
      `${document.name}.${query.format}`,
      mediaTypes[query.format],
      await fileOf(document, query.format, printer),
      query.inline,
    )
  }),

  serve(paymentReceipt, async ({ actor, params, db, call, clock }) => {
    const account = actor.role === 'tenant' ? await accountActorOf(db, actor) : actor
    const receipt = account && (await readReceipt(db, account, { landlordId: account.landlordId, chargeId: params.id }))
    if (!receipt) return notFound('Receipt')
    const names = await namesOfUsers(call, receipt)
    return fileReply(
      `receipt-${receipt.number}.pdf`,
      mediaTypes.pdf,
      await printer.print(receiptSheet(receipt, names, clock.now().toISOString())),
    )
  }),

  serve(statementFile, async ({ actor, params, query, db, clock }) => {
    const now = clock.now().toISOString()
    return statementReply(
      await readLedger(db, actor, { landlordId: actor.landlordId, tenantId: params.id, ...query, now }),
      now,
      printer,
    )
  }),

  serve(tenantStatementFile, async ({ actor, query, db, clock }) => {
    const now = clock.now().toISOString()
    const account = await accountActorOf(db, actor)
    return statementReply(
      account &&
        (await readLedger(db, account, { landlordId: account.landlordId, tenantId: account.tenantId, ...query, now })),
      now,
      printer,
    )
  }),
]

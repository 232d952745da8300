import { statementFile, tenantStatementFile } from '@keyhold/contracts/payments/ledgers'
import { paymentReceipt } from '@keyhold/contracts/payments/payments'
import { receiptFile } from '@keyhold/contracts/payments/receipts'
import { reportFile, type reportKinds } from '@keyhold/contracts/payments/reports'
import { notFound } from '@keyhold/kit/http/problem'
import { Reply, type Route, serve } from '@keyhold/kit/http/serve'
import { accountActorOf, leftAccountOf } from '../../domain/ledger/accounts.ts'
import { readAgeing } from '../../domain/reports/ageing.ts'
import { letterheadOf, namesOfUsers } from '../../domain/pdf/letterhead.ts'
import { printReceipt, readSeenReceipt } from '../../domain/pdf/print-receipt.ts'
import { printStatement, readStatement } from '../../domain/pdf/print-statement.ts'
import { checkLength, type PdfFile, type Printer, type Render } from '../../domain/pdf/printer.ts'
import { readReceipt, receiptSheet } from '../../domain/pdf/receipt.ts'
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
import { type AccountRow, accountsOn } from '../../domain/reports/report-figures.ts'
import { ageingDocument } from '../../domain/reports/documents/ageing.ts'
import { depositsDocument } from '../../domain/reports/documents/deposits.ts'
import { financialDocument } from '../../domain/reports/documents/financial.ts'
import { rentRollDocument } from '../../domain/reports/documents/rent-roll.ts'
import type { PeriodKind } from '../../domain/reports/report-periods.ts'
import { type Reading, readSummary } from '../../domain/reports/report-query.ts'

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

async function pdfFile(document: ReportDocument, render: Render): Promise<Uint8Array> {
  checkLength(rowsOf(document), 'format', 'Download it as CSV, or choose one property')
  return render(sheetOf(document))
}

const fileReply = (name: string, type: string, bytes: Uint8Array, isInline = false): Reply<Uint8Array> =>
  new Reply(bytes, [
    ['content-type', type],
    ['content-disposition', `${isInline ? 'inline' : 'attachment'}; filename="${name}"`],
    ['cache-control', 'private, no-store'],
  ])

const pdfReply = ({ name, bytes }: PdfFile) => fileReply(name, mediaTypes.pdf, bytes)

export const reportFileRoutes = (printer: Printer): Route[] => [
  serve(reportFile, async (handled) => {
    const { actor, params, query } = handled
    const { format } = query
    const reply = async (encode: (document: ReportDocument) => Uint8Array | Promise<Uint8Array>) => {
      const scope = await reportScope(handled, query)
      const document = await documentOf(handled, scope, params.kind as Kind, query.period)
      return fileReply(`${document.name}.${format}`, mediaTypes[format], await encode(document), query.inline)
    }
    if (format !== 'pdf') return reply(format === 'json' ? jsonFile : csvFile)
    return printer.inTurn(actor.landlordId, (render) => reply((document) => pdfFile(document, render)))
  }),

  serve(paymentReceipt, async ({ actor, params, db, call, clock }) => {
    const left = actor.role === 'tenant' ? await leftAccountOf({ db, call }, actor) : null
    const account = actor.role === 'tenant' ? (left?.account ?? (await accountActorOf(db, actor))) : actor
    const asked = { chargeId: params.id, until: left?.until }
    const receipt = account && (await readReceipt(db, account, { landlordId: account.landlordId, ...asked }))
    if (!receipt) return notFound('Receipt')
    const { landlordId, number, parts } = receipt
    const names = await namesOfUsers(call, landlordId, [landlordId, ...parts.map(({ by }) => by)])
    const letterhead = await letterheadOf(call, landlordId)
    const sheet = { ...receiptSheet(receipt, names, clock.now().toISOString()), letterhead }
    return printer.inTurn(landlordId, async (render) =>
      pdfReply({ name: `receipt-${number}.pdf`, bytes: await render(sheet) }),
    )
  }),

  serve(receiptFile, async ({ actor, params, ...tools }) => {
    const seen = (await readSeenReceipt(tools, actor, params.id)) ?? notFound('Receipt')
    return printer.inTurn(seen.account.landlordId, async (render) => pdfReply(await printReceipt(tools, render, seen)))
  }),

  serve(statementFile, ({ actor, params, query, ...tools }) =>
    printer.inTurn(actor.landlordId, async (render) => {
      const statement = await readStatement(tools, actor, { tenantId: params.id, ...query })
      return pdfReply(await printStatement(tools.call, render, statement))
    }),
  ),

  serve(tenantStatementFile, ({ actor, query, ...tools }) =>
    printer.inTurn(actor.landlordId ?? actor.userId, async (render) => {
      const statement = await readStatement(tools, actor, query)
      return pdfReply(await printStatement(tools.call, render, statement))
    }),
  ),
]

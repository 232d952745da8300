import { cancelPayment, paymentReceipt } from '@keyhold/contracts/payments/payments'
import { receiptFile, recordReceipt, reverseReceipt } from '@keyhold/contracts/payments/receipts'
import { giveCredit, writeOff } from '@keyhold/contracts/payments/credits'
import { statementFile, tenantLedger, tenantStatementFile } from '@keyhold/contracts/payments/ledgers'
import { reversePayment } from '@keyhold/contracts/payments/verification'
import {
  ageingTotals,
  rentRollTotals,
  reportFile,
  reportKinds,
  reportSummary,
} from '@keyhold/contracts/payments/reports'
import { actors } from '@keyhold/kit/testing/test-app'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readReceipt, receiptSheet } from '../../domain/pdf/receipt.ts'
import { readReceivedMoney, receivedMoneySheet } from '../../domain/pdf/receipt-file.ts'
import { startReportApp } from '../../testing/report-test-app.ts'

const testApp = await startReportApp()
let ann = actors.landlord()
beforeEach(() => {
  ann = actors.landlord()
  testApp.clock.set('2026-03-15T15:00:00Z')
  testApp.maintenance.isDown = false
})
afterAll(() => testApp.stop())

const keep = (name: string, bytes: unknown) =>
  process.env.KEEP_FILES && writeFileSync(`${process.env.KEEP_FILES}/${name}`, bytes as Uint8Array)
const fileOf = (kind: (typeof reportKinds)[number], query: Record<string, unknown> = {}, actor = ann) =>
  testApp.send(reportFile, actor, { params: { kind }, query })
const textOf = (body: unknown) => Buffer.from(body as Uint8Array).toString('utf8')

/** A property with two units, a shared tenancy with a deposit, and names that contain a formula, a comma and a Chinese character. */
async function app() {
  const elm = await testApp.addProperty(ann, { name: '=HYPERLINK("http://x")' })
  const loft = await testApp.publishUnit(ann, elm, 'Loft, left', { marketRent: 900 })
  const tess = await testApp.addTenant(ann, {
    propertyId: elm,
    leaseStartDate: '2025-03-01',
    leaseEndDate: '2026-02-28',
    monthlyRent: 1000,
  })
  const { tenants } = await testApp.addRoommates(ann, ['Cy', '王'], {
    propertyId: elm,
    unitId: loft,
    startDate: '2026-02-10',
    monthlyRent: 850,
  })
  const rent = await testApp.charge(ann, tenants[0]!.tenantId, {
    dueDate: '2026-03-02',
    amount: 850,
    status: 'partial',
    amountPaid: 300,
    paidDate: '2026-03-01',
    propertyId: elm,
  })
  await testApp.charge(ann, tenants[0]!.tenantId, {
    dueDate: '2026-02-10',
    amount: 850,
    status: 'paid',
    paidDate: '2026-02-10',
    paymentType: 'security_deposit',
    propertyId: elm,
  })
  return { elm, tess, cy: tenants[0]!, wang: tenants[1]!, rent: rent.id }
}

describe('a report as a file', () => {
  test.each(reportKinds)(
    '%s comes as JSON, CSV and PDF, with its parameters and the moment it was made',
    async (kind) => {
      await app()
      const stem = kind === 'financial' ? 'financial-monthly-2026-03-15' : `${kind}-2026-03-15`
      const json = await fileOf(kind, { format: 'json' })
      expect(json.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="${stem}.json"`,
      })
      expect(json.body).toMatchObject({
        generatedAt: '2026-03-15T15:00:00.000Z',
        parameters: { asOf: '2026-03-15', propertyId: null },
      })
      const csv = await fileOf(kind, { format: 'csv' })
      expect(csv.headers['content-disposition']).toBe(`attachment; filename="${stem}.csv"`)
      expect(textOf(csv.body)).toMatch(/As of,"?Mar 15, 2026/)
      expect(textOf(csv.body)).toContain('"Mar 15, 2026, 3:00 PM UTC"')
      const pdf = await fileOf(kind, { inline: true })
      expect(pdf.headers).toMatchObject({
        'content-type': 'application/pdf',
        'content-disposition': `inline; filename="${stem}.pdf"`,
      })
      expect(textOf(pdf.body).slice(0, 5)).toBe('%PDF-')
      keep(`${kind}.pdf`, pdf.body)
    },
  )

  test('no cell of a CSV file is a formula, and a figure stays a number', async () => {
    await app()
    const text = textOf((await fileOf('rent-roll', { format: 'csv' })).body)
    expect(text.startsWith('\u{FEFF}Report,Rent roll')).toBe(true)
    expect(text).toContain(
      `"'=HYPERLINK(""http://x"")","Loft, left",Cy Tenant & 王 Tenant,Active,2026-02-10,,900,850,850,`,
    )
    expect(text).not.toMatch(/(^|,)"?[=+@]/m)
  })

  test('the totals of a file match the screen, and the JSON contains everything', async () => {
    const { elm } = await app()
    const { totals } = (await testApp.send(rentRollTotals, ann, { query: { propertyId: elm } })).body
    expect((await fileOf('rent-roll', { format: 'json', propertyId: elm })).body).toMatchObject({
      totals,
      rows: { length: 2 },
      parameters: { propertyId: elm },
    })
    const aged = (await testApp.send(ageingTotals, ann)).body
    expect((await fileOf('ageing', { format: 'json' })).body).toMatchObject({ totals: aged.totals, basis: aged.basis })
    const { generatedAt: _, ...summary } = (await testApp.send(reportSummary, ann)).body
    expect((await fileOf('financial', { format: 'json' })).body).toMatchObject(summary)
    expect((await fileOf('deposits', { format: 'json' })).body).toMatchObject({ totals: { received: 850, held: 850 } })
  })

  test('the financial summary prints how what is open came about', async () => {
    const { tess } = await app()
    const { id } = await testApp.charge(ann, tess.tenantId, { dueDate: '2026-03-03', amount: 75 })
    await testApp.send(cancelPayment, ann, { params: { id }, body: { reason: 'Charged twice' } })
    const { receivable } = (await testApp.send(reportSummary, ann)).body
    const { opening, charged, cancelled, paid, closing } = receivable
    expect([charged, cancelled, paid]).toEqual([1775, 75, 300])
    expect(closing).toBe(opening + charged - cancelled - paid)
    const text = textOf((await fileOf('financial', { format: 'csv' })).body)
    const lines = [
      `"Open before Mar 1, 2026",${opening}`,
      'Charged,1775',
      'Cancelled,-75',
      'Paid,-300',
      `"Open on Mar 15, 2026",${closing}`,
    ]
    expect(text.replaceAll(/,+\r\n/g, '\n').replaceAll('\r\n', '\n')).toContain(lines.join('\n'))
  })

  test('is not accessible to another landlord, a tenant or a visitor, nor by the id of a property', async () => {
    const { elm, tess } = await app()
    const eve = actors.landlord()
    for (const kind of reportKinds) {
      expect((await fileOf(kind, { format: 'csv', propertyId: elm }, eve)).status).toBe(404)
      expect(textOf((await fileOf(kind, { format: 'csv' }, eve)).body)).not.toContain('Tenant &')
      expect((await testApp.send(reportFile, tess, { params: { kind } })).status).toBe(403)
      expect((await testApp.send(reportFile, actors.visitor(), { params: { kind } })).status).toBe(401)
    }
    testApp.maintenance.isDown = true
    expect((await fileOf('financial')).status).toBe(503)
  })
})

describe('a receipt', () => {
  const receiptOf = (id: string, actor: Parameters<typeof testApp.send>[1]) =>
    testApp.send(paymentReceipt, actor, { params: { id } })

  test('is available to the landlord and everyone who shares the tenancy while money counts on the payment, and to nobody else', async () => {
    const { cy, wang, tess, rent } = await app()
    for (const actor of [ann, cy, wang]) {
      const { status, headers, body } = await receiptOf(rent, actor)
      expect([status, headers['content-type'], textOf(body).slice(0, 5)]).toEqual([200, 'application/pdf', '%PDF-'])
      expect(headers['content-disposition']).toBe(`attachment; filename="receipt-${rent.slice(-12).toUpperCase()}.pdf"`)
      keep('receipt.pdf', body)
    }
    for (const actor of [
      tess,
      actors.landlord(),
      actors.tenantOf(actors.landlord(), cy.tenantId),
      actors.unlinkedTenant(),
    ])
      expect((await receiptOf(rent, actor)).status).toBe(404)
    expect((await receiptOf(rent, actors.visitor())).status).toBe(401)
    await testApp.send(reversePayment, ann, { params: { id: rent }, body: { reason: 'Returned' } })
    expect((await receiptOf(rent, ann)).status).toBe(404)
  })

  test('is not available for money that is only reported', async () => {
    const tess = await testApp.addTenant(ann)
    const { id } = await testApp.charge(ann, tess.tenantId)
    await testApp.report(tess, 1000)
    expect((await receiptOf(id, tess)).status).toBe(404)
    await testApp.verify(ann, id)
    expect((await receiptOf(id, tess)).status).toBe(200)
  })

  test('names what went to the payment, how it was paid and who confirmed it', async () => {
    const { cy, rent } = await app()
    await testApp.report(cy, 100, { confirmationNumber: 'KH-1', paymentMethod: 'ach' })
    await testApp.verify(ann, rent)
    const facts = await readReceipt(testApp.db('payments'), ann, { landlordId: ann.landlordId, chargeId: rent })
    const sheet = receiptSheet(facts!, new Map([[ann.userId, 'Ann Owner']]), '2026-03-15T15:00:00Z')
    expect(sheet.blocks[0]).toMatchObject({
      rows: [
        [
          'Mar 1, 2026',
          expect.any(String),
          'Check\nInto Operating account',
          'Confirmed by Ann Owner on Mar 15, 2026',
          '$300.00',
          '$300.00',
        ],
        expect.arrayContaining(['$550.00']),
      ],
    })
    expect(sheet.details).toContainEqual(['Made on', 'Mar 15, 2026, 11:00 AM EDT'])
    expect(sheet.blocks[1]).toMatchObject({
      items: [
        ['Rent', '$850.00', 'Due on Mar 2, 2026'],
        ['Received', '$850.00'],
        ['Remaining balance', '$0.00'],
      ],
    })
  })
})

describe('the receipt for money received', () => {
  test('names who paid, the whole amount, method and reference, and all that it paid', async () => {
    const { cy, wang, tess, rent } = await app()
    const { body: made } = await testApp.send(recordReceipt, ann, {
      body: {
        tenantId: wang.tenantId,
        amount: 600,
        paymentMethod: 'money_order',
        confirmationNumber: 'MO 77',
        allocations: [{ paymentId: rent, amount: 550 }],
      },
    })
    const fileFor = (actor: Parameters<typeof testApp.send>[1], id = made.id) =>
      testApp.send(receiptFile, actor, { params: { id } })
    for (const actor of [ann, cy, wang]) {
      const { status, headers, body } = await fileFor(actor)
      expect([status, textOf(body).slice(0, 5)]).toEqual([200, '%PDF-'])
      expect(headers['content-disposition']).toBe(
        `attachment; filename="receipt-${made.id.slice(-12).toUpperCase()}.pdf"`,
      )
      keep('received.pdf', body)
    }
    for (const actor of [tess, actors.landlord(), actors.unlinkedTenant()])
      expect((await fileFor(actor)).status).toBe(404)
    const facts = await readReceivedMoney(testApp.db('payments'), ann, { landlordId: ann.landlordId, id: made.id })
    const at = { landlord: 'Ann Owner', madeAt: '2026-03-15T15:00:00Z', timeZone: 'America/Los_Angeles' }
    expect(receivedMoneySheet(facts!, at)).toMatchObject({
      details: [
        ['Received from', '王 Tenant'],
        ['Account of', expect.stringContaining('Cy Tenant')],
        ['Received by', 'Ann Owner'],
        ['Received on', 'Mar 15, 2026'],
        ['Property', '=HYPERLINK("http://x"), Loft, left'],
        ['Made on', 'Mar 15, 2026, 8:00 AM PDT'],
      ],
      blocks: [
        {
          items: [
            ['Amount', '$600.00'],
            ['Method', 'Money order'],
            ['Reference', 'MO 77'],
            ['Deposited into', 'Operating account'],
          ],
        },
        {
          rows: [
            ['Rent', 'Mar 2, 2026', '$550.00'],
            ['Credit toward future charges', '', '$50.00'],
          ],
          totals: ['Total', '', '$600.00'],
        },
      ],
    })
    const back = { kind: 'returned' as const, reason: 'No funds' }
    await testApp.send(reverseReceipt, ann, { params: { id: made.id }, body: back })
    expect((await fileFor(ann)).status).toBe(404)
  })

  test('is not for what was given or written off, which the ledger shows as a credit', async () => {
    const { cy, rent } = await app()
    const given = { amount: 50, reason: 'Broken heating' }
    const { body: credit } = await testApp.send(giveCredit, ann, { params: { id: cy.tenantId }, body: given })
    const lost = { params: { id: rent }, body: { amount: 100, reason: 'Uncollectible' } }
    const { body: writtenOff } = await testApp.send(writeOff, ann, lost)
    for (const actor of [ann, cy])
      for (const { id } of [credit, writtenOff])
        expect((await testApp.send(receiptFile, actor, { params: { id } })).status).toBe(404)
    const { body } = await testApp.send(tenantLedger, cy)
    const kindOf = new Map(body?.entries.map(({ id, kind }) => [id, kind]))
    expect([kindOf.get(credit.id), kindOf.get(writtenOff.id)]).toEqual(['credit', 'credit'])
  })
})

describe('a statement', () => {
  test('runs to today at the property unless another day is asked for', async () => {
    const { cy } = await app()
    // Still 15 March in New York.
    testApp.clock.set('2026-03-16T03:00:00Z')
    for (const [endpoint, actor, query, to] of [
      [statementFile, ann, {}, '2026-03-15'],
      [tenantStatementFile, cy, { from: '2026-01-01' }, '2026-03-15'],
      [statementFile, ann, { to: '2026-04-30' }, '2026-04-30'],
    ] as const) {
      const { headers } = await testApp.send(endpoint, actor, { params: { id: cy.tenantId }, query })
      expect(headers['content-disposition']).toBe(`attachment; filename="statement-${to}.pdf"`)
    }
  })

  test("contains the ledger, for the landlord and the account's tenants", async () => {
    const { cy, wang } = await app()
    for (const [endpoint, actor, params] of [
      [statementFile, ann, { id: cy.tenantId }],
      [statementFile, ann, { id: wang.tenantId }],
      [tenantStatementFile, cy, {}],
      [tenantStatementFile, wang, {}],
    ] as const) {
      const { status, headers, body } = await testApp.send(endpoint, actor, {
        params: params as { id: string },
        query: { from: '2026-01-01', to: '2026-03-31' },
      })
      expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
        200,
        'application/pdf',
        'attachment; filename="statement-2026-03-31.pdf"',
      ])
      keep('statement.pdf', body)
    }
    expect((await testApp.send(statementFile, actors.landlord(), { params: { id: cy.tenantId } })).status).toBe(404)
    expect((await testApp.send(statementFile, cy, { params: { id: cy.tenantId } })).status).toBe(403)
    expect((await testApp.send(tenantStatementFile, actors.unlinkedTenant())).status).toBe(404)
  })
})

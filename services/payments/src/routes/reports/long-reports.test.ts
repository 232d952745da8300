import { reportFile } from '@keyhold/contracts/payments/reports'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, expect, test } from 'vitest'
import { startReportApp } from '../../testing/report-test-app.ts'
import { seedBulkPayments } from '../../testing/seed-bulk.ts'

const testApp = await startReportApp()
afterAll(() => testApp.stop())

test('a report too long for a PDF is available as CSV', async () => {
  const { landlordIds } = await seedBulkPayments(testApp.databaseUrl, {
    landlords: 1,
    charges: 12 * 3001,
    today: '2026-03-15',
  })
  const many = { ...actors.landlord(), landlordId: landlordIds[0]!, userId: landlordIds[0]! }
  const rentRoll = (query: Record<string, unknown> = {}) =>
    testApp.send(reportFile, many, { params: { kind: 'rent-roll' }, query })
  const { status, problem } = await rentRoll()
  expect([status, problem.detail]).toEqual([
    400,
    'This would have 3,001 rows, and a PDF holds at most 3,000. Download it as CSV, or choose one property.',
  ])
  const file = await rentRoll({ format: 'csv' })
  expect(Buffer.from(file.body).toString('utf8').split('\r\n').length).toBeGreaterThan(3001)
}, 60_000)

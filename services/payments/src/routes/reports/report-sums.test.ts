import { applyDeposit, depositTotals, refundDeposit } from '@keyhold/contracts/payments/deposits'
import { getLedger } from '@keyhold/contracts/payments/ledgers'
import { cancelPayment, listPayments, type Payment } from '@keyhold/contracts/payments/payments'
import { reversePayment } from '@keyhold/contracts/payments/verification'
import {
  ageing,
  ageingTotals,
  type RentRollRow,
  rentRoll,
  rentRollTotals,
  reportSeries,
  reportSummary,
} from '@keyhold/contracts/payments/reports'
import { TenancyChanged } from '@keyhold/contracts/tenancy/tenancy-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { toCents, toDollars } from '@keyhold/kit/lib/money'
import { actors } from '@keyhold/kit/testing/test-app'
import * as fc from 'fast-check'
import postgres from 'postgres'
import { afterAll, expect, test } from 'vitest'
import { checkBooks } from '../../domain/journal/check/check-books.ts'
import { startReportApp } from '../../testing/report-test-app.ts'

const app = await startReportApp()
const owner = postgres(app.databaseUrl, { max: 1, onnotice: () => {}, connection: { search_path: 'payments' } })
afterAll(async () => {
  await owner.end()
  await app.stop()
})

// Odd cents, so that a floating-point error would show; days around month ends and daylight saving changes.
const cents = fc.oneof(fc.constantFrom(1, 10, 3333, 10_010), fc.integer({ min: 1, max: 30_000 }))
const days = [
  '2026-01-02',
  '2026-01-31',
  '2026-02-01',
  '2026-02-28',
  '2026-03-01',
  '2026-03-07',
  '2026-03-08',
  '2026-03-14',
]
const today = '2026-03-15'
/** Days whose figures are read after every operation. */
const watched = ['2026-01-31', '2026-02-14', '2026-03-07']
const day = fc.constantFrom(...days)
const operation = fc.record({
  what: fc.constantFrom(
    'charge',
    'charge',
    'charge',
    'paid',
    'paid',
    'report',
    'verify',
    'verify',
    'reverse',
    'reverse',
    'cancel',
    'apply',
    'refund',
    'prepay',
    'prepay',
    'leave',
    'leave',
  ),
  who: fc.nat({ max: 3 }),
  which: fc.nat({ max: 30 }),
  cents,
  dueDate: fc.oneof(day, fc.constantFrom('2026-03-15', '2026-03-31', '2026-05-01')),
  type: fc.constantFrom('rent', 'rent', 'late_fee', 'security_deposit'),
  receivedOn: day,
  leftOn: fc.constantFrom(null, '2026-01-20', '2026-02-10', '2026-02-28', '2026-03-20', '2026-04-30'),
})
type Operation = typeof operation extends fc.Arbitrary<infer T> ? T : never

/** A sequence that certainly deallocates money and undoes it: prepaid rents, a move-out, a later one, none. */
const paidAhead: Operation[] = (
  ['prepay', 'prepay', 'prepay', 'leave', 'charge', 'leave', 'reverse', 'leave', 'prepay'] as const
).map((what, which) => ({
  what,
  who: 3,
  which,
  cents: 7_777,
  dueDate: '2026-02-01',
  type: 'rent',
  receivedOn: '2026-01-02',
  leftOn: which === 3 ? '2026-01-20' : which === 5 ? '2026-02-28' : null,
}))

const sumOf = (amounts: number[]) => toDollars(amounts.reduce((sum, amount) => sum + toCents(amount), 0))

test('after any operations, on any day, every report gives the same sums as the ledger', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 12, maxLength: 30, size: 'max' }), async (sequence) => {
      const ann = actors.landlord()
      app.clock.set(`${days[0]}T16:00:00Z`)
      const homes = [await app.addProperty(ann, { name: 'Elm 1' }), await app.addProperty(ann, { name: 'Oak 2' })]
      const renter = app.tenantSnapshot(ann, {
        propertyId: homes[0]!,
        monthlyRent: 345.67,
        leaseStartDate: '2026-01-01',
      })
      const terms = { billing: { dueDay: 1, proration: 'actual', postingDays: 60 }, termKind: 'rollover' } as const
      const people = [
        await app.addTenant(ann, { propertyId: homes[0]!, leaseStartDate: '2025-06-01' }),
        await app.addTenant(ann, { propertyId: homes[1]!, leaseStartDate: '2025-06-01' }, { movedOutOn: '2026-02-15' }),
        await app.addTenant(ann),
        await app.addTenant(ann, renter, terms),
      ]
      const made: Payment[] = []
      const reportedOn: string[] = []
      const rents = async () =>
        (await app.send(listPayments, ann, { query: { tenantId: renter.tenantId, paymentType: 'rent' } })).body
      made.push(...(await rents()))
      const apply = async ({ what, who, which, cents: amount, dueDate, type, receivedOn, leftOn }: Operation) => {
        const tenant = people[who]!
        const charge = made[which % Math.max(1, made.length)]
        const named = { params: { id: charge?.id ?? '' } }
        const now = app.clock.now().toISOString().slice(0, 10)
        const form = { dueDate, amount: toDollars(amount), paymentType: type as Payment['paymentType'] }
        if (what === 'charge') made.push(await app.charge(ann, tenant.tenantId, form))
        else if (what === 'paid')
          made.push(
            await app.charge(ann, tenant.tenantId, {
              ...form,
              status: 'paid',
              paidDate: receivedOn <= now ? receivedOn : now,
            }),
          )
        else if (what === 'prepay') {
          const latest = await rents()
          const ahead = latest[which % Math.max(1, latest.length)]
          if (ahead) await app.verify(ann, ahead.id, { paidDate: receivedOn <= now ? receivedOn : now })
        } else if (what === 'leave') {
          await app.publish(TenancyChanged, app.tenancySnapshot(renter, { ...terms, movedOutOn: leftOn }))
          made.push(...(await rents()).filter(({ id }) => !made.some((one) => one.id === id)))
        } else if (what === 'report') await app.report(tenant, toDollars(amount))
        else if (what === 'apply')
          await app.send(applyDeposit, ann, {
            params: { id: tenant.tenantId },
            body: { amount: toDollars(amount), reason: 'owed' },
          })
        else if (what === 'refund')
          await app.send(refundDeposit, ann, { params: { id: tenant.tenantId }, body: { amount: toDollars(amount) } })
        else if (!charge) return
        else if (what === 'verify') await app.verify(ann, charge.id)
        else if (what === 'reverse') await app.send(reversePayment, ann, { ...named, body: { reason: 'returned' } })
        else await app.send(cancelPayment, ann, { ...named, body: { reason: 'not owed' } })
      }
      const figuresOn = async (asOf: string) => {
        const { balance, credit, depositHeld } = (await app.send(rentRollTotals, ann, { query: { asOf } })).body.totals
        const aged = (await app.send(ageingTotals, ann, { query: { asOf } })).body.totals
        const closing = await Promise.all(
          people.map(async ({ tenantId: id }) => {
            const query = { from: '2025-01-01', to: asOf }
            return (await app.send(getLedger, ann, { params: { id }, query })).body.closingBalance
          }),
        )
        return { balance, credit, depositHeld, aged, closing }
      }
      const past = new Map<string, unknown>()
      // Time advances between them, a few operations per day. No operation changes the figures of a day before its own.
      for (const [i, one] of sequence.entries()) {
        const now = days[Math.floor((i * days.length) / sequence.length)] ?? today
        app.clock.set(`${now}T17:00:00Z`)
        const known = made.length
        const waiting = reportedOn.toSorted()[0]
        await apply(one)
        // So that some of the sums are of months, some of days, and some are changes still.
        if (i % 5 === 4) await owner`select add_changes(${ann.landlordId}::uuid)`
        if (one.what === 'report') reportedOn.push(now)
        const floor = [
          now,
          ...made.slice(known).map((charge) => charge.dueDate),
          ...(one.what === 'paid' || one.what === 'prepay' ? [one.receivedOn] : []),
          ...(one.what === 'verify' && waiting ? [waiting] : []),
        ].toSorted()[0] as string
        for (const asOf of watched.filter((on) => on < now)) {
          const figures = await figuresOn(asOf)
          if (asOf < floor) expect({ asOf, ...figures }).toEqual({ asOf, ...(past.get(asOf) ?? figures) })
          past.set(asOf, figures)
        }
      }
      app.clock.set(`${today}T15:00:00Z`)

      for (const asOf of [undefined, '2026-01-31', '2026-02-14', '2026-02-28', '2026-03-07', '2026-03-08']) {
        const query = asOf ? { asOf } : {}
        const ledgers = people.map(({ tenantId: id }) =>
          app.send(getLedger, ann, { params: { id }, query: { from: '2025-01-01', to: asOf ?? today } }),
        )
        const balance = sumOf((await Promise.all(ledgers)).map(({ body }) => body.closingBalance))
        const { body: rows } = await app.send(rentRoll, ann, { query })
        const { totals } = (await app.send(rentRollTotals, ann, { query })).body
        const { totals: aged } = (await app.send(ageingTotals, ann, { query })).body
        const { body: accounts } = await app.send(ageing, ann, { query })
        const column = (of: keyof z.output<typeof RentRollRow> & ('balance' | 'credit' | 'depositHeld')) =>
          sumOf(rows.map((row) => row[of]))
        expect({ asOf, balance: sumOf([totals.balance, -totals.credit]) }).toEqual({ asOf, balance })
        expect([column('balance'), column('credit'), column('depositHeld')]).toEqual([
          totals.balance,
          totals.credit,
          totals.depositHeld,
        ])
        expect([aged.total, sumOf([aged.to30, aged.to60, aged.to90, aged.over90])]).toEqual([
          totals.balance,
          totals.balance,
        ])
        for (const bucket of ['notDue', 'to30', 'to60', 'to90', 'over90', 'total'] as const)
          expect(sumOf(accounts.map((row) => row[bucket]))).toBe(aged[bucket])
        for (const propertyId of homes) {
          const here = { ...query, propertyId }
          const roll = (await app.send(rentRollTotals, ann, { query: here })).body.totals
          expect((await app.send(ageingTotals, ann, { query: here })).body.totals.total).toBe(roll.balance)
        }
      }
      expect((await app.send(rentRollTotals, ann)).body.totals.depositHeld).toBe(
        (await app.send(depositTotals, ann)).body.held,
      )

      const { points } = (await app.send(reportSeries, ann, { query: { points: 4 } })).body
      for (const point of points) {
        const { body: report } = await app.send(reportSummary, ann, { query: { asOf: point.to } })
        const { totals } = (
          await app.send(rentRollTotals, ann, { query: { asOf: point.to < today ? point.to : today } })
        ).body
        expect([point.from, point.arrears]).toEqual([point.from, totals.balance])
        const { opening, charged, cancelled, paid, closing } = report.receivable
        expect(sumOf([opening, charged, -cancelled, -paid])).toBe(closing)
        expect(closing).toBe(point.arrears)
        expect([
          report.revenue.value,
          report.outstanding.value,
          report.charged.value,
          report.netIncome.value,
          report.occupancyRate.value,
        ]).toEqual([point.revenue, point.arrears, point.charged, point.netIncome, point.occupancyRate])
        const of = (name: 'revenue' | 'outstanding' | 'maintenanceCosts' | 'netIncome') =>
          sumOf(report.properties.map((row) => row[name]))
        expect([of('revenue'), of('outstanding'), of('netIncome')]).toEqual([
          report.revenue.value,
          report.outstanding.value,
          report.netIncome.value,
        ])
      }
      expect(await checkBooks(app.db('payments'), ann.landlordId)).toEqual([])
    }),
    // Each run takes half a second, so shrinking would take minutes; the seed reproduces the sequence.
    { numRuns: Number(process.env.REPORT_RUNS ?? 4), endOnFailure: true, examples: [[paidAhead]] },
  )
  const [freed] = await owner`select count(*)::int as often from allocation where amount < 0 and not is_reversal`
  expect(freed?.often).toBeGreaterThan(0)
}, 180_000)

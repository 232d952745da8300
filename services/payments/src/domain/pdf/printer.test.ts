import { afterAll, expect, test } from 'vitest'
import type { Sheet } from './layout.ts'
import { openPrinter } from './printer.ts'

const sheet = (rows: string[][], title = 'Rent roll'): Sheet => ({
  title,
  subtitle: null,
  details: [['As of', 'Mar 15, 2026']],
  blocks: [
    {
      kind: 'table',
      columns: [
        { title: 'Name', width: '*' },
        { title: 'Amount', width: 60, isNumber: true },
      ],
      rows,
      empty: 'Nothing',
    },
  ],
  isWide: false,
  madeAt: '2026-03-15T15:00:00Z',
})
const rows = (count: number) =>
  Array.from({ length: count }, (_, i) => [`Tenant ${i} ${'x'.repeat(i % 300)} 王`, '$1.00'])
const isPdf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1', 0, 5) === '%PDF-'
const pagesOf = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1').split('/Type /Page\n').length - 1

const printer = openPrinter({ waiting: 3 })
afterAll(() => printer.close())

test('renders empty, short and long tables concurrently, over as many pages as needed', async () => {
  const [none, one, many] = await Promise.all([
    printer.print(sheet([])),
    printer.print(sheet(rows(1))),
    printer.print(sheet(rows(400))),
  ])
  expect([none, one, many].map(isPdf)).toEqual([true, true, true])
  expect([pagesOf(none), pagesOf(one), pagesOf(many) > 5]).toEqual([1, 1, true])
})

test('does not block the service while a long document is rendered', async () => {
  let ticks = 0
  const timer = setInterval(() => ticks++, 5)
  await printer.print(sheet(rows(1500)))
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(20)
})

test('refuses more than the maximum in progress, and then continues', async () => {
  const answers = await Promise.allSettled(Array.from({ length: 5 }, () => printer.print(sheet(rows(50)))))
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect(answers[4]).toMatchObject({ reason: { code: 'unavailable', retryAfter: 5 } })
  expect(isPdf(await printer.print(sheet(rows(1))))).toBe(true)
})

test('aborts a document that takes too long, and renders the next one on a new thread', async () => {
  const hasty = openPrinter({ timeoutMs: 1 })
  await expect(hasty.print(sheet(rows(500)))).rejects.toMatchObject({ code: 'unavailable' })
  await hasty.close()
  // Data that cannot be sent to the thread fails for the caller only.
  await expect(printer.print({ ...sheet([]), title: (() => '') as never })).rejects.toThrow()
  expect(isPdf(await printer.print(sheet(rows(1))))).toBe(true)
})

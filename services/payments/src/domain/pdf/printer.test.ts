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

const printer = openPrinter({ waiting: 8 })
const print = (one: Sheet, landlord = 'ann', by = printer) => by.inTurn(landlord, (render) => render(one))
afterAll(() => printer.close())

test('renders empty, short and long tables concurrently, over as many pages as needed', async () => {
  const [none, one, many] = await Promise.all([print(sheet([])), print(sheet(rows(1))), print(sheet(rows(400)))])
  expect([none, one, many].map(isPdf)).toEqual([true, true, true])
  expect([pagesOf(none), pagesOf(one), pagesOf(many) > 5]).toEqual([1, 1, true])
})

test('does not block the service while a long document is rendered', async () => {
  let ticks = 0
  const timer = setInterval(() => ticks++, 5)
  await print(sheet(rows(1500)))
  clearInterval(timer)
  expect(ticks).toBeGreaterThan(20)
})

test('a landlord has two at a time and a quarter of the queue, and others get their turn before the rest', async () => {
  const begun: string[] = []
  const ask = (landlord: string, name: string, count: number) =>
    printer
      .inTurn(landlord, (render) => {
        begun.push(name)
        return render(sheet(rows(count)))
      })
      .then(isPdf, (error: unknown) => error)
  const burst = Array.from({ length: 6 }, (_, i) => ask('ann', `ann ${i}`, 150))
  const others = [ask('ben', 'ben', 1), ask('cleo', 'cleo', 1)]
  const answers = await Promise.all([...burst, ...others])
  // Two are drawn, two wait, two are refused.
  for (const answer of answers.splice(4, 2)) expect(answer).toMatchObject({ code: 'unavailable', retryAfter: 5 })
  expect(answers).toEqual([true, true, true, true, true, true])
  expect(begun).toEqual(['ann 0', 'ann 1', 'ben', 'cleo', 'ann 2', 'ann 3'])
})

test('a document that takes too long fails alone, and so does one that cannot be sent to the thread', async () => {
  const hasty = openPrinter({ timeoutMs: 1500 })
  const [late, good] = await Promise.allSettled([
    print(sheet(rows(10_000)), 'ann', hasty),
    print(sheet(rows(1)), 'ann', hasty),
  ])
  expect(late).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } })
  expect(good.status).toBe('fulfilled')
  await hasty.close()
  await expect(print({ ...sheet([]), title: (() => '') as never })).rejects.toThrow()
  expect(isPdf(await print(sheet(rows(1))))).toBe(true)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDate, readMoney } from './import-values.ts'

const cents = fc.integer({ min: 0, max: 9_999_999_999 })

test('amounts in every supported notation are read to the cent', () => {
  fc.assert(
    fc.property(cents, fc.constantFrom('', '$', '$ ', 'USD '), fc.boolean(), (amount, sign, grouped) => {
      const [dollars, rest] = [Math.floor(amount / 100), String(amount % 100).padStart(2, '0')]
      const text = `${sign}${grouped ? dollars.toLocaleString('en-US') : dollars}.${rest}`
      const read = readMoney(text)
      expect('value' in read && Math.round((read.value ?? NaN) * 100), text).toBe(amount)
    }),
  )
  expect(readMoney('1250')).toEqual({ value: 1250 })
  expect(readMoney('-$5.00')).toEqual({ value: -5 })
  expect(readMoney('')).toEqual({ value: null })
})

test.each(['1.250,00', '1250,00', '12,50', '1,25,000', '1 250', 'free', '=1+1', '1e3', '€ 100', '$'])(
  '%s is refused as an ambiguous amount',
  (text) => {
    expect(readMoney(text)).toEqual({ error: 'Enter the amount as 1250 or 1,250.00' })
  },
)

const ordinary = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const short = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const long = (month: number) =>
  new Date(Date.UTC(2026, month - 1)).toLocaleString('en', { month: 'long', timeZone: 'UTC' })

test('dates in every supported notation are read', () => {
  fc.assert(
    fc.property(ordinary, (day) => {
      const [y = 0, m = 0, d = 0] = day.split('-').map(Number)
      const name = short[m - 1] ?? ''
      for (const text of [
        day,
        `${y}/${m}/${d}`,
        `${m}/${d}/${y}`,
        `${String(m).padStart(2, '0')}/${String(d).padStart(2, '0')}/${y}`,
        `${d} ${name} ${y}`,
        `${d}-${name.toUpperCase()}-${y}`,
        `${name} ${d}, ${y}`,
        `${long(m)} ${d} ${y}`,
      ])
        expect(readDate(text), text).toEqual({ value: day })
    }),
  )
  expect(readDate('')).toEqual({ value: null })
})

test.each(['2026-02-29', '2/30/2026', '31 Jun 2026', '0/1/2026', '2026-00-10', '2026-13-01', '13/13/2026'])(
  '%s is refused as a date that does not exist',
  (text) => {
    expect(readDate(text)).toEqual({ error: 'This date does not exist' })
  },
)

test('with slashes the month comes first: a date with the day first is refused, not swapped', () => {
  expect(readDate('13/1/2026')).toEqual({ error: 'This date does not exist. With slashes, put the month first' })
  expect(readDate('3/1/2026')).toEqual({ value: '2026-03-01' })
})

test.each(['3/1/26', '1.3.2026', '3-1-2026', 'soon', '46082', '1 Foo 2026', '2026-03', '2026-03/01'])(
  '%s is refused as an ambiguous date',
  (text) => {
    expect(readDate(text)).toEqual({ error: 'Enter the date as 2026-03-01 or 3/1/2026, month first' })
  },
)

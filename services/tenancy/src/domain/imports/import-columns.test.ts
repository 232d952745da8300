import { importColumns } from '@keyhold/contracts/tenancy/imports'
import { expect, test } from 'vitest'
import { columnNames, columnOf, readHeadings } from './import-columns.ts'

test('headings are understood in the usual spellings, whatever their case and punctuation', () => {
  const known = {
    'First Name': 'firstName',
    'Given name*': 'firstName',
    SURNAME: 'lastName',
    'E-Mail': 'email',
    'Unit #': 'unit',
    'Move-in': 'leaseStartDate',
    'Rent ($)': 'monthlyRent',
    lease_end_date: 'leaseEndDate',
    'Date of Birth': 'dateOfBirth',
  }
  for (const [heading, column] of Object.entries(known)) expect(columnOf(heading), heading).toBe(column)
  for (const column of importColumns)
    expect([columnOf(column), columnOf(columnNames[column])], column).toEqual([column, column])
  expect(columnOf('Shoe size')).toBeUndefined()
  expect(columnOf('')).toBeUndefined()
})

test('headings come in any order; unknown ones are told, nameless ones are not', () => {
  expect(readHeadings(['Shoe size', 'email', '', 'Last', 'First'])).toEqual({
    columns: [undefined, 'email', undefined, 'lastName', 'firstName'],
    unknown: ['Shoe size'],
  })
})

test('a file without the columns that every tenant needs is refused with their names', () => {
  expect(() => readHeadings(['Phone'])).toThrow('The file has no column for First name, Last name and E-mail.')
  expect(() => readHeadings(['Phone', 'First', 'Last'])).toThrow('The file has no column for E-mail.')
})

test('two columns of the same meaning, or far too many, are refused', () => {
  expect(() => readHeadings(['First', 'Last', 'Email', 'Rent', 'Monthly rent'])).toThrow(
    'The columns "Rent" and "Monthly rent" mean the same.',
  )
  expect(() => readHeadings(['First', 'Last', 'Email', ...Array.from({ length: 200 }, () => '')])).toThrow(
    'more than 200 columns',
  )
})

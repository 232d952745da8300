import { importColumns } from '@keyhold/contracts/tenancy/imports'
import { expect, test } from 'vitest'
import { columnNames, columnOf, readHeadings } from './import-columns.ts'

test('headings are recognized in the usual spellings, with any case and punctuation', () => {
  const expected = {
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
  for (const [heading, column] of Object.entries(expected)) expect(columnOf(heading), heading).toBe(column)
  for (const column of importColumns)
    expect([columnOf(column), columnOf(columnNames[column])], column).toEqual([column, column])
  expect(columnOf('Shoe size')).toBeUndefined()
  expect(columnOf('')).toBeUndefined()
})

test('headings can be in any order; unknown ones are listed, blank ones are not', () => {
  expect(readHeadings(['Shoe size', 'email', '', 'Last', 'First'])).toEqual({
    columns: [undefined, 'email', undefined, 'lastName', 'firstName'],
    unknown: ['Shoe size'],
  })
})

test('a file without a required column is refused with the names of the missing ones', () => {
  expect(() => readHeadings(['Phone'])).toThrow('The file has no column for First name, Last name and Email.')
  expect(() => readHeadings(['Phone', 'First', 'Last'])).toThrow('The file has no column for Email.')
})

test('two headings for the same column, or too many headings, are refused', () => {
  expect(() => readHeadings(['First', 'Last', 'Email', 'Rent', 'Monthly rent'])).toThrow(
    'The columns "Rent" and "Monthly rent" mean the same thing.',
  )
  expect(() => readHeadings(['First', 'Last', 'Email', ...Array.from({ length: 200 }, () => '')])).toThrow(
    'more than 200 columns',
  )
})

import { importColumns } from '@keyhold/contracts/tenancy/imports'
import { refuse } from '@keyhold/kit/http/problem'
import { storableText } from './import-values.ts'

export type Column = (typeof importColumns)[number]

/** More than any list of tenants has. */
const maxHeadings = 200
/** Longer headings are cut in messages and lists. */
const maxHeadingLength = 100

/** Other headings that are recognized. Case, spaces and punctuation are ignored: "Unit #" is "unit". */
const aliases: Record<Column, string[]> = {
  firstName: ['first', 'given name', 'forename', 'tenant first name'],
  lastName: ['last', 'surname', 'family name', 'tenant last name'],
  email: ['mail', 'email address', 'tenant email'],
  phone: ['phone number', 'telephone', 'tel', 'mobile', 'mobile phone', 'cell', 'cell phone', 'tenant phone'],
  property: ['property name', 'property address', 'address', 'building', 'rental'],
  unit: ['unit number', 'unit no', 'unit name', 'apartment', 'apartment number', 'apt', 'apt number', 'suite'],
  leaseStartDate: ['lease start', 'lease from', 'start date', 'start', 'move in', 'move in date', 'lease begins'],
  leaseEndDate: [
    'lease end',
    'lease to',
    'end date',
    'end',
    'lease expires',
    'lease expiration',
    'lease expiration date',
    'lease ends',
  ],
  monthlyRent: ['rent', 'rent amount', 'rent per month', 'contract rent'],
  securityDeposit: ['deposit', 'deposit amount', 'security deposit amount'],
  dateOfBirth: ['dob', 'birth date', 'birthday', 'born'],
  emergencyContactName: ['emergency contact', 'emergency name'],
  emergencyContactPhone: ['emergency phone', 'emergency contact number', 'emergency number'],
  employerName: ['employer', 'company'],
  monthlyIncome: ['income', 'income per month', 'salary per month'],
  billFrom: [
    'billing from',
    'billing starts',
    'billing start',
    'billing start date',
    'first bill',
    'first billing date',
  ],
}

/** The columns' names in messages. */
export const columnNames: Record<Column, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'Email',
  phone: 'Phone',
  property: 'Property',
  unit: 'Unit',
  leaseStartDate: 'Lease start date',
  leaseEndDate: 'Lease end date',
  monthlyRent: 'Monthly rent',
  securityDeposit: 'Security deposit',
  dateOfBirth: 'Date of birth',
  emergencyContactName: 'Emergency contact name',
  emergencyContactPhone: 'Emergency contact phone',
  employerName: 'Employer name',
  monthlyIncome: 'Monthly income',
  billFrom: 'Bill from',
}

const required = ['firstName', 'lastName', 'email'] as const satisfies Column[]

const normalize = (heading: string) => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const byHeading = new Map(
  importColumns.flatMap((column) =>
    [column, columnNames[column], ...aliases[column]].map((name): [string, Column] => [normalize(name), column]),
  ),
)

export const columnOf = (heading: string): Column | undefined => byHeading.get(normalize(heading))

export interface Headings {
  /** The column that each heading means. */
  columns: (Column | undefined)[]
  unknown: string[]
}

/** @throws Refusal 400 for missing required columns, two headings for one column, or too many headings */
export function readHeadings(cells: readonly string[]): Headings {
  if (cells.length > maxHeadings)
    refuse(
      'invalid-input',
      `The file has more than ${maxHeadings} columns. Please remove those that are not about tenants.`,
    )
  const columns = cells.map(columnOf)
  const unknown = cells.filter((cell, index) => cell !== '' && columns[index] === undefined)
  const missing = required.filter((column) => !columns.includes(column)).map((column) => columnNames[column])
  if (missing.length > 0)
    refuse(
      'invalid-input',
      `The file has no column for ${conjunction(missing)}. The first line must contain the column headings.`,
    )
  const twice = columns.findIndex((column, index) => column !== undefined && columns.indexOf(column) !== index)
  if (twice >= 0) {
    const first = cells[columns.indexOf(columns[twice])]
    refuse(
      'invalid-input',
      `The columns "${displayText(first ?? '')}" and "${displayText(cells[twice] ?? '')}" mean the same thing. Please remove one of them.`,
    )
  }
  return { columns, unknown: unknown.map(displayText) }
}

const displayText = (heading: string) => storableText(heading.slice(0, maxHeadingLength))

const conjunction = (names: string[]) =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

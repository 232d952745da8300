import { importColumns } from '@keyhold/contracts/tenancy/imports'
import { refuse } from '@keyhold/kit/http/problem'

export type Column = (typeof importColumns)[number]

/** More than any list of tenants has; each heading is looked at and told back. */
const maxHeadings = 200
const longestTold = 100

/** What other programs and people call the columns, besides their own names. Case, spaces and punctuation don't count: "Unit #" is "unit". */
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
}

/** How a column is called in a sentence. */
export const columnNames: Record<Column, string> = {
  firstName: 'First name',
  lastName: 'Last name',
  email: 'E-mail',
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
}

const required = ['firstName', 'lastName', 'email'] as const satisfies Column[]

const plain = (heading: string) => heading.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const byHeading = new Map(
  importColumns.flatMap((column) =>
    [column, columnNames[column], ...aliases[column]].map((name): [string, Column] => [plain(name), column]),
  ),
)

/** The column that a heading means. */
export const columnOf = (heading: string): Column | undefined => byHeading.get(plain(heading))

export interface Headings {
  /** For each column of the file which of ours it is. */
  columns: (Column | undefined)[]
  unknown: string[]
}

/** @throws Refusal 400 that names what is missing, or what stands there twice */
export function readHeadings(cells: readonly string[]): Headings {
  if (cells.length > maxHeadings)
    refuse(
      'invalid-input',
      `The file has more than ${maxHeadings} columns. Please leave out those that are not about tenants.`,
    )
  const columns = cells.map(columnOf)
  const unknown = cells.filter((cell, index) => cell !== '' && columns[index] === undefined)
  const missing = required.filter((column) => !columns.includes(column)).map((column) => columnNames[column])
  if (missing.length > 0)
    refuse(
      'invalid-input',
      `The file has no column for ${conjunction(missing)}. Its first line has to hold the headings of the columns.`,
    )
  const twice = columns.findIndex((column, index) => column !== undefined && columns.indexOf(column) !== index)
  if (twice >= 0) {
    const first = cells[columns.indexOf(columns[twice])]
    refuse(
      'invalid-input',
      `The columns "${displayText(first ?? '')}" and "${displayText(cells[twice] ?? '')}" mean the same. Please leave one of them out.`,
    )
  }
  return { columns, unknown: unknown.map(displayText) }
}

const displayText = (heading: string) => heading.slice(0, longestTold).toWellFormed().replaceAll('\0', '\uFFFD')

const conjunction = (names: string[]) =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

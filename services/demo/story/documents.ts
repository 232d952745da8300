import { fullName } from '@keyhold/kit/lib/names'
import { addDays, addMonths } from '@keyhold/kit/lib/dates'
import type { Calendar } from './calendar.ts'
import { type PropertyKey, properties, units } from './homes.ts'
import { landlord, people } from './people.ts'
import { dueDayOf, endOf, propertyOf, startOf } from './terms.ts'
import { damage, type DemoTenancy, lateFeePolicy, tenancies, type TenancyKey } from './tenancies.ts'

export interface DemoDocument {
  name: string
  category: 'lease' | 'invoice' | 'inspection' | 'insurance' | 'tax' | 'other'
  /** The day it was filed. */
  on: string
  lines: string[]
  property?: PropertyKey
  tenancy?: TenancyKey
  repair?: string
}

const longDate = (date: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
const dollars = (amount: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(amount)
const ordinal = (day: number) => (day === 31 ? 'the last day' : `the ${day}${suffixes[plural.select(day)]} day`)
const plural = new Intl.PluralRules('en-US', { type: 'ordinal' })
const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th' }
const list = new Intl.ListFormat('en-US')

const namesOf = (tenancy: DemoTenancy) => list.format(tenancy.tenants.map((key) => fullName(people[key])))

function addressOf(tenancy: DemoTenancy): string {
  const { address, city, state, zipCode } = properties[propertyOf(tenancy)]
  const unit = tenancy.home === 'house' || tenancy.home === 'loft' ? '' : `, Unit ${units[tenancy.home].name}`
  return `${address}${unit}, ${city}, ${state} ${zipCode}`
}

function lease(key: TenancyKey, name: string, calendar: Calendar): DemoDocument {
  const tenancy: DemoTenancy = tenancies[key]
  const start = startOf(tenancy, calendar)
  return {
    name: `${name} lease.pdf`,
    category: 'lease',
    on: start,
    tenancy: key,
    lines: [
      'Residential Lease Agreement',
      '',
      `This lease agreement is made between ${fullName(landlord)} (Landlord) and`,
      `${namesOf(tenancy)} (Tenant).`,
      '',
      `Landlord: ${fullName(landlord)}`,
      `Tenant: ${namesOf(tenancy)}`,
      `Premises: ${addressOf(tenancy)}`,
      '',
      `Lease start date: ${longDate(start)}`,
      `Lease end date: ${longDate(endOf(tenancy, calendar))}`,
      '',
      `Monthly rent: ${dollars(tenancy.rent)}, due on ${ordinal(dueDayOf(tenancy, calendar))} of each month.`,
      `Security deposit: ${dollars(tenancy.rent)}, held until the tenancy ends.`,
      `Late fee: ${dollars(lateFeePolicy.amount)} after a grace period of ${lateFeePolicy.graceDays} days.`,
      'Pets: one cat is allowed. Smoking is not.',
      ...(tenancy.termKind === 'rollover' ? ['After the end date the lease continues from month to month.'] : []),
      '',
      'Signed by both parties.',
    ],
  }
}

const letter = (title: string, on: string, lines: string[]) => [title, '', `Date: ${longDate(on)}`, '', ...lines]

function notices(calendar: Calendar): DemoDocument[] {
  const { day } = calendar
  const { priya, noor, dana } = tenancies
  const [raised, given, late] = [day(-5, 20), day(-3, 25), day(-1, 20)]
  return [
    {
      name: 'Priya Shah rent increase notice.pdf',
      category: 'other',
      on: raised,
      tenancy: 'priya',
      lines: letter('Notice of Rent Increase', raised, [
        `To: ${namesOf(priya)}`,
        `Home: ${addressOf(priya)}`,
        '',
        `From ${longDate(day(priya.newRent.month, 1))} the rent is ${dollars(priya.newRent.rent)} a month`,
        `instead of ${dollars(priya.rent)}. Everything else stays as it is.`,
        '',
        fullName(landlord),
      ]),
    },
    {
      name: 'Dana Whitfield notice to vacate.pdf',
      category: 'other',
      on: given,
      tenancy: 'dana',
      lines: letter('Notice to Vacate', given, [
        `From: ${namesOf(dana)}`,
        `To: ${fullName(landlord)}`,
        `Home: ${addressOf(dana)}`,
        '',
        `I will move out on ${longDate(addDays(day(-1, 1), -1))} and return the keys on that day.`,
        'Please send my deposit to my new address, which I will give you.',
      ]),
    },
    {
      name: 'Noor Haddad late rent notice.pdf',
      category: 'other',
      on: late,
      tenancy: 'noor',
      lines: letter('Late Rent Notice', late, [
        `To: ${namesOf(noor)}`,
        `Home: ${addressOf(noor)}`,
        '',
        `The rent of ${dollars(noor.rent)} that was due on ${longDate(day(-1, 1))} has not arrived.`,
        'Please pay it or call me, so that we can agree on a date.',
        '',
        `${fullName(landlord)}, ${landlord.phone}`,
      ]),
    },
  ]
}

function moveOutPapers({ day }: Calendar): DemoDocument[] {
  const { dana } = tenancies
  const [inspected, settled] = [day(-1, 2), day(-1, 9)]
  return [
    {
      name: 'Juniper Court 104 move-out inspection.pdf',
      category: 'inspection',
      on: inspected,
      tenancy: 'dana',
      lines: [
        'Move-Out Inspection Report',
        '',
        `Inspection date: ${longDate(inspected)}`,
        `Inspector: ${fullName(landlord)}`,
        `Home: ${addressOf(dana)}`,
        '',
        'Kitchen: clean, everything works.',
        'Bathroom: clean, new silicone at the tub.',
        `Bedroom: ${damage.what.toLowerCase()}.`,
        'Keys returned: 2 of 2.',
        '',
        'Overall result: fair',
      ],
    },
    {
      name: 'Dana Whitfield deposit statement.pdf',
      category: 'other',
      on: settled,
      tenancy: 'dana',
      lines: letter('Statement of Your Deposit', settled, [
        `To: ${namesOf(dana)}`,
        `Home: ${addressOf(dana)}`,
        '',
        `Deposit held: ${dollars(dana.rent)}`,
        `${damage.what}: ${dollars(damage.amount)}`,
        `Refunded to you by check: ${dollars(dana.rent - damage.amount)}`,
        '',
        fullName(landlord),
      ]),
    },
  ]
}

function propertyPapers(calendar: Calendar): DemoDocument[] {
  const { day, daysAgo } = calendar
  const [insured, rented, billed, taxed] = [day(-6, 10), startOf(tenancies.jordan, calendar), daysAgo(156), day(-4, 15)]
  return [
    {
      name: 'Juniper Court insurance policy.pdf',
      category: 'insurance',
      on: insured,
      property: 'court',
      lines: [
        'Property Insurance Declarations Page',
        '',
        'Insurer: Front Range Mutual',
        `Named insured: ${fullName(landlord)}`,
        'Policy number: FRM-2208841',
        `Policy period: ${longDate(insured)} to ${longDate(addMonths(insured, 12))}`,
        `Insured property: ${properties.court.address}, Denver, CO 80205`,
        'General liability: $1,000,000.00',
        'Deductible: $2,500.00',
        'Annual premium: $4,870.00',
      ],
    },
    {
      name: 'Jordan Reyes renters insurance.pdf',
      category: 'insurance',
      on: rented,
      tenancy: 'jordan',
      lines: [
        'Certificate of Renters Insurance',
        '',
        'Insurer: Evergreen Casualty',
        `Named insured: ${fullName(people.jordan)}`,
        'Policy number: EC-71190-R',
        `Policy period: ${longDate(rented)} to ${longDate(addMonths(rented, 12))}`,
        'Personal liability: $100,000.00',
        'Deductible: $500.00',
      ],
    },
    {
      name: 'Rose Quarter Plumbing invoice 3318.pdf',
      category: 'invoice',
      on: billed,
      property: 'court',
      repair: 'hotWater',
      lines: [
        'Rose Quarter Plumbing INVOICE',
        '',
        'Invoice number: RQ-3318',
        `Invoice date: ${longDate(billed)}`,
        `Bill to: ${fullName(landlord)}`,
        `Due date: ${longDate(addDays(billed, 30))}`,
        '',
        'Replace heating element and thermostat, apartment 202',
        'Subtotal: $392.38',
        'Sales tax (5%): $19.62',
        'Total due: $412.00',
      ],
    },
    {
      name: 'Laurel House property tax.pdf',
      category: 'tax',
      on: taxed,
      property: 'house',
      lines: [
        'Property Tax Statement',
        '',
        `Tax year: ${taxed.slice(0, 4)}`,
        `Owner: ${fullName(landlord)}`,
        `Property: ${properties.house.address}, Portland, OR 97211`,
        'Assessed value: $412,600.00',
        'Tax due: $5,214.36',
      ],
    },
  ]
}

/** Text documents, oldest first for each kind. */
export const documentsOf = (calendar: Calendar): DemoDocument[] => [
  lease('priya', 'Tanager Lower', calendar),
  lease('walter', 'Juniper Court 101', calendar),
  lease('noor', 'Tanager Upper', calendar),
  lease('jordan', 'Alder Loft', calendar),
  lease('roommates', 'Laurel House', calendar),
  ...notices(calendar),
  ...moveOutPapers(calendar),
  ...propertyPapers(calendar),
]

import { dateInWords } from '@keyhold/contracts/messaging/notification-words'
import type { ReminderTrigger } from '@keyhold/contracts/messaging/reminder-triggers'
import { pages } from '@keyhold/contracts/pages'
import { addDays } from '@keyhold/kit/lib/dates'
import { fullName } from '@keyhold/kit/lib/names'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import type { Facts, Ledger, Person } from './facts.ts'

// Pure: which records a rule is about, on which day, and what its placeholders say. A new trigger is an entry here and in the contract.

/** A record that a rule is about, for one recipient. */
export interface Candidate {
  /** The record and the day that counts; a rule speaks once about it to a recipient. */
  recordKey: string
  /** In words. */
  record: string
  /** The day on which it is said. */
  day: string
  /** Not said after this day. */
  until: string | null
  /** Null: the landlord. */
  tenantId: string | null
  recipient: string
  timeZone: string | null
  values: Record<string, string>
  path: string
  /** Why nothing is said although the day has come. */
  skip: string | null
}

const usd = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
export const moneyInWords = (amount: number): string => usd.format(amount)

type Find = (facts: Facts, days: number) => Candidate[]

export const candidatesOf: Readonly<Record<ReminderTrigger, Find>> = {
  rent_due: (facts, days) =>
    charges(facts, (dueDate) => ({ day: addDays(dueDate, -days), until: dueDate, word: 'due' })),
  rent_overdue: (facts, days) =>
    charges(facts, (dueDate, today) =>
      dueDate < today ? { day: addDays(dueDate, Math.max(1, days)), until: null, word: 'overdue since' } : null,
    ),
  // Said when the event comes (`returned.ts`): no state says it later.
  payment_returned: () => [],
  lease_ending: ({ people }, days) =>
    people.flatMap((person) =>
      person.leaseEndDate === null
        ? []
        : {
            ...toTenant(person),
            recordKey: `lease:${person.tenantId}:${person.leaseEndDate}`,
            record: `Lease until ${dateInWords(person.leaseEndDate)}`,
            day: addDays(person.leaseEndDate, -days),
            until: person.leaseEndDate,
            values: { ...toTenant(person).values, END_DATE: dateInWords(person.leaseEndDate) },
          },
    ),
  insurance_expiring: ({ people, policies }, days) =>
    people.flatMap((person) => {
      const policy = policies.get(person.tenantId)
      if (!policy) return []
      const { insurer, expiryDate } = policy
      const at = toTenant(person)
      return {
        ...at,
        recordKey: `insurance:${person.tenantId}:${expiryDate}`,
        record: `Insurance with ${insurer} until ${dateInWords(expiryDate)}`,
        day: addDays(expiryDate, -days),
        until: expiryDate,
        path: pages.ownInsurance,
        values: { ...at.values, INSURER: insurer, EXPIRY_DATE: dateInWords(expiryDate) },
      }
    }),
  visit_tomorrow: ({ people, requests }) =>
    requests.flatMap(({ requestId, reportedBy, title, scheduledDate, propertyName, timeZone }) => {
      const person = people.find(({ tenantId }) => tenantId === reportedBy)
      if (!person || scheduledDate === null) return []
      const at = toTenant({ ...person, propertyName: propertyName ?? person.propertyName, timeZone })
      return {
        ...at,
        recordKey: `visit:${requestId}:${scheduledDate}`,
        record: `Visit for “${title}” on ${dateInWords(scheduledDate)}`,
        day: addDays(scheduledDate, -1),
        until: addDays(scheduledDate, -1),
        path: pages.tenantMaintenance,
        values: { ...at.values, REQUEST_TITLE: title, VISIT_DATE: dateInWords(scheduledDate) },
      }
    }),
  request_waiting: ({ requests }, days) =>
    requests.flatMap(({ requestId, title, status, openedAt, propertyName, timeZone }) => {
      if (status !== 'open' || openedAt === null) return []
      const openedOn = dateAt(openedAt, timeZone)
      return {
        recordKey: `waiting:${requestId}`,
        record: `“${title}”, open since ${dateInWords(openedOn)}`,
        day: addDays(openedOn, days),
        until: null,
        tenantId: null,
        recipient: 'You',
        timeZone,
        values: {
          REQUEST_TITLE: title,
          OPENED_ON: dateInWords(openedOn),
          PROPERTY_NAME: propertyName ?? 'your property',
        },
        path: pages.maintenanceRequest(requestId),
        skip: null,
      }
    }),
}

export const toTenant = (
  person: Pick<Person, 'tenantId' | 'firstName' | 'lastName' | 'propertyName' | 'timeZone'>,
) => ({
  tenantId: person.tenantId,
  recipient: fullName(person),
  timeZone: person.timeZone,
  path: pages.tenantPortal as string,
  skip: null,
  values: { TENANT_NAME: fullName(person), PROPERTY_NAME: person.propertyName ?? 'your home' } as Record<
    string,
    string
  >,
})

/** What is open of one due date of an account, for each of its tenants. */
function charges(
  { people, ledgers, now }: Facts,
  /** Null: nothing is said about what is due on that day. */
  timing: (dueDate: string, today: string) => { day: string; until: string | null; word: string } | null,
): Candidate[] {
  return people.flatMap((person) => {
    const ledger = ledgers.get(person.accountId)
    if (!ledger) return []
    const byDate = Map.groupBy(
      ledger.charges.filter(({ open }) => open > 0),
      ({ dueDate }) => dueDate,
    )
    return [...byDate].flatMap(([dueDate, due]) => {
      const timed = timing(dueDate, dateAt(now, person.timeZone))
      if (!timed) return []
      const amount = due.reduce((cents, { open }) => cents + Math.round(open * 100), 0) / 100
      const { word, ...when } = timed
      const at = toTenant(person)
      return {
        ...at,
        ...when,
        recordKey: `charges:${person.accountId}:${dueDate}:${person.tenantId}`,
        record: `${moneyInWords(amount)} ${word} ${dateInWords(dueDate)}`,
        values: { ...at.values, AMOUNT: moneyInWords(amount), DUE_DATE: dateInWords(dueDate) },
        skip: coveredBy(ledger, amount),
      }
    })
  })
}

function coveredBy({ credit, awaitingConfirmation }: Ledger, amount: number): string | null {
  if (credit >= amount) return 'The tenant’s credit covers it.'
  return awaitingConfirmation >= amount ? 'A payment that the tenant reported awaits your confirmation.' : null
}

import { attentionDays } from '@keyhold/contracts/tenancy/tenancies'
import type { Composed } from '../answers/answer-tenant.ts'
import { dateText, moneyText } from '../answers/words.ts'
import type { Source } from '../facts/facts.ts'
import { handOverReasons } from '../intents.ts'
import { clausesOf, normalize } from '../understanding/normalize.ts'
import type { LandlordFacts } from './landlord-facts.ts'

interface Answer {
  text: string
  sources: Source[]
}
type Answering = (facts: LandlordFacts) => Answer

const plural = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`
const listed = (total: number, names: readonly string[]) =>
  `${names.join('; ')}${total > names.length ? `; and ${total - names.length} more` : ''}`
const answer = (text: string, label: string, path: string): Answer => ({
  text,
  sources: [{ label, text: text.slice(0, 1000), path }],
})

/** The kinds of question, each with how it is asked and what the records say. The first that matches a clause counts. */
const kinds: readonly (readonly [name: string, asked: RegExp, answering: Answering])[] = [
  [
    'unconfirmed',
    /\b(unconfirmed|unverified|awaiting|to (confirm|verify)|reported payments?|waiting (to be|for) confirm\w*)\b/,
    ({ payments: { unverified } }) =>
      answer(
        unverified.total === 0
          ? 'No reported payment waits for your confirmation.'
          : `${plural(unverified.total, 'tenant')} reported payments that wait for your confirmation, ${moneyText(unverified.amount)} in total: ${listed(
              unverified.total,
              unverified.items.map(({ tenantName, amount }) => `${tenantName}, ${moneyText(amount)}`),
            )}.`,
        'Reported payments',
        '/payments',
      ),
  ],
  [
    'late_fees',
    /\blate fees?\b/,
    ({ payments: { lateFees } }) =>
      answer(
        lateFees.total === 0
          ? 'No late fee waits for your decision.'
          : `${plural(lateFees.total, 'late fee')} of ${moneyText(lateFees.amount)} in total wait for your decision.`,
        'Late fees',
        '/payments',
      ),
  ],
  [
    'overdue',
    /\b(who|which tenants?|anyone|anybody|list)\b[^.?!]{0,30}\b(late|behind|overdue|owes?|not paid|unpaid|past due)\b|\b(late|overdue|unpaid|delinquent) (tenants?|payments?|rents?|payers?)\b|\b(overdue|past due|arrears)\b/,
    ({ payments: { overdue } }) =>
      answer(
        overdue.total === 0
          ? 'Nobody is overdue.'
          : `${plural(overdue.total, 'tenant')} ${overdue.total === 1 ? 'is' : 'are'} overdue, ${moneyText(overdue.amount)} in total: ${listed(
              overdue.total,
              overdue.items.map(
                ({ tenantName, propertyName, amount }) =>
                  `${tenantName}${propertyName ? ` (${propertyName})` : ''}, ${moneyText(amount)}`,
              ),
            )}.`,
        'Overdue payments',
        '/payments?status=overdue',
      ),
  ],
  [
    'outstanding',
    /\b(total|how much|what)\b[^.?!]{0,30}\b(open|outstanding|owed|due|unpaid|receivable)\b|\boutstanding\b/,
    ({ money: { outstandingPayments, overdueCount } }) =>
      answer(
        `${moneyText(outstandingPayments)} is open and due by today; ${plural(overdueCount, 'payment')} ${overdueCount === 1 ? 'is' : 'are'} overdue.`,
        'Open and due',
        '/payments?status=open',
      ),
  ],
  [
    'revenue',
    /\b(revenue|income|collected|received|came in|earned?|made|take in)\b/,
    ({ money: { monthlyRevenue, lastMonthRevenue } }) =>
      answer(
        `${moneyText(monthlyRevenue)} was received this month, ${moneyText(lastMonthRevenue)} last month; security deposits are left out.`,
        'Revenue',
        '/reports',
      ),
  ],
  [
    'urgent_requests',
    /\b(emergenc\w*|urgent|past (its |their )?deadline|too long|past due requests?)\b/,
    ({ maintenance: { emergencies, pastDue } }) =>
      answer(
        `${plural(emergencies.total, 'open emergency', 'open emergencies')} without a vendor${
          emergencies.items.length > 0
            ? `: ${listed(
                emergencies.total,
                emergencies.items.map(({ title }) => `"${title}"`),
              )}`
            : ''
        }; ${plural(pastDue.total, 'request')} past ${pastDue.total === 1 ? 'its' : 'their'} deadline${
          pastDue.items.length > 0
            ? `: ${listed(
                pastDue.total,
                pastDue.items.map(({ title }) => `"${title}"`),
              )}`
            : ''
        }.`,
        'Urgent requests',
        '/maintenance',
      ),
  ],
  [
    'requests',
    /\b(maintenance|repairs?|requests?|tickets?|work orders?)\b/,
    ({ requests: { total, items } }) =>
      answer(
        total === 0
          ? 'No maintenance request is open.'
          : `${plural(total, 'maintenance request')} ${total === 1 ? 'is' : 'are'} open: ${listed(
              total,
              items.map(({ title, propertyName }) => `"${title}"${propertyName ? ` (${propertyName})` : ''}`),
            )}.`,
        'Open requests',
        '/maintenance',
      ),
  ],
  [
    'vacancies',
    /\b(vacan\w*|empty|unoccupied|available) ?(units?|apartments?|homes?|properties)?\b|\b(occupied|occupancy)\b/,
    ({ homes: { units, occupiedUnits, total } }) =>
      answer(
        `${units - occupiedUnits} of ${plural(units, 'unit')} in ${plural(total, 'property', 'properties')} ${units - occupiedUnits === 1 ? 'is' : 'are'} vacant.`,
        'Vacant units',
        '/properties',
      ),
  ],
  [
    'ending_leases',
    /\b(leases?|contracts?|tenanc(y|ies))\b[^.?!]{0,30}\b(end|ends|ending|expir\w*|up|over|renew\w*)\b|\b(ending|expiring|renew\w*)\b[^.?!]{0,15}\b(leases?|tenanc(y|ies))\b/,
    ({ tenancies: { total, ending } }) =>
      answer(
        total === 0
          ? `No lease ends within ${attentionDays} days.`
          : `${plural(total, 'lease')} ${total === 1 ? 'ends' : 'end'} within ${attentionDays} days or ran past the end: ${listed(
              total,
              ending.map(({ name, endDate }) => `${name}, ${dateText(endDate, 'en')}`),
            )}.`,
        'Leases that end',
        '/tenants',
      ),
  ],
  [
    'tenants',
    /\b(how many|number of|count)\b[^.?!]{0,25}\b(tenants?|renters?|people|properties|units?|homes)\b|\brent roll\b|\bportfolio\b/,
    ({ tenants, homes: { total, units } }) =>
      answer(
        `You have ${plural(tenants, 'active tenant')} and ${plural(units, 'unit')} in ${plural(total, 'property', 'properties')}.`,
        'Rent roll',
        '/reports',
      ),
  ],
]

export const landlordTopics =
  'who is overdue, what is outstanding, revenue this month, unconfirmed payments, late fees to decide, open and urgent requests, vacant units, leases that end, and how many tenants you have'

/** Answers a landlord's question from the landlord's own records; what is not among its kinds it says it does not know. */
export function answerLandlord(text: string, facts: LandlordFacts): Composed {
  const said: Answer[] = []
  const intents: string[] = []
  for (const clause of clausesOf(normalize(text))) {
    const found = kinds.find(([, asked]) => asked.test(clause))
    if (!found || intents.includes(found[0])) continue
    intents.push(found[0])
    said.push(found[2](facts))
  }
  const isKnown = said.length > 0
  return {
    outcome: isKnown ? 'answered' : 'handed_over',
    message: isKnown
      ? said.map((one) => one.text).join('\n')
      : `I can't answer that from your records. I can tell you ${landlordTopics}.`,
    reason: isKnown ? null : handOverReasons.unclear,
    intents,
    sources: said.flatMap(({ sources }) => sources),
    proposal: null,
  }
}

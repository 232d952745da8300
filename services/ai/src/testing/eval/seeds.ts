import type { TenantRecords } from '../../domain/assistant/facts/facts.ts'

const landlord = { name: 'Dana Whitfield', email: 'dana@example.com', phone: '+1 555 010 0199' }

const houseRules = `Quiet hours are from 10 pm to 7 am on every day. Trash is picked up on Tuesday mornings, and recycling every other Friday.
Guests may park in the visitor spaces for up to 24 hours. Smoking is not permitted inside the building or on balconies.
The laundry room is open from 8 am to 9 pm. The pool is open from May to September, 9 am to 8 pm.`
const moveIn = `Welcome to your new home. The water shut-off valve is under the kitchen sink. The breaker panel is in the hall closet.
Set the thermostat to 68 degrees in winter. Your mailbox is next to the front entrance.`
const lease = `The tenant pays for electricity and internet; the landlord pays for water and trash. Subletting requires the written consent of the landlord.
The tenant shall carry renters insurance with at least $100,000 of liability cover. Either party may end the tenancy with 60 days of written notice before moving out.`

const document = (n: number, fileName: string, text: string) => ({
  documentId: `00000000-0000-7000-8000-00000000000${n}`,
  fileName,
  text: text.replace(/\s+/g, ' '),
})

/** Three tenants' records: behind with the rent, paid up, and with a credit and no end date. */
export const seeds: Record<'late' | 'paid' | 'credit', TenantRecords> = {
  late: {
    today: '2026-03-15',
    tenant: { firstName: 'Ada', lastName: 'Moss' },
    home: { name: 'Oak House', address: '12 Oak St' },
    lease: { startDate: '2025-07-01', endDate: '2026-06-30', monthlyRent: 1850 },
    account: {
      balance: 2262.5,
      credit: 0,
      awaiting: 0,
      depositHeld: 1500,
      open: [
        { type: 'rent', amount: 1850, open: 362.5, dueDate: '2026-02-01' },
        { type: 'rent', amount: 1850, open: 1850, dueDate: '2026-03-01' },
        { type: 'late_fee', amount: 50, open: 50, dueDate: '2026-03-07' },
        { type: 'rent', amount: 1850, open: 1850, dueDate: '2026-04-01' },
      ],
      hasAllReceipts: true,
      receipts: [
        {
          id: '00000000-0000-7000-8000-0000000000a1',
          amount: 1487.5,
          on: '2026-02-09',
          description: 'Payment by check',
        },
        { id: '00000000-0000-7000-8000-0000000000a2', amount: 1850, on: '2026-01-02', description: 'Payment by check' },
      ],
    },
    lateFees: { isEnabled: true, graceDays: 5, kind: 'flat', amount: 50, frequency: 'once', cap: null },
    landlord,
    requests: [
      {
        title: 'Dishwasher does not drain',
        status: 'in_progress',
        reportedOn: '2026-03-04',
        scheduledDate: '2026-03-19',
        completedDate: null,
      },
      { title: 'Loose railing', status: 'open', reportedOn: '2026-03-10', scheduledDate: null, completedDate: null },
    ],
    visits: [],
    documents: [document(1, 'House rules.pdf', houseRules), document(2, 'Move-in guide.docx', moveIn)],
  },
  paid: {
    today: '2026-03-15',
    tenant: { firstName: 'Ben', lastName: 'Ortiz' },
    home: { name: 'Elm Court', address: '4 Elm Ct' },
    lease: { startDate: '2024-05-15', endDate: '2026-05-14', monthlyRent: 2100 },
    account: {
      balance: 0,
      credit: 0,
      awaiting: 0,
      depositHeld: 2100,
      open: [{ type: 'rent', amount: 2100, open: 2100, dueDate: '2026-04-15' }],
      hasAllReceipts: true,
      receipts: [
        {
          id: '00000000-0000-7000-8000-0000000000b1',
          amount: 2100,
          on: '2026-03-13',
          description: 'Payment by transfer',
        },
        {
          id: '00000000-0000-7000-8000-0000000000b2',
          amount: 2100,
          on: '2026-02-14',
          description: 'Payment by transfer',
        },
      ],
    },
    lateFees: { isEnabled: true, graceDays: 3, kind: 'percent', amount: 5, frequency: 'once', cap: 100 },
    landlord,
    requests: [],
    visits: [],
    documents: [document(3, 'Lease.pdf', lease)],
  },
  credit: {
    today: '2026-03-15',
    tenant: { firstName: 'Cleo', lastName: 'Park' },
    home: { name: 'Pine Row', address: '9 Pine Row' },
    lease: { startDate: '2023-11-01', endDate: null, monthlyRent: 1275.5 },
    account: {
      balance: -140,
      credit: 140,
      awaiting: 600,
      depositHeld: 0,
      open: [{ type: 'rent', amount: 1275.5, open: 1275.5, dueDate: '2026-04-01' }],
      hasAllReceipts: true,
      receipts: [
        {
          id: '00000000-0000-7000-8000-0000000000c1',
          amount: 1415.5,
          on: '2026-03-01',
          description: 'Payment by cash',
        },
      ],
    },
    lateFees: { isEnabled: false, graceDays: 0, kind: 'flat', amount: 0, frequency: 'once', cap: null },
    landlord,
    requests: [
      {
        title: 'Faucet drips in the bathroom',
        status: 'in_progress',
        reportedOn: '2026-03-08',
        scheduledDate: '2026-03-17',
        completedDate: null,
      },
    ],
    visits: [],
    documents: [],
  },
}

/** What an answer about a record must say, written by hand and not by the code under test. */
export const truths: Record<keyof typeof seeds, Partial<Record<string, string>>> = {
  late: {
    balance: '$2,262.50',
    balance_reason: '$362.50',
    next_payment: 'April 1, 2026',
    last_payment: '$1,487.50',
    lease_start: 'July 1, 2025',
    lease_end: 'June 30, 2026',
    rent: '$1,850.00',
    deposit: '$1,500.00',
    landlord: '+1 555 010 0199',
    requests: 'in progress',
    late_fees: '$50.00',
  },
  paid: {
    balance: '$0.00',
    next_payment: 'April 15, 2026',
    last_payment: '$2,100.00',
    lease_start: 'May 15, 2024',
    lease_end: 'May 14, 2026',
    rent: '$2,100.00',
    deposit: '$2,100.00',
    landlord: '+1 555 010 0199',
    requests: 'no maintenance requests',
    late_fees: '5%',
  },
  credit: {
    balance: '$140.00',
    balance_reason: '$140.00',
    next_payment: 'April 1, 2026',
    last_payment: '$1,415.50',
    lease_start: 'November 1, 2023',
    lease_end: 'no end date',
    rent: '$1,275.50',
    deposit: '$0.00',
    landlord: '+1 555 010 0199',
    requests: 'March 17, 2026',
    late_fees: 'No late fees',
  },
}

/** What a quoted document must say, by a word of the question. */
export const quotes: readonly (readonly [RegExp, string])[] = [
  [/quiet|noise|music/i, '10 pm to 7 am'],
  [/trash/i, 'Tuesday'],
  [/guest|visitor/i, 'up to 24 hours'],
  [/smok/i, 'not permitted'],
  [/valve|shut off/i, 'under the kitchen sink'],
  [/laundry|washing machine/i, '8 am to 9 pm'],
  [/pool/i, 'May to September'],
  [/electric|utilities|water bill/i, 'electricity and internet'],
  [/insurance/i, '$100,000'],
  [/sublet/i, 'written consent'],
  [/notice/i, '60 days'],
  [/breaker/i, 'hall closet'],
]

import type { paymentMethods, paymentTypes } from '@keyhold/contracts/payments/payments'
import type { receiptKinds } from '@keyhold/contracts/payments/receipts'
import { moneyText, toCents, toDollars } from '@keyhold/kit/lib/money'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import type { Actor } from '@keyhold/kit/runtime/actor'
import type { Database } from '@keyhold/kit/database/database'
import { accountNameOf } from '../bank-accounts/account-query.ts'
import { namesOn, unitNameOf } from '../ledger/accounts.ts'
import { dayText } from '../explain/format.ts'
import type { Sheet } from './layout.ts'
import { momentAt } from './letterhead.ts'
import { isCounted } from '../ledger/charge-balance.ts'

interface Part {
  /** The amount allocated to this charge. */
  amount: number
  /** The whole amount that was received. */
  whole: number
  payer: string | null
  /** Those who shared the account on the day. */
  names: string
  method: (typeof paymentMethods)[number]
  receivedOn: string
  confirmationNumber: string | null
  isReported: boolean
  kind: (typeof receiptKinds)[number]
  /** The user who confirmed it, or else recorded it. */
  by: string
  verifiedOn: string | null
  /** The account it was deposited into; null for a deposit that was applied, and for the tenant. */
  bankAccountName: string | null
}

interface Head {
  id: string
  landlordId: string
  propertyName: string | null
  unitName: string | null
  type: (typeof paymentTypes)[number]
  description: string | null
  dueDate: string
  amount: number
  timeZone: string
}

/** `credited`: what a credit or a write-off pays, for which nothing was received. `later`: what was paid or credited after `until`. */
export type ReceiptDetails = Head & {
  number: string
  parts: Part[]
  credited: number
  later: number
  until: string | undefined
}

/** The counted receipts of a charge; for who left the account on the day `until`, those of by then. Null if the actor cannot see the charge or nothing counts on it. */
export async function readReceipt(
  db: Database,
  actor: Actor,
  { landlordId, chargeId, until }: { landlordId: string; chargeId: string; until?: string | undefined },
): Promise<ReceiptDetails | null> {
  // How the landlord calls an account is not the tenant's to know.
  const isLandlord = actor.role !== 'tenant'
  const [[head], all] = await db.read(
    actor,
    (sql) =>
      [
        sql<Head[]>`
          select c.id, c.landlord_id, ${unitNameOf(sql)} as unit_name,
            (select p.name from property p where p.landlord_id = c.landlord_id and p.property_id = c.property_id) as property_name,
            c.type, c.description, c.due_date, c.amount, coalesce((
              select p.time_zone from property p where p.landlord_id = c.landlord_id and p.property_id = c.property_id), ${defaultTimeZone}::text) as time_zone
          from charge c where c.landlord_id = ${landlordId} and c.id = ${chargeId}`,
        sql<Part[]>`
          select s.amount, r.amount as whole, (select m.name from tenant m where m.landlord_id = r.landlord_id and m.tenant_id = r.payer_id) as payer,
            ${namesOn(sql, { landlord: sql`r.landlord_id`, account: sql`r.tenant_id`, tenancy: sql`(select c.tenancy_id from charge c where c.landlord_id = ${landlordId} and c.id = ${chargeId})`, day: sql`r.received_on` })} as names, r.method, r.received_on, r.confirmation_number, r.reported_by = 'tenant' as is_reported, r.kind,
            case when r.kind = 'money' and ${isLandlord} then ${accountNameOf(sql, { landlord: sql`r.landlord_id`, account: sql`r.bank_account_id` })} end as bank_account_name,
            coalesce(r.verified_by, r.recorded_by) as by, (r.verified_at at time zone coalesce((
              select p.time_zone from charge c join property p on p.landlord_id = c.landlord_id and p.property_id = c.property_id
              where c.landlord_id = ${landlordId} and c.id = ${chargeId}), ${defaultTimeZone}::text))::date as verified_on
          from (
            select a.receipt_id, sum(a.amount) as amount from allocation a where a.landlord_id = ${landlordId} and a.charge_id = ${chargeId} group by a.receipt_id
          ) s
          cross join lateral (select r.* from receipt r where r.landlord_id = ${landlordId} and r.id = s.receipt_id and ${isCounted(sql)} limit 1) r
          where s.amount > 0 order by r.received_on, r.id`,
      ] as const,
  )
  // The last digits of the id are random: short enough to read out, and the same every time the receipt is generated.
  const parts = all.filter(({ receivedOn }) => until === undefined || receivedOn <= until)
  const received = parts.filter(({ kind }) => kind === 'money' || kind === 'deposit')
  if (!head || received.length === 0 || (until !== undefined && head.dueDate > until)) return null
  const sumOf = (some: Part[]) => toDollars(some.reduce((sum, part) => sum + toCents(part.amount), 0))
  const credited = sumOf(parts.filter((part) => !received.includes(part)))
  const later = sumOf(all.filter((part) => !parts.includes(part)))
  return { ...head, number: head.id.slice(-12).toUpperCase(), parts: received, credited, later, until }
}

export const typeNames = {
  rent: 'Rent',
  security_deposit: 'Security deposit',
  late_fee: 'Late fee',
  maintenance: 'Maintenance',
  other: 'Other charge',
} as const satisfies Record<Head['type'], string>
export const methodNames = {
  cash: 'Cash',
  check: 'Check',
  credit_card: 'Credit card',
  ach: 'ACH',
  online: 'Online payment',
  bank_transfer: 'Bank transfer',
  money_order: 'Money order',
} as const satisfies Record<Part['method'], string>

/** What was received on one charge. `users`: the names of the landlord and of those who confirmed it. */
export function receiptSheet(receipt: ReceiptDetails, users: ReadonlyMap<string, string>, madeAt: string): Sheet {
  const { number, parts, type, description, dueDate, amount, credited, later, until } = receipt
  const received = parts.reduce((sum, part) => sum + toCents(part.amount), 0)
  const home = [receipt.propertyName, receipt.unitName].filter(Boolean).join(', ')
  const payers = [...new Set(parts.flatMap(({ payer }) => payer ?? []))]
  const landlord = users.get(receipt.landlordId)
  return {
    title: 'Receipt',
    subtitle: `No. ${number}`,
    details: [
      ['Received from', payers.join(' & ') || (parts.at(-1)?.names ?? '')],
      ...(landlord === undefined ? [] : [['Received by', landlord] as [string, string]]),
      ['Date', dayText(parts.at(-1)?.receivedOn ?? dueDate)],
      ['Property', home || 'None'],
      ['Made on', momentAt(madeAt, receipt.timeZone)],
    ],
    isWide: false,
    madeAt,
    blocks: [
      {
        kind: 'table',
        heading: 'What was received',
        columns: [
          { title: 'Received on', width: 62 },
          { title: 'From', width: 80 },
          { title: 'Method and reference', width: 96 },
          { title: 'Recorded or confirmed', width: '*' },
          { title: 'Whole amount', width: 62, isNumber: true },
          { title: 'For this', width: 62, isNumber: true },
        ],
        rows: parts.map((part) => [
          dayText(part.receivedOn),
          part.payer ?? part.names,
          [
            part.kind === 'deposit' ? 'Security deposit' : methodNames[part.method],
            part.confirmationNumber,
            part.bankAccountName && `Into ${part.bankAccountName}`,
          ]
            .filter(Boolean)
            .join('\n'),
          confirmedBy(part, users),
          moneyText(toCents(part.whole)),
          moneyText(toCents(part.amount)),
        ]),
        totals: ['Total', '', '', '', '', moneyText(received)],
        empty: '',
      },
      {
        kind: 'figures',
        heading: 'What it is for',
        items: [
          [
            typeNames[type],
            moneyText(toCents(amount)),
            [...(description === null ? [] : [description]), `Due on ${dayText(dueDate)}`].join('. '),
          ],
          ['Received', moneyText(received)],
          ...(credited > 0 ? [['Credited or written off', moneyText(toCents(credited))] as [string, string]] : []),
          ...(until !== undefined && later > 0
            ? [[`Paid or credited after ${dayText(until)}`, moneyText(toCents(later))] as [string, string]]
            : []),
          ['Remaining balance', moneyText(toCents(amount) - received - toCents(credited) - toCents(later))],
        ],
      },
    ],
  }
}

function confirmedBy({ by, verifiedOn, isReported, kind }: Part, users: ReadonlyMap<string, string>): string {
  const name = users.get(by) ?? 'the landlord'
  if (verifiedOn === null) return kind === 'deposit' ? `Applied by ${name}` : `Recorded by ${name}`
  return `${isReported ? 'Reported by the tenant, confirmed' : 'Confirmed'} by ${name} on ${dayText(verifiedOn)}`
}

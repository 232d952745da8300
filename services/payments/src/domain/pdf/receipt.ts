import { userName } from '@keyhold/contracts/identity/accounts'
import type { paymentMethods, paymentTypes } from '@keyhold/contracts/payments/payments'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import { fullName } from '@keyhold/kit/lib/names'
import { defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import { type Actor, serviceActor } from '@keyhold/kit/runtime/actor'
import type { Call } from '@keyhold/kit/http/call'
import type { Database } from '@keyhold/kit/database/database'
import { namesOf, unitNameOf } from '../ledger/accounts.ts'
import { dayText } from '../explain/format.ts'
import type { Sheet } from './layout.ts'
import { momentText } from '../reports/documents/report-document.ts'
import { isCounted } from '../ledger/charge-balance.ts'

interface Part {
  /** The amount allocated to this charge. */
  amount: number
  method: (typeof paymentMethods)[number]
  receivedOn: string
  confirmationNumber: string | null
  isReported: boolean
  isDeposit: boolean
  /** The user who confirmed it, or else recorded it. */
  by: string
  verifiedOn: string | null
}

interface Head {
  id: string
  landlordId: string
  names: string
  propertyName: string | null
  unitName: string | null
  type: (typeof paymentTypes)[number]
  description: string | null
  dueDate: string
  amount: number
}

export type ReceiptDetails = Head & { number: string; parts: Part[] }

/** The counted receipts of a charge. Null if the actor cannot see the charge or nothing counts on it. */
export async function readReceipt(
  db: Database,
  actor: Actor,
  { landlordId, chargeId }: { landlordId: string; chargeId: string },
): Promise<ReceiptDetails | null> {
  const [[head], parts] = await db.read(
    actor,
    (sql) =>
      [
        sql<Head[]>`
          select c.id, c.landlord_id, ${namesOf(sql, { landlord: sql`c.landlord_id`, account: sql`c.tenant_id` })} as names, ${unitNameOf(sql)} as unit_name,
            (select p.name from property p where p.landlord_id = c.landlord_id and p.property_id = c.property_id) as property_name,
            c.type, c.description, c.due_date, c.amount
          from charge c where c.landlord_id = ${landlordId} and c.id = ${chargeId}`,
        sql<Part[]>`
          select s.amount, r.method, r.received_on, r.confirmation_number, r.reported_by = 'tenant' as is_reported, r.deposit_movement_id is not null as is_deposit,
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
  return head && parts.length > 0 ? { ...head, number: head.id.slice(-12).toUpperCase(), parts } : null
}

/** The names of the confirming users. A name that cannot be read is left out. */
export async function namesOfUsers(
  call: Call,
  { landlordId, parts }: ReceiptDetails,
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(parts.map(({ by }) => by))]
  const actor = serviceActor('payments', landlordId)
  const found = await Promise.allSettled(
    ids.map(async (id): Promise<[string, string]> => {
      const user = await call(userName, actor, { params: { id }, timeoutMs: 2000 })
      return [id, fullName(user)]
    }),
  )
  return new Map(found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : [])))
}

const typeNames = {
  rent: 'Rent',
  security_deposit: 'Security deposit',
  late_fee: 'Late fee',
  maintenance: 'Maintenance',
  other: 'Other charge',
} as const satisfies Record<Head['type'], string>
const methodNames = {
  cash: 'Cash',
  check: 'Check',
  credit_card: 'Credit card',
  ach: 'ACH',
  online: 'Online payment',
  bank_transfer: 'Bank transfer',
  money_order: 'Money order',
} as const satisfies Record<Part['method'], string>

export function receiptSheet(receipt: ReceiptDetails, users: ReadonlyMap<string, string>, madeAt: string): Sheet {
  const { number, names, parts, type, description, dueDate, amount } = receipt
  const received = parts.reduce((sum, part) => sum + toCents(part.amount), 0)
  const home = [receipt.propertyName, receipt.unitName].filter(Boolean).join(', ')
  return {
    title: 'Receipt',
    subtitle: `No. ${number}`,
    details: [
      ['Received from', names],
      ['Date', dayText(parts.at(-1)?.receivedOn ?? dueDate)],
      ['Property', home || 'None'],
      ['Made on', momentText(madeAt)],
    ],
    isWide: false,
    madeAt,
    blocks: [
      {
        kind: 'table',
        heading: 'What was received',
        columns: [
          { title: 'Received on', width: 66 },
          { title: 'Method', width: 84 },
          { title: 'Confirmation number', width: 110 },
          { title: 'Recorded or confirmed', width: '*' },
          { title: 'Amount', width: 70, isNumber: true },
        ],
        rows: parts.map((part) => [
          dayText(part.receivedOn),
          part.isDeposit ? 'Security deposit' : methodNames[part.method],
          part.confirmationNumber ?? '',
          confirmedBy(part, users),
          moneyText(toCents(part.amount)),
        ]),
        totals: ['Total', '', '', '', moneyText(received)],
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
          ['Remaining balance', moneyText(toCents(amount) - received)],
        ],
      },
    ],
  }
}

function confirmedBy({ by, verifiedOn, isReported, isDeposit }: Part, users: ReadonlyMap<string, string>): string {
  const name = users.get(by) ?? 'the landlord'
  if (verifiedOn === null) return isDeposit ? `Applied by ${name}` : `Recorded by ${name}`
  return `${isReported ? 'Reported by the tenant, confirmed' : 'Confirmed'} by ${name} on ${dayText(verifiedOn)}`
}

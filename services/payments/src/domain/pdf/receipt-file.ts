import type { Receipt } from '@keyhold/contracts/payments/receipts'
import type { Database } from '@keyhold/kit/database/database'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import type { Actor } from '@keyhold/kit/runtime/actor'
import { dayText } from '../explain/format.ts'
import { selectReceipts } from '../receipts/receipt-query.ts'
import type { Block, Sheet } from './layout.ts'
import { momentAt } from './letterhead.ts'
import { methodNames, typeNames } from './receipt.ts'

/** Money or a deposit that counts as received. Null if the actor cannot see it, if it is awaiting or was taken back, and for what was forgiven: nothing was received. */
export async function readReceivedMoney(
  db: Database,
  actor: Actor,
  { landlordId, id }: { landlordId: string; id: string },
): Promise<Receipt | null> {
  const [found] = await db.read(actor, (sql) => {
    const one = sql`select r.* from receipt r where r.landlord_id = ${landlordId} and r.id = ${id}`
    return sql<Receipt[]>`${selectReceipts(sql, one)}`
  })
  if (found?.status !== 'counted' || found.kind === 'concession' || found.kind === 'write_off') return null
  // How the landlord calls an account is not the tenant's to know.
  return actor.role === 'tenant' ? { ...found, bankAccountName: null } : found
}

/** The last digits of an id are random: short enough to read out, and the same every time. */
export const receiptNumber = (id: string): string => id.slice(-12).toUpperCase()

const money = (dollars: number) => moneyText(toCents(dollars))

/** One receipt: who paid, when, how and how much, and what it was for. */
export function receivedMoneySheet(
  receipt: Receipt,
  { landlord, madeAt, timeZone }: { landlord: string | undefined; madeAt: string; timeZone: string },
): Sheet {
  const { allocations, unallocated, tenantName, payerName } = receipt
  const isMoney = receipt.kind === 'money'
  const isPartly = payerName !== null && payerName !== tenantName
  const facts: Block = {
    kind: 'figures',
    heading: isMoney ? 'What was received' : 'What it is',
    items: [
      ['Amount', money(receipt.amount)],
      ...(isMoney ? [['Method', methodNames[receipt.paymentMethod]] as [string, string]] : []),
      ...(isMoney && receipt.confirmationNumber !== null
        ? [['Reference', receipt.confirmationNumber] as [string, string]]
        : []),
      ...(receipt.bankAccountName === null ? [] : [['Deposited into', receipt.bankAccountName] as [string, string]]),
      ...(!isMoney && receipt.notes !== null ? [['Reason', receipt.notes] as [string, string]] : []),
    ],
  }
  return {
    title: isMoney ? 'Receipt' : 'Paid from the security deposit',
    subtitle: `No. ${receiptNumber(receipt.id)}`,
    details: [
      [isMoney ? 'Received from' : 'Tenant', payerName ?? tenantName],
      ...(isPartly ? [['Account of', tenantName] as [string, string]] : []),
      ...(landlord === undefined ? [] : [[isMoney ? 'Received by' : 'Landlord', landlord] as [string, string]]),
      [isMoney ? 'Received on' : 'On', dayText(receipt.receivedOn)],
      ['Property', [receipt.propertyName, receipt.unitName].filter(Boolean).join(', ') || 'None'],
      ['Made on', momentAt(madeAt, timeZone)],
    ],
    isWide: false,
    madeAt,
    blocks: [
      facts,
      {
        kind: 'table',
        heading: 'What it was for',
        columns: [
          { title: 'Charge', width: '*' },
          { title: 'Due on', width: 80 },
          { title: 'Paid', width: 80, isNumber: true },
        ],
        rows: [
          ...allocations.map(({ paymentType, description, dueDate, amount }) => [
            [typeNames[paymentType], description].filter(Boolean).join(': '),
            dayText(dueDate),
            money(amount),
          ]),
          ...(unallocated > 0 ? [['Credit toward future charges', '', money(unallocated)]] : []),
        ],
        totals: ['Total', '', money(receipt.amount)],
        empty: '',
      },
    ],
  }
}

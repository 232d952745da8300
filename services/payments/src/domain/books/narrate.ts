import type { JournalKind } from '@keyhold/contracts/payments/journal'
import type { paymentMethods, paymentTypes } from '@keyhold/contracts/payments/payments'
import type { receiptKinds, reversalKinds } from '@keyhold/contracts/payments/receipts'
import { dayText } from '../explain/format.ts'
import { methods, titles } from '../explain/receipt-lines.ts'

type Method = (typeof paymentMethods)[number]

/** The records that an entry refers to. */
export interface Narrated {
  kind: JournalKind
  on: string
  belongsOn: string | null
  /** Why, as its author said. */
  reason: string | null
  /** The period of `belongsOn` was closed when it was recorded. */
  isClosed: boolean
  chargeType: (typeof paymentTypes)[number] | null
  description: string | null
  isRecurring: boolean
  dueDate: string | null
  cancellationReason: string | null
  receiptKind: (typeof receiptKinds)[number] | null
  method: Method | null
  reference: string | null
  /** It corrects an earlier receipt. */
  isCorrection: boolean
  payer: string | null
  reversalKind: (typeof reversalKinds)[number] | null
  reversalReason: string | null
  movementMethod: Method | null
  /** Of a transfer: the names of the accounts, and why it was undone. */
  transferFrom: string | null
  transferTo: string | null
  transferUndone: string | null
}

/** What an entry records, in plain words. */
export function narrate(entry: Narrated): string {
  const said = wordsOf(entry)
  const words = entry.reason === null || said.endsWith(`: ${entry.reason}`) ? said : `${said}: ${entry.reason}`
  if (entry.belongsOn === null) return words
  return `${words} (of ${dayText(entry.belongsOn)}${entry.isClosed ? ', a closed period' : ''})`
}

function wordsOf(entry: Narrated): string {
  const { kind, cancellationReason, movementMethod } = entry
  switch (kind) {
    case 'charged':
      return `${chargeWords(entry)} charged`
    case 'changed':
      return entry.chargeType === null ? 'Books corrected' : `${chargeWords(entry)} changed`
    case 'cancelled':
      return `${chargeWords(entry)} cancelled${cancellationReason === null ? '' : `: ${cancellationReason}`}`
    case 'received':
      return receivedWords(entry)
    case 'returned':
      return returnWords(entry)
    case 'allocated':
      return `${receiptWords(entry)} used for ${chargeWords(entry)}`
    case 'deallocated':
      return `${receiptWords(entry)} removed from ${chargeWords(entry)}`
    case 'deposit_refunded':
      return `Security deposit refunded${by(movementMethod)}`
    case 'deposit_refund_undone':
      return 'Refund of the security deposit undone'
    case 'credit_refunded':
      return entry.receiptKind === null
        ? `Credit refunded${by(movementMethod)}`
        : 'Refund of the credit moved to the corrected payment'
    case 'credit_refund_undone':
      return 'Refund of the credit undone'
    case 'transferred':
      return transferWords(entry)
    case 'transfer_undone':
      return `${transferWords(entry)}: undone${entry.transferUndone === null ? '' : `, ${entry.transferUndone}`}`
    case 'stay_booked':
      return 'Short stay'
    case 'stay_received':
      return 'Payment for a short stay received'
    case 'stay_refunded':
      return 'Payment for a short stay refunded'
    case 'turnover_cost':
      return 'Turnover task'
  }
}

const transferWords = ({ transferFrom, transferTo }: Narrated) =>
  `Moved from ${transferFrom ?? ''} to ${transferTo ?? ''}`

const by = (method: Method | null) => (method === null ? '' : ` ${methods[method]}`)

/** The description of a late fee or another charge says already what it is. */
function chargeWords({ chargeType, description, isRecurring, dueDate }: Narrated): string {
  if (chargeType === null) return 'Charge'
  if (description === null) return `${titles[chargeType]}${dueDate === null ? '' : ` due ${dayText(dueDate)}`}`
  if (chargeType === 'late_fee' || chargeType === 'other') return description
  return isRecurring && !description.includes(':')
    ? `${titles[chargeType]} for ${description}`
    : `${titles[chargeType]}: ${description}`
}

function receiptWords({ receiptKind, method, reference }: Narrated): string {
  switch (receiptKind) {
    case 'deposit':
      return 'Security deposit applied'
    case 'concession':
      return 'Concession'
    case 'write_off':
      return 'Write-off'
    case 'money':
    case null:
      return `Payment${by(method)}${reference === null ? '' : `, reference ${reference},`}`
  }
}

function receivedWords(entry: Narrated): string {
  const words = receiptWords(entry)
  if (entry.receiptKind !== 'money') return words
  return `${words} received${entry.payer === null ? '' : ` from ${entry.payer}`}${entry.isCorrection ? ', as corrected' : ''}`
}

function returnWords(entry: Narrated): string {
  const what = receiptWords(entry)
  const how = entry.reversalKind === 'returned' ? 'returned by the bank' : 'reversed'
  return `${what} ${how}${entry.reversalReason === null ? '' : `: ${entry.reversalReason}`}`
}

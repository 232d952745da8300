import type { ProposedAllocation, Receipt } from '@keyhold/contracts/payments/receipts'
import type { z } from '@keyhold/contracts/zod'
import { list, money } from '~/lib/format.ts'
import { chargeName } from '../words.ts'
import type { OpenCharge, Parts } from './spread.ts'

type Proposal = z.output<typeof ProposedAllocation>

/** The open charges in the order in which money pays them. */
export const openOf = ({ allocations }: Proposal): OpenCharge[] =>
  allocations.map((charge) => ({
    paymentId: charge.paymentId,
    label: chargeName(charge),
    dueDate: charge.dueDate,
    open: charge.open,
  }))

/** What a receipt could pay instead: its own parts are free again. First what it pays, then what is open. */
export function payableBy({ allocations }: Receipt, proposal: Proposal): OpenCharge[] {
  const open = openOf(proposal)
  const own = allocations.map((charge) => {
    const still = open.find(({ paymentId }) => paymentId === charge.paymentId)?.open ?? 0
    return {
      paymentId: charge.paymentId,
      label: chargeName(charge),
      dueDate: charge.dueDate,
      open: Math.round((still + charge.amount) * 100) / 100,
    }
  })
  const paid = new Set(own.map(({ paymentId }) => paymentId))
  return [...own, ...open.filter(({ paymentId }) => !paid.has(paymentId))]
}

export const partsOf = ({ allocations }: Receipt): Parts =>
  Object.fromEntries(allocations.map(({ paymentId, amount }) => [paymentId, String(amount)]))

/** More charges than this are counted instead of named. */
const mostNamed = 3

function counted({ allocations, unallocated }: Receipt): string | null {
  if (allocations.length <= mostNamed) return null
  const applied = allocations.reduce((cents, { amount }) => cents + Math.round(amount * 100), 0) / 100
  const credit = unallocated > 0 ? ` ${money(unallocated)} is held as credit.` : ''
  return `${money(applied)} applied to ${allocations.length} charges.${credit}`
}

/** Where the money of a receipt went. */
export function whereItWent(receipt: Receipt): string {
  const { allocations, unallocated } = receipt
  const inBrief = counted(receipt)
  if (inBrief) return inBrief
  const paid = allocations.map((charge) => `${chargeName(charge)}: ${money(charge.amount)}`)
  return list([...paid, ...(unallocated > 0 ? [`credit: ${money(unallocated)}`] : [])])
}

/** The same as a sentence that begins with the amount. */
export const whatItPays = (receipt: Receipt): string =>
  counted(receipt) ?? `${money(receipt.amount)} applied to ${whereItWent(receipt)}.`

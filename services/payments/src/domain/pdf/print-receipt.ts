import type { Receipt } from '@keyhold/contracts/payments/receipts'
import type { Tools } from '@keyhold/kit/http/request'
import type { LandlordActor, TenantActor } from '@keyhold/kit/runtime/actor'
import { accountActorOf, type AccountActor, leftAccountOf } from '../ledger/accounts.ts'
import { leftReceipt } from '../ledger/left-ledger.ts'
import { letterheadOf, namesOfUsers, readPlace } from './letterhead.ts'
import type { PdfFile, Render } from './printer.ts'
import { readReceivedMoney, receiptNumber, receivedMoneySheet } from './receipt-file.ts'

/** A receipt as `account` may see it. */
export interface SeenReceipt {
  account: LandlordActor | AccountActor
  receipt: Receipt
}

/** A receipt as a landlord or a tenant may see it. Null if it does not count or is not theirs to see. */
export async function readSeenReceipt(
  { db, call }: Pick<Tools, 'db' | 'call'>,
  actor: LandlordActor | TenantActor,
  id: string,
): Promise<SeenReceipt | null> {
  const left = actor.role === 'tenant' ? await leftAccountOf({ db, call }, actor) : null
  const account = actor.role === 'tenant' ? (left?.account ?? (await accountActorOf(db, actor))) : actor
  if (!account) return null
  const found = await readReceivedMoney(db, account, { landlordId: account.landlordId, id })
  const receipt = found && left ? leftReceipt(found, left) : found
  return receipt && { account, receipt }
}

/** The PDF of a receipt. Never inside a transaction. @throws what `render` does */
export async function printReceipt(
  { db, call, clock }: Pick<Tools, 'db' | 'call' | 'clock'>,
  render: Render,
  { account, receipt }: SeenReceipt,
): Promise<PdfFile> {
  const { landlordId } = account
  const madeAt = clock.now().toISOString()
  const { timeZone } = await readPlace(db, account, { landlordId, tenantId: receipt.tenantId, now: madeAt })
  const landlord = (await namesOfUsers(call, landlordId, [landlordId])).get(landlordId)
  const letterhead = await letterheadOf(call, landlordId)
  const bytes = await render({ ...receivedMoneySheet(receipt, { landlord, madeAt, timeZone }), letterhead })
  return { name: `receipt-${receiptNumber(receipt.id)}.pdf`, bytes }
}

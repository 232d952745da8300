import type { Ledger } from '@keyhold/contracts/payments/ledgers'
import { notFound } from '@keyhold/kit/http/problem'
import type { Tools } from '@keyhold/kit/http/request'
import type { LandlordActor, TenantActor } from '@keyhold/kit/runtime/actor'
import { accountActorOf, leftAccountOf } from '../ledger/accounts.ts'
import { readLeftLedger } from '../ledger/left-ledger.ts'
import { readLedger } from '../ledger/ledger-view.ts'
import { statementSheet } from '../reports/statement.ts'
import { letterheadOf, namesOfUsers, readPlace } from './letterhead.ts'
import { checkLength, type PdfFile, type Render } from './printer.ts'

type Using = Pick<Tools, 'db' | 'call' | 'clock'>

interface Asked {
  /** Of a landlord's tenant; a tenant asks for their own. */
  tenantId?: string
  from?: string | undefined
  to?: string | undefined
  knownAt?: string | undefined
  /** `tenantId` is that of an account, of which all is asked for. */
  isAccount?: boolean | undefined
}

interface Statement {
  landlordId: string
  ledger: Ledger
  knownAt: string | undefined
  /** Today at the property, and the property's zone. */
  today: string
  timeZone: string
  madeAt: string
}

/** The account of a tenant, as its landlord or that tenant may see it. Runs to today at the property unless another day is asked for. @throws Refusal 404 without a ledger */
export async function readStatement(
  { db, call, clock }: Using,
  actor: LandlordActor | TenantActor,
  { from, to, knownAt, isAccount = false, ...asked }: Asked,
): Promise<Statement> {
  const left = isAccount ? null : await leftAccountOf({ db, call }, actor, asked.tenantId)
  const account = actor.role === 'tenant' ? (left?.account ?? (await accountActorOf(db, actor))) : actor
  const tenantId = left?.accountId ?? (account?.role === 'tenant' ? account.tenantId : asked.tenantId)
  if (!account || tenantId === undefined) return notFound('Tenant')
  const { landlordId } = account
  const madeAt = clock.now().toISOString()
  const { timeZone, today } = await readPlace(db, account, { landlordId, tenantId, now: madeAt })
  const until = to ?? (from !== undefined && from > today ? from : today)
  const ledger = left
    ? await readLeftLedger(db, left, { from, to, now: madeAt })
    : await readLedger(db, account, {
        landlordId,
        tenantId,
        ...(isAccount ? { accountId: tenantId } : {}),
        from,
        to: until,
        knownAt,
        now: madeAt,
      })
  return ledger ? { landlordId, ledger, knownAt, today, timeZone, madeAt } : notFound('Tenant')
}

/** The PDF of a statement. Never inside a transaction. @throws what `render` does, 400 for a statement that is too long */
export async function printStatement(
  call: Tools['call'],
  render: Render,
  { landlordId, ledger, knownAt, timeZone, madeAt }: Statement,
): Promise<PdfFile> {
  checkLength(ledger.entries.length, 'from', 'Choose a shorter period')
  const landlord = (await namesOfUsers(call, landlordId, [landlordId])).get(landlordId)
  const letterhead = await letterheadOf(call, landlordId)
  const bytes = await render({ ...statementSheet(ledger, { landlord, knownAt, madeAt, timeZone }), letterhead })
  return { name: `statement-${ledger.to}.pdf`, bytes }
}

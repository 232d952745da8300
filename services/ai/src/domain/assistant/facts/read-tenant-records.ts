import type { ResponseOf } from '@keyhold/contracts/endpoint'
import { userName } from '@keyhold/contracts/identity/accounts'
import { offeredVisits } from '@keyhold/contracts/maintenance/proposals'
import { listTenantMaintenance } from '@keyhold/contracts/maintenance/tenant-requests'
import { lateFeeTerms } from '@keyhold/contracts/payments/late-fee-terms'
import { tenantLedger, tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import { tenantStats } from '@keyhold/contracts/payments/tenant-payments'
import { getPropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import { tenantDocumentTexts } from '@keyhold/contracts/properties/tenant-documents'
import { getTenantSnapshot } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { fullName } from '@keyhold/kit/lib/names'
import { dateAt, defaultTimeZone } from '@keyhold/kit/lib/time-zones'
import type { Call } from '@keyhold/kit/http/call'
import { serviceActor, type TenantActor } from '@keyhold/kit/runtime/actor'
import { existing } from '../../existing.ts'
import type { Account, LateFees, RepairRequest, TenantRecords } from './facts.ts'

/** Whose facts: from the event of the owner of the conversation, never from what somebody wrote. */
export interface Whose {
  landlordId: string
  tenantId: string
}

/**
 * Reads with the tenant's own rights where an endpoint for tenants exists, so that row level security of the owner draws the line. It only reads,
 * so no session is involved.
 */
const asTenant = ({ landlordId, tenantId }: Whose): TenantActor => ({
  role: 'tenant',
  userId: tenantId,
  sessionId: tenantId,
  landlordId,
  tenantId,
})

/**
 * Collects a tenant's own facts from their owners. A record that does not exist is null; an owner that does not answer fails the whole, since half
 * an answer about money is a wrong one. @throws Refusal `unavailable`
 */
export async function readTenantRecords(call: Call, whose: Whose, now: Date): Promise<TenantRecords> {
  const service = serviceActor('ai', whose.landlordId)
  const snapshot = await call(getTenantSnapshot, service, { params: { id: whose.tenantId } })
  const property = snapshot.propertyId
    ? await existing(call(getPropertySnapshot, service, { params: { id: snapshot.propertyId } }))
    : null
  const zone = property?.timeZone ?? defaultTimeZone
  const today = dateAt(now, zone)
  const [account, policy, landlord, requests, visits, documents] = await Promise.all([
    readAccount(call, whose, today),
    existing(call(lateFeeTerms, service, { params: { id: whose.tenantId } })),
    existing(call(userName, service, { params: { id: whose.landlordId } })),
    readRequests(call, whose, zone),
    call(offeredVisits, service, { params: { id: whose.tenantId } }),
    call(tenantDocumentTexts, service, { params: { id: whose.tenantId } }),
  ])
  return {
    today,
    tenant: { firstName: snapshot.firstName, lastName: snapshot.lastName },
    home: property && { name: property.name, address: property.address },
    lease: { startDate: snapshot.leaseStartDate, endDate: snapshot.leaseEndDate, monthlyRent: snapshot.monthlyRent },
    account,
    lateFees: policy && (policy.policy ?? noLateFees),
    landlord: landlord && { name: fullName(landlord), email: landlord.email, phone: landlord.phone },
    requests,
    visits,
    documents,
  }
}

const noLateFees: LateFees = { isEnabled: false, graceDays: 0, kind: 'flat', amount: 0, frequency: 'once', cap: null }

async function readAccount(call: Call, whose: Whose, today: string): Promise<Account | null> {
  const [stats, ledger, ledgers] = await Promise.all([
    call(tenantStats, asTenant(whose)),
    call(tenantLedger, asTenant(whose)),
    call(tenantLedgers, serviceActor('ai', whose.landlordId), { query: { tenantIds: whose.tenantId, since: today } }),
  ])
  if (!ledger) return null
  const received = receiptsOf(ledger)
  const charges = ledgers.flatMap((one) => one.charges).filter(({ open }) => open > 0)
  return {
    balance: stats.balance,
    credit: ledger.credit,
    awaiting: stats.awaitingConfirmation,
    depositHeld: ledger.depositHeld,
    open: charges
      .map(({ paymentType, amount, open, dueDate }) => ({ type: paymentType, amount, open, dueDate }))
      .toSorted((a, b) => (a.dueDate < b.dueDate ? -1 : a.dueDate > b.dueDate ? 1 : 0)),
    receipts: received.slice(0, mostReceipts),
    hasAllReceipts: received.length <= mostReceipts,
  }
}

const mostReceipts = 24

/** Money that counts, newest first. */
function receiptsOf({ entries }: Pick<NonNullable<ResponseOf<typeof tenantLedger>>, 'entries'>): Account['receipts'] {
  const reversed = new Set(entries.filter(({ kind }) => kind === 'reversal').map(({ id }) => id))
  return entries
    .filter(({ kind, id }) => kind === 'receipt' && !reversed.has(id))
    .map(({ id, amount, aside, on, description }) => ({ id, amount: Math.abs(amount || aside || 0), on, description }))
    .filter(({ amount }) => amount > 0)
    .toReversed()
}

async function readRequests(call: Call, whose: Whose, zone: string): Promise<RepairRequest[]> {
  const requests = await call(listTenantMaintenance, asTenant(whose), { query: { limit: 20 } })
  return requests.map(({ title, status, createdAt, scheduledDate, completedDate }) => ({
    title,
    status,
    reportedOn: dateAt(createdAt, zone),
    scheduledDate,
    completedDate,
  }))
}

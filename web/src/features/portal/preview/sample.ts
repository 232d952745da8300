import type { Document } from '@keyhold/contracts/properties/documents'
import type { Payment } from '@keyhold/contracts/payments/payments'
import type { Ledger } from '@keyhold/contracts/payments/ledgers'
import type { User } from '@keyhold/contracts/identity/accounts'
import type { TenantProperty } from '@keyhold/contracts/properties/properties'
import type { TenantLandlord } from '@keyhold/contracts/tenancy/tenant-profile'
import type { z } from '@keyhold/contracts/zod'
import { monthOf } from '~/lib/dates.ts'
import { today } from '~/lib/format.ts'
import type { Profile, Stats } from '../words.ts'

const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const atNoon = (day: string) => `${day}T12:00:00.000Z`
const rent = 1850

/** The records of the preview: made up, with dates around today, so that the tenancy is current. */
export function sampleRecords(now = today()) {
  const nextDue = monthOf(now, 1).from
  const leaseEnd = `${Number(now.slice(0, 4)) + 1}-12-31`
  const paid = [monthOf(now).from, monthOf(now, -1).from]
  const next = paymentOf(3, nextDue, null)
  const payments = [next, ...paid.map((day, index) => paymentOf(index + 1, day, day))]
  return {
    profile: {
      id: idOf(10),
      firstName: 'Sam',
      lastName: 'Sample',
      email: 'sam.sample@example.com',
      phone: '+1 555 010 0155',
      leaseStartDate: paid[1] ?? now,
      leaseEndDate: leaseEnd,
      monthlyRent: rent,
      securityDeposit: rent,
      isActive: true,
      unitName: 'Unit 3B',
      nextRent: null,
      coTenants: [],
      rentShare: null,
    } satisfies Profile,
    stats: {
      balance: 0,
      status: 'current',
      nextPayment: { id: next.id, amount: rent, dueDate: nextDue },
      awaitingConfirmation: 0,
    } satisfies Stats,
    home: {
      id: idOf(20),
      name: 'Sunset Apartments, Unit 3B',
      address: '123 Sample Street',
      city: 'Springfield',
      state: 'IL',
      zipCode: '62701',
      propertyType: 'apartment',
      bedrooms: 2,
      bathrooms: 1,
      squareFeet: 840,
      images: [],
      timeZone: 'America/Chicago',
      rent,
    } satisfies z.output<typeof TenantProperty>,
    landlord: {
      name: 'Alex Sample',
      email: 'alex.sample@example.com',
      phone: '+1 555 010 0123',
    } satisfies z.output<typeof TenantLandlord>,
    payments,
    documents: [documentOf(1, 'Lease.pdf', 'lease', paid[1] ?? now), documentOf(2, 'House rules.pdf', 'other', now)],
    progress: {
      currentStep: 3,
      completedSteps: [1, 2],
      totalSteps: 6,
      completionPercentage: 33,
      isCompleted: false,
    },
    points: { totalPoints: 110, currentLevel: 2, pointsToNextLevel: 90, streak: 1, achievements: [] },
    ledger: ledgerOf(paid.toReversed(), now),
  }
}

function ledgerOf(days: string[], now: string): Ledger {
  const entries = days.flatMap((on, index): Ledger['entries'] => [
    entry(100 + index, 'charge', on, 'Rent', rent, rent),
    entry(200 + index, 'receipt', on, 'Payment', -rent, 0),
  ])
  return {
    tenantId: idOf(10),
    names: 'Sam Sample',
    propertyName: 'Sunset Apartments, Unit 3B',
    unitName: null,
    allocationOrder: 'oldest_first',
    from: days[0] ?? now,
    to: now,
    openingBalance: 0,
    entries,
    closingBalance: 0,
    due: 0,
    open: rent,
    prepaid: 0,
    credit: 0,
    awaiting: 0,
    depositHeld: rent,
  }
}

const entry = (
  number: number,
  kind: 'charge' | 'receipt',
  on: string,
  description: string,
  amount: number,
  balance: number,
): Ledger['entries'][number] => ({
  id: idOf(number),
  kind,
  on,
  description,
  paymentId: null,
  amount,
  aside: null,
  balance,
  basis: null,
})

const paymentOf = (number: number, dueDate: string, paidDate: string | null): Payment => ({
  id: idOf(30 + number),
  landlordId: idOf(1),
  tenantId: idOf(10),
  tenantName: 'Sam Sample',
  propertyId: idOf(20),
  propertyName: 'Sunset Apartments, Unit 3B',
  unitId: idOf(20),
  unitName: null,
  amount: rent,
  amountPaid: paidDate ? rent : 0,
  amountCredited: 0,
  amountWrittenOff: 0,
  balance: paidDate ? 0 : rent,
  paymentType: 'rent',
  paymentMethod: 'bank_transfer',
  status: paidDate ? 'paid' : 'pending',
  dueDate,
  isOverdue: false,
  paidDate,
  notes: null,
  description: null,
  verificationStatus: paidDate ? 'verified' : 'unverified',
  verifiedAt: paidDate && atNoon(paidDate),
  verifiedBy: null,
  verificationMethod: null,
  verificationNotes: null,
  receiptUrl: null,
  reported: [],
  cancelledAt: null,
  cancellationReason: null,
  createdAt: atNoon(dueDate),
  updatedAt: atNoon(dueDate),
})

const documentOf = (number: number, fileName: string, category: Document['category'], day: string): Document => ({
  id: idOf(50 + number),
  landlordId: idOf(1),
  fileName,
  fileType: 'pdf',
  fileSize: 120_000,
  filePath: '/sample.pdf',
  category,
  propertyId: null,
  propertyName: null,
  tenantId: idOf(10),
  tenantName: 'Sam Sample',
  requestId: null,
  aiProcessed: false,
  extractedData: {},
  analysis: {
    status: 'pending',
    engine: null,
    detected: null,
    findings: [],
    notes: [],
    pages: null,
    characters: 0,
    analysedAt: null,
  },
  createdAt: atNoon(day),
  updatedAt: atNoon(day),
})

/** Who is signed in to the preview. */
export const sampleUser: User = {
  id: idOf(11),
  email: 'sam.sample@example.com',
  firstName: 'Sam',
  lastName: 'Sample',
  userType: 'tenant',
} as User

import { tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import {
  getPropertySnapshot,
  listPropertySnapshots,
  type PropertySnapshot,
} from '@keyhold/contracts/properties/property-snapshots'
import {
  createImport,
  getImport,
  listImportRows,
  startImport,
  type TenantImport,
} from '@keyhold/contracts/tenancy/imports'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { ServiceDefinition } from '@keyhold/kit/runtime/service'
import { stub, startTestApp } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import { v7 } from 'uuid'
import { tenancy } from '../service.ts'
import { stubNights } from './nights.ts'

type Property = z.output<typeof PropertySnapshot>

export const csv = (...lines: string[]) => ({
  name: 'tenants.csv',
  bytes: new TextEncoder().encode(lines.join('\r\n')),
})
/** A file with a number of valid rows. */
export const validRows = (number: number) =>
  csv('first name,last name,email', ...Array.from({ length: number }, (_, i) => `Ann,No ${i},ann${i}@example.com`))

/** Tenancy with stubs of properties and payments, whose records the test can change. */
export async function startImportsApp(service: ServiceDefinition = tenancy) {
  const properties: Property[] = []
  /** Ids of tenants with a payment on their ledger. */
  const paid = new Set<string>()
  const { nights, stub: nightsStub } = stubNights()
  const app = await startTestApp([service], {
    stubs: [
      nightsStub,
      stub(listPropertySnapshots, ({ query: { limit, after = '' } }) =>
        properties.filter(({ propertyId }) => propertyId > after).slice(0, limit),
      ),
      stub(getPropertySnapshot, ({ params: { id } }) => properties.find(({ propertyId }) => propertyId === id)!),
      stub(tenantLedgers, ({ query: { tenantIds } }) =>
        tenantIds.map((tenantId) => ledgerOf(tenantId, paid.has(tenantId) ? 900 : 1000)),
      ),
    ],
  })
  const check = async (landlord: LandlordActor, file: ReturnType<typeof csv>) => {
    const answer = await app.send(createImport, landlord, { body: { file } })
    if (answer.status !== 201) throw new Error(`Checking answered ${answer.status}: ${answer.problem.detail}`)
    return answer.body
  }
  const find = async (landlord: LandlordActor, id: string) =>
    (await app.send(getImport, landlord, { params: { id } })).body
  const waitFor = (landlord: LandlordActor, id: string, status: TenantImport['status']) =>
    until(async () => (await find(landlord, id)).status === status, {
      what: `the import to be ${status}`,
      timeoutMs: 15_000,
    }).then(() => find(landlord, id))
  return {
    ...app,
    paid,
    nights,
    check,
    find,
    waitFor,
    property(landlord: LandlordActor, name: string, more: Partial<Property> = {}): Property {
      const details = {
        address: `${name} Road 1`,
        city: null,
        state: null,
        timeZone: 'America/New_York',
        monthlyRent: 1200,
      }
      const property = {
        propertyId: v7(),
        landlordId: landlord.landlordId,
        name,
        ...details,
        isDeleted: false,
        ...more,
      }
      properties.push(property)
      return property
    },
    /** Checks a file and imports it to the end. */
    async importFile(landlord: LandlordActor, file: ReturnType<typeof csv>): Promise<TenantImport> {
      const { id } = await check(landlord, file)
      await app.send(startImport, landlord, { params: { id } })
      return waitFor(landlord, id, 'done')
    },
    rows: async (landlord: LandlordActor, id: string, query: Record<string, unknown> = {}) =>
      (await app.send(listImportRows, landlord, { params: { id }, query: { limit: 500, ...query } })).body,
  }
}

const ledgerOf = (tenantId: string, open: number) => ({
  tenantId,
  awaitingConfirmation: 0,
  credit: 0,
  charges: [
    {
      chargeId: v7(),
      propertyId: null,
      paymentType: 'rent' as const,
      amount: 1000,
      open,
      dueDate: '2026-03-01',
      settledOn: null,
    },
  ],
})

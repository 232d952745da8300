import { listDocuments } from '@keyhold/contracts/properties/documents'
import { attention } from '@keyhold/contracts/gateway/attention'
import { depositTotals } from '@keyhold/contracts/payments/deposits'
import { getLedger } from '@keyhold/contracts/payments/ledgers'
import { listLateFees } from '@keyhold/contracts/payments/late-fees'
import { listMaintenance } from '@keyhold/contracts/maintenance/requests'
import { listVendors } from '@keyhold/contracts/maintenance/vendors'
import { listPayments } from '@keyhold/contracts/payments/payments'
import { tenantStats } from '@keyhold/contracts/payments/tenant-payments'
import { listProperties } from '@keyhold/contracts/properties/properties'
import { listTenancies } from '@keyhold/contracts/tenancy/tenancies'
import { listTenants } from '@keyhold/contracts/tenancy/tenants'
import { listUnits } from '@keyhold/contracts/properties/units'
import { settableClock } from '@keyhold/kit/runtime/clock'
import { recordedLog } from '@keyhold/kit/testing/recorded-log'
import { until } from '@keyhold/kit/testing/wait'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type Product, startProduct } from '../testing/product.ts'

// What somebody who starts Keyhold for the first time finds.

describe.each(['2026-07-17T15:00:00Z', '2027-03-01T18:00:00Z', '2028-02-29T23:30:00Z'])(
  'the demo portfolio made at %s',
  (now) => {
    const { log, lines } = recordedLog()
    let product: Product
    let maya: Person
    beforeAll(async () => {
      product = await startProduct({ env: { DEMO_DATA: 'on' }, clock: settableClock(now), log })
      const { email, password } = product.demo.find(({ role }) => role === 'landlord') ?? { email: '', password: '' }
      maya = await product.signIn(email, password, 'landlord')
    }, 60_000)
    afterAll(() => product.stop())

    const tenantNamed = async (name: string) =>
      (await maya.api(listTenants)).body.find(({ firstName }) => firstName === name)?.id ?? name

    it('is made whole', () => {
      expect(lines.filter(({ level }) => level === 'warn' || level === 'error')).toEqual([])
    })

    it('has a duplex of two units: two who share the one, another in the other', async () => {
      const homes = (await maya.api(listProperties)).body
      const duplex = homes.find(({ name }) => name === 'Hawthorne Duplex')
      const units = (await maya.api(listUnits, { params: { id: duplex?.id ?? '' } })).body
      expect(units.map(({ name, isOccupied }) => [name, isOccupied])).toEqual([
        ['Unit 1', true],
        ['Upper floor', true],
      ])
      const tenancies = (await maya.api(listTenancies, { query: { propertyId: duplex?.id } })).body
      const members = tenancies.map(({ unitName, tenants }) => [
        unitName,
        tenants.map(({ firstName }) => firstName).toSorted(),
      ])
      expect(Object.fromEntries(members)).toEqual({ 'Unit 1': ['Priya', 'Tomas'], 'Upper floor': ['Noor'] })
      const priya = await maya.api(getLedger, { params: { id: await tenantNamed('Priya') } })
      const tomas = await maya.api(getLedger, { params: { id: await tenantNamed('Tomas') } })
      expect([tomas.body.names, tomas.body.entries]).toEqual([priya.body.names, priya.body.entries])
    })

    it('holds two deposits, and one payer is late: fees wait for a decision', async () => {
      expect((await maya.api(depositTotals)).body).toEqual({ held: 3500, tenancies: 2 })
      const overdue = (await maya.api(listPayments, { query: { status: 'overdue' } })).body
      const noor = await tenantNamed('Noor')
      expect(overdue.length).toBeGreaterThan(1)
      // Jordan's reported payment waits for Maya, not for Jordan.
      expect(overdue.filter(({ tenantId, reported }) => tenantId !== noor && reported.length === 0)).toEqual([])
      const fees = (await maya.api(listLateFees, { query: { status: 'proposed', tenantId: noor } })).body
      expect(fees.length).toBeGreaterThan(0)
      for (const { amount } of fees) expect(amount).toBe(75)
    })

    it('has a vendor on one repair, and an emergency that nobody is on', async () => {
      expect((await maya.api(listVendors)).body).toMatchObject([
        { name: 'Rose City Plumbing', requests: 1, openRequests: 1 },
      ])
      expect(
        (await maya.api(listMaintenance, { query: { unassigned: true } })).body.filter(
          ({ priority }) => priority === 'emergency',
        ),
      ).toHaveLength(1)
      const { totals, unknown } = (await maya.api(attention)).body
      expect([totals.emergency, totals.unverified, unknown]).toEqual([1, 1, []])
    })

    it('holds a lease that was read, with what stands in it', async () => {
      const [lease] = await until(
        async () => {
          const found = (await maya.api(listDocuments)).body
          return found.length > 0 && found.every(({ analysis }) => analysis.status !== 'pending') ? found : undefined
        },
        { what: 'the lease to be read', timeoutMs: 30_000 },
      )
      expect(lease).toMatchObject({
        fileName: 'Alder Loft lease.pdf',
        tenantName: 'Jordan Reyes',
        analysis: { status: 'processed', engine: 'pdf-text', detected: 'lease', pages: 1, notes: [] },
        extractedData: { monthlyRent: '1850.00', securityDeposit: '1850.00', lateFee: '75.00' },
      })
    })

    it('lets its tenant sign in, who has reported a payment', async () => {
      const { email, password } = product.demo.find(({ role }) => role === 'tenant') ?? { email: '', password: '' }
      const jordan = await product.signIn(email, password, 'tenant')
      expect((await jordan.api(tenantStats)).body).toMatchObject({ awaitingConfirmation: 1850 })
    })
  },
)

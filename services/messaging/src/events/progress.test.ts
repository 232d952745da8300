import { userName } from '@keyhold/contracts/identity/accounts'
import { RequestProgressed } from '@keyhold/contracts/maintenance/request-snapshots'
import { devOutbox } from '@keyhold/contracts/messaging/dev-outbox'
import { TenantCreated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { actors, stub, startTestApp } from '@keyhold/kit/testing/test-app'
import { until } from '@keyhold/kit/testing/wait'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messaging as itself } from '../domain/acting.ts'
import { messaging } from '../service.ts'

let app: Awaited<ReturnType<typeof startTestApp>>
beforeAll(async () => {
  app = await startTestApp([messaging], {
    env: { DEV_OUTBOX: 'on', PUBLIC_URL: 'https://rent.test' },
    stubs: [
      stub(userName, ({ params: { id } }) => ({
        id,
        email: `${id}@example.com`,
        firstName: 'Lee',
        lastName: 'Lord',
        phone: null,
        userType: 'landlord' as const,
      })),
    ],
  })
})
afterAll(() => app?.stop())

type Step = z.output<typeof RequestProgressed.data>

async function sides() {
  const { landlordId } = actors.landlord()
  const [tenantId, requestId] = [v7(), v7()]
  await app.publish(TenantCreated, {
    tenantId,
    landlordId,
    firstName: 'Ada',
    lastName: 'Moss',
    email: `${tenantId}@example.com`,
    phone: null,
    propertyId: null,
    leaseStartDate: null,
    leaseEndDate: null,
    monthlyRent: null,
    isActive: true,
  })
  const step: Step = {
    requestId,
    landlordId,
    tenantId,
    propertyId: null,
    title: 'Tap',
    what: 'note',
    by: 'landlord',
    author: null,
    isForTenant: true,
    note: null,
    scheduledDate: null,
    scheduledFrom: null,
    scheduledTo: null,
    rating: null,
    amount: null,
  }
  return {
    tell: (more: Partial<Step>, event?: string) => app.publish(RequestProgressed, { ...step, ...more }, event),
    mails: async () => {
      const open = () =>
        app
          .db('messaging')
          .read(itself, (sql) => sql`select id from delivery where status = 'pending' and owner_id = ${landlordId}`)
      await until(async () => (await open()).length === 0)
      const all = (await app.send(devOutbox, actors.service('gateway'))).body
      const to = (id: string) => all.filter((mail) => mail.to === `${id}@example.com`)
      return { landlord: to(landlordId), tenant: to(tenantId) }
    },
    link: `https://rent.test/tenant-maintenance?request=${requestId}`,
  }
}

test('the landlord hears what tenant and vendor do, and not what they do themselves', async () => {
  const { tell, mails } = await sides()
  await tell({ what: 'bill', by: 'vendor', author: 'Pipes Ltd', isForTenant: false, amount: 180.5 })
  await tell({ what: 'begun' })
  await tell({ what: 'note', by: 'tenant', isForTenant: false, note: 'It drips again.' })
  const texts = (await mails()).landlord.map(({ body }) => body).join('\n')
  expect((await mails()).landlord).toHaveLength(2)
  expect(texts).toContain('Pipes Ltd has sent an invoice over $180.50 for “Tap”.')
  expect(texts).toContain('It drips again.')
})

test('the tenant is told once of each step, with the day, the reason and a link; not of what is between landlord and vendor', async () => {
  const { tell, mails, link } = await sides()
  const event = v7()
  const visit = { scheduledDate: '2026-03-20', scheduledFrom: '09:00', scheduledTo: '11:00' }
  for (let times = 0; times < 3; times++) await tell({ what: 'scheduled', ...visit }, event)
  await tell({ what: 'waiting', note: 'A new valve' })
  await tell({ what: 'bill', by: 'vendor', author: 'Pipes Ltd', isForTenant: false, amount: 180.5 })
  await tell({ what: 'note', by: 'tenant', isForTenant: false, note: 'Thanks' })
  const { tenant } = await mails()
  expect(new Set(tenant.map(({ subject }) => subject))).toEqual(
    new Set(['“Tap” is scheduled for Mar 20, 2026, 9:00 AM to 11:00 AM', '“Tap” is waiting']),
  )
  expect(tenant.find(({ subject }) => subject === '“Tap” is waiting')?.body).toContain('A new valve')
  for (const { body } of tenant) expect(body).toContain(link)
})

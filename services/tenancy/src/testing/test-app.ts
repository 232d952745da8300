import type { BodyOf } from '@keyhold/contracts/endpoint'
import { createTenantLogin } from '@keyhold/contracts/identity/tenant-users'
import { userName } from '@keyhold/contracts/identity/accounts'
import { deliver, type DeliveryForm } from '@keyhold/contracts/messaging/deliveries'
import { type TenantLedger, tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import { type PropertySnapshot, getPropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import { createInvitation, type InvitationCreated } from '@keyhold/contracts/tenancy/invitations'
import { type Document, getDocument } from '@keyhold/contracts/properties/documents'
import { type UnitSnapshot, getUnitSnapshot } from '@keyhold/contracts/properties/units'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { settableClock } from '@keyhold/kit/runtime/clock'
import { notFound, Refusal } from '@keyhold/kit/http/problem'
import { actors, stub, startTestApp } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { tenancy } from '../service.ts'
import { stubNights } from './nights.ts'

type Property = z.output<typeof PropertySnapshot>
type Unit = z.output<typeof UnitSnapshot>
type Message = z.output<typeof DeliveryForm>

/** Tenancy with stubs of the services it calls; the test sets their records and sees the logins and messages they received. */
export async function startTenancyApp({ now = '2026-03-15T15:00:00Z' } = {}) {
  const properties = new Map<string, Property>()
  const units = new Map<string, Unit>()
  /** The ledgers that payments returns, by account. */
  const ledgers = new Map<string, Partial<z.output<typeof TenantLedger>>>()
  /** Ids of documents that tenants see. */
  const documents = new Set<string>()
  const messages: Message[] = []
  const logins: BodyOf<typeof createTenantLogin>[] = []
  const failures: { sms?: string; email?: string; messaging?: boolean; login?: Refusal } = {}
  const { nights, stub: nightsStub } = stubNights()
  /** The number of calls for snapshots. */
  const calls = { properties: 0, units: 0 }
  let loginGate: Promise<void> | undefined

  const app = await startTestApp([tenancy], {
    clock: settableClock(now),
    env: { PUBLIC_URL: 'https://rent.test' },
    stubs: [
      stub(getPropertySnapshot, ({ params }) => {
        calls.properties++
        return properties.get(params.id) ?? notFound('Property')
      }),
      stub(getUnitSnapshot, ({ params }) => {
        calls.units++
        return units.get(params.id) ?? notFound('Unit')
      }),
      nightsStub,
      stub(getDocument, ({ params: { id } }) => (documents.has(id) ? documentOf(id) : notFound('Document'))),
      stub(tenantLedgers, ({ query: { tenantIds } }) =>
        tenantIds.flatMap((tenantId) =>
          ledgers.has(tenantId)
            ? [{ tenantId, awaitingConfirmation: 0, credit: 0, charges: [], ...ledgers.get(tenantId) }]
            : [],
        ),
      ),
      stub(userName, ({ params }) => ({
        id: params.id,
        email: 'lee@example.com',
        firstName: 'Lee',
        lastName: 'Lord',
        phone: null,
        userType: 'landlord' as const,
      })),
      stub(deliver, ({ body }) => {
        if (failures.messaging) throw new Refusal('unavailable', 'The messaging service is not reachable right now.')
        const reason = failures[body.channel]
        if (reason === undefined) messages.push(body)
        return {
          id: v7(),
          status: reason === undefined ? ('sent' as const) : ('failed' as const),
          reason: reason ?? null,
        }
      }),
      stub(createTenantLogin, async ({ body }) => {
        await loginGate
        if (failures.login) throw failures.login
        logins.push(body)
        return { userId: v7(), isMailed: false }
      }),
    ],
  })

  return {
    ...app,
    properties,
    ledgers,
    documents,
    messages,
    logins,
    failures,
    calls,
    nights,
    /** Registrations wait for their login until the returned function is called. */
    holdLogins(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      loginGate = promise
      return resolve
    },
    property(landlord: LandlordActor, more: Partial<Property> = {}): Property {
      const property = {
        propertyId: v7(),
        landlordId: landlord.landlordId,
        name: 'Elm Street 1',
        address: 'Elm Street 1',
        city: null,
        state: null,
        timeZone: 'America/New_York',
        monthlyRent: 1200,
        isDeleted: false,
        ...more,
      }
      properties.set(property.propertyId, property)
      return property
    },
    /** A further unit of a property. */
    unit({ landlordId, propertyId }: Property, more: Partial<Unit> = {}): Unit {
      const unit = {
        unitId: v7(),
        landlordId,
        propertyId,
        name: 'Unit 2',
        marketRent: null,
        isDeleted: false,
        ...more,
      }
      units.set(unit.unitId, unit)
      return unit
    },
    async invite(
      landlord: LandlordActor,
      body: Record<string, unknown> = {},
    ): Promise<z.output<typeof InvitationCreated> & { token: string }> {
      const answer = await app.send(createInvitation, landlord, { body: { email: `${v7()}@example.com`, ...body } })
      if (answer.status !== 201) throw new Error(`Inviting answered ${answer.status}: ${answer.problem.detail}`)
      return { ...answer.body, token: new URL(answer.body.inviteLink).searchParams.get('token') ?? '' }
    },
  }
}

const documentOf = (id: string): Document => ({
  id,
  landlordId: v7(),
  fileName: 'policy.pdf',
  fileType: 'pdf',
  fileSize: 1,
  filePath: '/',
  category: 'insurance',
  propertyId: null,
  propertyName: null,
  tenantId: null,
  tenantName: null,
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
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
})

export { actors }

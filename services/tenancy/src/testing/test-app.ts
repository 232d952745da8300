import type { BodyOf } from '@keyhold/contracts/endpoint'
import { createTenantLogin } from '@keyhold/contracts/identity/tenant-users'
import { userName } from '@keyhold/contracts/identity/accounts'
import { deliver, type DeliveryForm } from '@keyhold/contracts/messaging/deliveries'
import { type TenantLedger, tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import { type PropertySnapshot, getPropertySnapshot } from '@keyhold/contracts/properties/property-snapshots'
import { createInvitation, type InvitationCreated } from '@keyhold/contracts/tenancy/invitations'
import { type UnitSnapshot, getUnitSnapshot } from '@keyhold/contracts/properties/units'
import type { z } from '@keyhold/contracts/zod'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { settableClock } from '@keyhold/kit/runtime/clock'
import { notFound, Refusal } from '@keyhold/kit/http/problem'
import { actors, stub, startTestApp } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { tenancy } from '../service.ts'

type Facts = z.output<typeof PropertySnapshot>
type Unit = z.output<typeof UnitSnapshot>
type Sent = z.output<typeof DeliveryForm>

/** Tenancy with doubles of the services it asks: their properties, logins and messages are open to the test. */
export async function startTenancyApp({ now = '2026-03-15T15:00:00Z' } = {}) {
  const properties = new Map<string, Facts>()
  const units = new Map<string, Unit>()
  /** What payments tells of ledgers, by account. */
  const ledgers = new Map<string, Partial<z.output<typeof TenantLedger>>>()
  const messages: Sent[] = []
  const logins: BodyOf<typeof createTenantLogin>[] = []
  const failures: { sms?: string; email?: string; messaging?: boolean; login?: Refusal } = {}
  const asked = { properties: 0, units: 0 }
  let waiting: Promise<void> | undefined

  const app = await startTestApp([tenancy], {
    clock: settableClock(now),
    env: { PUBLIC_URL: 'https://rent.test' },
    stubs: [
      stub(getPropertySnapshot, ({ params }) => {
        asked.properties++
        return properties.get(params.id) ?? notFound('Property')
      }),
      stub(getUnitSnapshot, ({ params }) => {
        asked.units++
        return units.get(params.id) ?? notFound('Unit')
      }),
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
        await waiting
        if (failures.login) throw failures.login
        logins.push(body)
        return { userId: v7() }
      }),
    ],
  })

  return {
    ...app,
    properties,
    ledgers,
    messages,
    logins,
    failures,
    asked,
    /** Registrations wait in the middle, after the login was asked for, until the returned function is called. */
    holdLogins(): () => void {
      const { promise, resolve } = Promise.withResolvers<void>()
      waiting = promise
      return resolve
    },
    property(landlord: LandlordActor, more: Partial<Facts> = {}): Facts {
      const facts = {
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
      properties.set(facts.propertyId, facts)
      return facts
    },
    /** Of a property, besides its first. */
    unit({ landlordId, propertyId }: Facts, more: Partial<Unit> = {}): Unit {
      const facts = {
        unitId: v7(),
        landlordId,
        propertyId,
        name: 'Unit 2',
        marketRent: null,
        isDeleted: false,
        ...more,
      }
      units.set(facts.unitId, facts)
      return facts
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

export { actors }

import { randomUUID } from 'node:crypto'
import {
  AssistantAsked,
  conversationForAssistant,
  type AssistantReply,
  postAssistantReply,
} from '@keyhold/contracts/messaging/assistant'
import { landlordSubscription, startingSubscription } from '@keyhold/contracts/billing/subscriptions'
import { userName } from '@keyhold/contracts/identity/accounts'
import { maintenanceAttention } from '@keyhold/contracts/maintenance/requests'
import { offeredVisits } from '@keyhold/contracts/maintenance/proposals'
import { listTenantMaintenance } from '@keyhold/contracts/maintenance/tenant-requests'
import { paymentAttention, paymentDashboard } from '@keyhold/contracts/payments/dashboard'
import { lateFeeTerms } from '@keyhold/contracts/payments/late-fee-terms'
import { type Ledger, tenantLedger, tenantLedgers } from '@keyhold/contracts/payments/ledgers'
import { tenantStats } from '@keyhold/contracts/payments/tenant-payments'
import { getPropertySnapshot, propertySummary } from '@keyhold/contracts/properties/property-snapshots'
import { tenantDocumentTexts } from '@keyhold/contracts/properties/tenant-documents'
import { tenancyAttention } from '@keyhold/contracts/tenancy/tenancies'
import { getTenantSnapshot, tenantSummary } from '@keyhold/contracts/tenancy/tenant-snapshots'
import { type Subscription } from '@keyhold/contracts/billing/subscriptions'
import type { z } from '@keyhold/contracts/zod'
import { type Actor, type LandlordActor, scopeOf } from '@keyhold/kit/runtime/actor'
import { Refusal } from '@keyhold/kit/http/problem'
import { stub, startTestApp } from '@keyhold/kit/testing/test-app'
import { jobsOf, wakeWorkers } from '@keyhold/kit/testing/jobs'
import { until } from '@keyhold/kit/testing/wait'
import type { Environment } from '@keyhold/kit/runtime/config'
import { answerMessage } from '../domain/assistant/exchanges.ts'
import type { TenantRecords } from '../domain/assistant/facts/facts.ts'
import { ai } from '../service.ts'

type Reply = z.output<typeof AssistantReply>
type Message = { id: string; sender: 'ai' | 'tenant' | 'landlord'; message: string; createdAt: string }

interface Person extends TenantRecords {
  landlordId: string
}

const zone = 'America/New_York'

/** The owners' answers about one tenant, from facts; each owner checks whose record it is, as the real ones do. */
function ledgerOf({ account, today }: Person, tenantId: string): Ledger | null {
  if (!account) return null
  return {
    tenantId,
    names: '',
    propertyName: null,
    unitName: null,
    allocationOrder: 'oldest_first',
    from: '2025-04-01',
    to: today,
    openingBalance: 0,
    entries: account.receipts.toReversed().map(({ id, amount, on, description }) => ({
      id,
      kind: 'receipt' as const,
      on,
      description,
      paymentId: null,
      amount: -amount,
      aside: null,
      balance: 0,
      basis: null,
    })),
    closingBalance: account.balance,
    due: account.balance,
    open: account.balance,
    prepaid: 0,
    credit: account.credit,
    awaiting: account.awaiting,
    depositHeld: account.depositHeld,
  }
}

/** The ai service beside owners of records and conversations that know what the test tells them. */
export async function startAssistantApp(env: Environment = {}) {
  const people = new Map<string, Person>()
  const threads = new Map<string, { landlordId: string; tenantId: string | null; messages: Message[] }>()
  const replies: (Reply & { conversationId: string; by: Actor })[] = []
  const owners = { down: new Set<string>(), postsToFail: 0 }
  const subscriptions = new Map<string, Pick<Subscription, 'plan' | 'status'>>()

  const isUp = (name: string) => {
    if (owners.down.has(name)) throw new Refusal('unavailable', `No ${name} now`)
  }
  const personOf = (actor: Actor, tenantId: string): Person => {
    const found = people.get(tenantId)
    const scope = scopeOf(actor)
    if (!found || scope.landlordId !== found.landlordId || (scope.tenantId !== '' && scope.tenantId !== tenantId))
      throw new Refusal('not-found', 'Tenant not found')
    return found
  }
  const own = (actor: Actor) => personOf(actor, scopeOf(actor).tenantId)
  const threadOf = (actor: Actor, id: string) => {
    const found = threads.get(id)
    if (!found || scopeOf(actor).landlordId !== found.landlordId)
      throw new Refusal('not-found', 'Conversation not found')
    return found
  }

  const app = await startTestApp([ai], {
    env,
    stubs: [
      stub(getTenantSnapshot, ({ actor, params }) => {
        const { tenant, lease, landlordId, home } = personOf(actor, params.id)
        return {
          tenantId: params.id,
          landlordId,
          ...tenant,
          email: 'tenant@example.com',
          phone: '+1 555 010 0142',
          propertyId: home ? params.id : null,
          leaseStartDate: lease.startDate,
          leaseEndDate: lease.endDate,
          monthlyRent: lease.monthlyRent,
          isActive: true,
        }
      }),
      stub(getPropertySnapshot, ({ actor, params }) => {
        const { home, landlordId } = personOf(actor, params.id)
        const { name = '', address = '' } = home ?? {}
        return {
          propertyId: params.id,
          landlordId,
          name,
          address,
          city: null,
          state: null,
          timeZone: zone,
          monthlyRent: 0,
          isDeleted: false,
        }
      }),
      stub(tenantStats, ({ actor }) => {
        isUp('payments')
        const { account } = own(actor)
        return {
          balance: account?.balance ?? 0,
          status: 'due' as const,
          nextPayment: null,
          awaitingConfirmation: account?.awaiting ?? 0,
        }
      }),
      stub(tenantLedger, ({ actor }) => ledgerOf(own(actor), scopeOf(actor).tenantId)),
      stub(tenantLedgers, ({ actor, query }) =>
        query.tenantIds.map((tenantId) => {
          const { account } = personOf(actor, tenantId)
          return {
            tenantId,
            awaitingConfirmation: 0,
            credit: 0,
            charges: (account?.open ?? []).map(({ type, amount, open, dueDate }) => ({
              chargeId: randomUUID(),
              propertyId: null,
              paymentType: type,
              amount,
              open,
              dueDate,
              settledOn: null,
            })),
          }
        }),
      ),
      stub(lateFeeTerms, ({ actor, params }) => ({ policy: personOf(actor, params.id).lateFees })),
      stub(userName, ({ params }) => {
        const [firstName = '', lastName = ''] = (
          [...people.values()].find(({ landlordId }) => landlordId === params.id)?.landlord?.name ?? 'Dana Whitfield'
        ).split(' ')
        return {
          id: params.id,
          email: 'dana@example.com',
          firstName,
          lastName,
          phone: '+1 555 010 0199',
          userType: 'landlord' as const,
        }
      }),
      stub(listTenantMaintenance, ({ actor }) =>
        own(actor).requests.map((one) => ({
          ...one,
          id: randomUUID(),
          description: '',
          category: 'general' as const,
          priority: 'medium' as const,
          propertyId: null,
          propertyName: null,
          tenantId: null,
          tenantName: null,
          images: [],
          scheduledFrom: null,
          scheduledTo: null,
          waitingFor: null,
          rating: null,
          ratingNote: null,
          reopens: 0,
          canReopen: false,
          canRate: false,
          timesToPick: 0,
          dueAt: `${one.reportedOn}T12:00:00.000Z`,
          isPastDue: false,
          createdAt: `${one.reportedOn}T12:00:00.000Z`,
          updatedAt: `${one.reportedOn}T12:00:00.000Z`,
        })),
      ),
      stub(offeredVisits, ({ actor, params }) => personOf(actor, params.id).visits),
      stub(tenantDocumentTexts, ({ actor, params }) => personOf(actor, params.id).documents),
      stub(landlordSubscription, ({ params }) => {
        isUp('billing')
        return {
          ...startingSubscription('landlord', '2026-03-10T00:00:00.000Z'),
          landlordId: params.landlordId,
          ...subscriptions.get(params.landlordId),
        } as Subscription
      }),
      stub(paymentAttention, () => ({
        overdue: {
          total: 1,
          amount: 2262.5,
          items: [
            {
              tenantId: randomUUID(),
              tenantName: 'Ada Moss',
              propertyId: null,
              propertyName: 'Oak House',
              amount: 2262.5,
              charges: 3,
              paymentId: randomUUID(),
              dueDate: '2026-02-01',
            },
          ],
        },
        unverified: { total: 0, amount: 0, items: [] },
        lateFees: { total: 2, amount: 100 },
        billingEnded: { total: 0, items: [] },
      })),
      stub(paymentDashboard, () => ({
        monthlyRevenue: 5000,
        lastMonthRevenue: 4800,
        outstandingPayments: 2262.5,
        overdueCount: 3,
      })),
      stub(propertySummary, () => ({ total: 3, units: 7, occupiedUnits: 5, newThisMonth: 0 })),
      stub(tenantSummary, () => ({ active: 6 })),
      stub(tenancyAttention, () => ({
        total: 1,
        ending: [
          {
            tenancyId: randomUUID(),
            tenantId: randomUUID(),
            name: 'Ben Ortiz',
            propertyName: 'Elm Court',
            endDate: '2026-05-14',
          },
        ],
        insurance: { total: 0, items: [] },
        withoutHome: { total: 0, items: [] },
      })),
      stub(maintenanceAttention, () => {
        const none = { total: 0, items: [] }
        return { emergencies: none, pastDue: none, bills: none }
      }),
      stub(conversationForAssistant, ({ actor, params, query: { upTo } }) => {
        const { tenantId, messages } = threadOf(actor, params.id)
        const end = messages.findIndex(({ id }) => id === upTo) + 1
        return { id: params.id, tenantId, propertyId: null, messages: messages.slice(0, end || undefined).slice(-20) }
      }),
      stub(postAssistantReply, ({ actor, params, body }) => {
        threadOf(actor, params.id)
        if (replies.some(({ inReplyTo }) => inReplyTo === body.inReplyTo))
          throw new Refusal('conflict', 'This message has an answer')
        if (owners.postsToFail > 0) {
          owners.postsToFail--
          throw new Refusal('unavailable', 'No messaging now')
        }
        replies.push({ ...body, conversationId: params.id, by: actor })
        return { id: randomUUID() }
      }),
    ],
  })

  /** A tenant of the landlord with these facts. */
  function addTenant({ landlordId }: { landlordId: string }, facts: TenantRecords): string {
    const tenantId = randomUUID()
    people.set(tenantId, { ...facts, landlordId })
    return tenantId
  }
  /** Somebody writes and the assistant is asked; answers the message's id. */
  async function say(
    { landlordId }: { landlordId: string },
    tenantId: string | null,
    message: string,
    conversationId: string = randomUUID(),
    askedBy: 'tenant' | 'landlord' = tenantId === null ? 'landlord' : 'tenant',
  ): Promise<string> {
    const id = randomUUID()
    const thread = threads.get(conversationId) ?? { landlordId, tenantId, messages: [] }
    threads.set(conversationId, thread)
    thread.messages.push({ id, sender: askedBy, message, createdAt: app.clock.now().toISOString() })
    await app.publish(AssistantAsked, { landlordId, conversationId, messageId: id, tenantId, askedBy })
    return id
  }
  const replyTo = (messageId: string): Promise<Reply> =>
    until(() => replies.find(({ inReplyTo }) => inReplyTo === messageId), { what: 'the reply', timeoutMs: 15_000 })
  async function ask(landlord: LandlordActor, tenantId: string | null, message: string): Promise<Reply> {
    return replyTo(await say(landlord, tenantId, message))
  }
  /** What waits to be retried is due. */
  const later = () => {
    app.clock.advance(60_000)
    wakeWorkers(answerMessage)
  }
  const jobs = () => jobsOf(app.db('ai'), answerMessage.name)
  return { ...app, people, threads, replies, owners, subscriptions, addTenant, say, replyTo, ask, later, jobs }
}

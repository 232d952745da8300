import type { EventContract } from '@keyhold/contracts/event'
import { RequestChanged, RequestOpened } from '@keyhold/contracts/maintenance/request-snapshots'
import {
  ChargeChanged,
  ChargePaid,
  ReceiptRecorded,
  ReceiptReported,
  ReceiptReversed,
  RentsPlanned,
} from '@keyhold/contracts/payments/events'
import { PropertyCreated, PropertyDeleted, PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { TenantCreated, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { z } from '@keyhold/contracts/zod'
import { type EventHandler, type HandlerTools, onBatch } from '@keyhold/kit/messaging/handlers'
import { projectEvents } from '@keyhold/kit/messaging/projection'
import { markLedgersStale, markStale } from '../domain/insights/mark-stale.ts'
import { properties, requests, tenants } from '../projections/projections.ts'

type OfLandlord = readonly { data: { landlordId: string } }[]

/** Once for a batch, whose events are all of one landlord. */
async function refresh([first]: OfLandlord, { tx, clock }: HandlerTools): Promise<void> {
  if (first) await markStale(tx, first.data.landlordId, clock.now())
}

/** Money moved on a tenant's ledger. */
const money = <D extends z.ZodObject<{ landlordId: z.ZodType<string>; tenantId: z.ZodType<string> }>>(
  contract: EventContract<D>,
) =>
  onBatch(contract, async (events, tools) => {
    await refresh(events, tools)
    const [first] = events
    const tenantIds = events.map(({ data }) => data.tenantId)
    if (first) await markLedgersStale(tools.tx, first.data.landlordId, tenantIds)
  })

/** Events that insights depend on: each is stored, and marks its landlord's insights stale, in one transaction. */
export const factEvents = (): EventHandler[] => [
  ...projectEvents(properties, [PropertyCreated, PropertyUpdated, PropertyDeleted], refresh),
  ...projectEvents(tenants, [TenantCreated, TenantUpdated, TenantLeft], refresh),
  ...projectEvents(requests, [RequestOpened, RequestChanged], refresh),
  money(ChargeChanged),
  money(ChargePaid),
  money(RentsPlanned),
  money(ReceiptReported),
  money(ReceiptRecorded),
  money(ReceiptReversed),
]

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
import type { EventContract } from '@keyhold/contracts/event'
import type { z } from '@keyhold/contracts/zod'
import { type EventHandler, type EventContext, on } from '@keyhold/kit/messaging/handlers'
import { projectEvents } from '@keyhold/kit/messaging/projection'
import { markLedgerStale, markStale } from '../domain/insights/mark-stale.ts'
import { properties, requests, tenants } from '../projections/projections.ts'

/** Events that insights depend on: each is stored, and marks its landlord's insights stale, in one transaction. */
export function factEvents(): EventHandler[] {
  const refresh = ({ tx, data, clock }: EventContext<{ landlordId: string }>) =>
    markStale(tx, data.landlordId, clock.now())
  const money = <D extends z.ZodObject<{ landlordId: z.ZodType<string>; tenantId: z.ZodType<string> }>>(
    contract: EventContract<D>,
  ) =>
    on(contract, async ({ tx, data, clock }) => {
      await markLedgerStale(tx, data.landlordId, data.tenantId)
      await markStale(tx, data.landlordId, clock.now())
    })
  return [
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
}

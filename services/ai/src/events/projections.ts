import { RequestChanged, RequestOpened } from '@keyhold/contracts/maintenance/requests'
import {
  ChargeChanged,
  ChargePaid,
  ReceiptRecorded,
  ReceiptReported,
  ReceiptReversed,
  RentsPlanned,
} from '@keyhold/contracts/payments/events'
import { PropertyCreated, PropertyDeleted, PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { TenantCreated, TenantLeft, TenantUpdated } from '@keyhold/contracts/tenancy/tenants'
import type { EventContract } from '@keyhold/contracts/event'
import type { z } from '@keyhold/contracts/zod'
import { type EventHandler, type EventContext, on } from '@keyhold/kit/messaging/handlers'
import { keepProperty, keepRequest, keepTenant } from '../projections/upsert.ts'
import { markLedgerStale, markStale } from '../domain/insights/mark-stale.ts'

/** Facts that insights rest on: each is kept, and makes its landlord's insights stale, in one transaction. */
export function factEvents(): EventHandler[] {
  const keep = <D extends z.ZodObject>(
    contract: EventContract<D>,
    handler: (given: EventContext<z.output<D>>) => Promise<void>,
    landlordOf: (data: z.output<D>) => string,
  ) =>
    on(contract, async (given) => {
      await handler(given)
      await markStale(given.tx, landlordOf(given.data), given.clock.now())
    })
  const money = <D extends z.ZodObject<{ landlordId: z.ZodType<string>; tenantId: z.ZodType<string> }>>(
    contract: EventContract<D>,
  ) =>
    keep(
      contract,
      ({ tx, data }) => markLedgerStale(tx, data.landlordId, data.tenantId),
      ({ landlordId }) => landlordId,
    )
  return [
    ...[PropertyCreated, PropertyUpdated, PropertyDeleted].map((contract) =>
      keep(
        contract,
        ({ tx, data, event }) => keepProperty(tx, data, event.time),
        ({ landlordId }) => landlordId,
      ),
    ),
    ...[TenantCreated, TenantUpdated, TenantLeft].map((contract) =>
      keep(
        contract,
        ({ tx, data, event }) => keepTenant(tx, data, event.time),
        ({ landlordId }) => landlordId,
      ),
    ),
    ...[RequestOpened, RequestChanged].map((contract) =>
      keep(
        contract,
        ({ tx, data, event }) => keepRequest(tx, data, event.time),
        ({ landlordId }) => landlordId,
      ),
    ),
    money(ChargeChanged),
    money(ChargePaid),
    money(RentsPlanned),
    money(ReceiptReported),
    money(ReceiptRecorded),
    money(ReceiptReversed),
  ]
}

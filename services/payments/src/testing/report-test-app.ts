import { maintenanceCosts } from '@keyhold/contracts/maintenance/costs'
import { UnitChanged } from '@keyhold/contracts/properties/units'
import { Refusal } from '@keyhold/kit/http/problem'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { stub } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import type { Costs } from '../domain/reports/report-summary.ts'
import { notFoundStubs, startPaymentsApp } from './test-app.ts'

const idle = { open: 0, in_progress: 0, completed: 0, cancelled: 0 }

/** The payments app with stubbed maintenance costs and units, for tests of reports. */
export async function startReportApp() {
  const maintenance = { isDown: false, costs: [] as Costs['costs'], byStatus: idle, asked: [] as unknown[] }
  const costs = stub(maintenanceCosts, ({ query }) => {
    if (maintenance.isDown) throw new Refusal('unavailable', 'The maintenance service is not responding right now.')
    maintenance.asked.push(query)
    const { from, to, propertyId } = query
    const within = maintenance.costs.filter(({ on }) => from <= on && on <= to)
    return {
      costs: within.filter((cost) => propertyId === undefined || cost.propertyId === propertyId),
      byStatus: maintenance.byStatus,
    }
  })
  const app = await startPaymentsApp({ stubs: [...notFoundStubs, costs] })

  const publishUnit = (
    landlord: LandlordActor,
    propertyId: string,
    name: string,
    { unitId = v7(), marketRent = null as number | null, isDeleted = false } = {},
  ) =>
    app
      .publish(UnitChanged, { unitId, landlordId: landlord.landlordId, propertyId, name, marketRent, isDeleted })
      .then(() => unitId)

  return { ...app, maintenance, publishUnit }
}

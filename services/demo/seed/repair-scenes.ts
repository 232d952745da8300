import { addRequestPhoto, addTenantRequestPhoto } from '@keyhold/contracts/maintenance/request-photos'
import { createMaintenance, updateMaintenance } from '@keyhold/contracts/maintenance/requests'
import { createTenantMaintenance } from '@keyhold/contracts/maintenance/tenant-requests'
import { addDays } from '@keyhold/kit/lib/dates'
import { drawPicture } from '../pictures/pictures.ts'
import { morningOf } from '../story/calendar.ts'
import { type DemoRepair, repairs } from '../story/repairs.ts'
import { tenancies } from '../story/tenancies.ts'
import { actingTenant, hours, known, type Scene, sceneOn, type Story } from './scenes.ts'

const hourMs = 3_600_000

export const repairScenes = (story: Story): Scene[] =>
  Object.entries(repairs).flatMap(([key, repair]) => [
    { at: reportedAt(story, repair), run: () => report(story, key, repair) },
    ...progress(story, key, repair),
  ])

const reportedOn = ({ calendar }: Story, { reported }: DemoRepair): string =>
  'month' in reported
    ? calendar.day(reported.month, reported.day)
    : 'daysAgo' in reported
      ? calendar.daysAgo(reported.daysAgo)
      : calendar.today

const reportedAt = (story: Story, repair: DemoRepair): Date =>
  'hoursAgo' in repair.reported
    ? new Date(story.now.getTime() - repair.reported.hoursAgo * hourMs)
    : morningOf(reportedOn(story, repair), hours.repairs)

async function report(story: Story, key: string, repair: DemoRepair): Promise<void> {
  const { call, maya, properties } = story
  const { title, description, category, priority, property, by, picture, estimatedCost } = repair
  const form = { title, description, category, priority }
  if (by) {
    const tenant = actingTenant(story, tenancies[by].tenants[0])
    const { id } = await call(createTenantMaintenance, tenant, { body: form })
    story.repairs[key] = id
    if (picture) await call(addTenantRequestPhoto, tenant, { params: { id }, body: await drawPicture(picture) })
    return
  }
  const { id } = await call(createMaintenance, maya, {
    body: { ...form, propertyId: properties[property], estimatedCost },
  })
  story.repairs[key] = id
  if (picture) await call(addRequestPhoto, maya, { params: { id }, body: await drawPicture(picture) })
}

/** The vendor gets it on the next day; it ends or goes on. */
function progress(story: Story, key: string, repair: DemoRepair): Scene[] {
  const { calendar, vendors } = story
  const { vendor, scheduledIn, estimatedCost, end } = repair
  const started = addDays(reportedOn(story, repair), 1)
  const change = (body: Parameters<typeof updateRepair>[2]) => () => updateRepair(story, key, body)
  const scenes: Scene[] = []
  if (vendor)
    scenes.push(
      sceneOn(started, hours.repairs, () =>
        updateRepair(story, key, {
          status: 'in_progress',
          vendorId: known(vendors, vendor),
          estimatedCost,
          ...(scheduledIn === undefined ? {} : { scheduledDate: addDays(calendar.today, scheduledIn) }),
        }),
      ),
    )
  if (end) {
    const completedDate = addDays(reportedOn(story, repair), end.afterDays)
    const result = end.status === 'completed' ? { completedDate, actualCost: end.cost } : {}
    scenes.push(sceneOn(completedDate, hours.papers, change({ status: end.status, ...result })))
  }
  return scenes
}

interface Changes {
  status: 'in_progress' | 'completed' | 'cancelled'
  vendorId?: string
  estimatedCost?: number | undefined
  actualCost?: number | undefined
  scheduledDate?: string
  completedDate?: string
}

const updateRepair = ({ call, maya, repairs: ids }: Story, key: string, body: Changes) =>
  call(updateMaintenance, maya, { params: { id: known(ids, key) }, body })

import type { Tx } from '@keyhold/kit/database/database'
import { addDays } from '@keyhold/kit/lib/dates'
import { dateAt, defaultTimeZone, momentOf, timeAt } from '@keyhold/kit/lib/time-zones'
import { enqueue, job } from '@keyhold/kit/jobs/queue'
import { z } from '@keyhold/contracts/zod'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { quietFromHour, quietUntilHour } from '../../limits.ts'
import { property, tenant } from '../../schema/directory.ts'
import { type notification, notificationRun } from '../../schema/notifications.ts'
import { firstOn, withinHours } from './recurrence.ts'

export type NotificationRow = typeof notification.$inferSelect
export type RunRow = typeof notificationRun.$inferSelect

/** Writes and queues the messages of one run. */
export const runJob = job({ name: 'send-notification', data: z.object({ runId: z.guid() }) })

/** When the messages of one occurrence are sent: at one moment, or at one time of day in each zone. */
export interface Plan {
  occurrence: string
  scheduledFor: Date | null
  scheduledLocal: string | null
  nextSendDate: string | null
  /** In the order of their moments. */
  runs: { timeZone: string; dueAt: Date }[]
}

export interface Timing {
  /** An instant, a time without a zone, or null for at once. */
  scheduledFor: string | null
  recurrence: { recurringType: 'monthly' | 'weekly'; recurringDay: number | null } | null
}

/** Null where the chosen time is over. */
export function planOf({ scheduledFor, recurrence }: Timing, zones: readonly string[], now: Date): Plan | null {
  const all = zones.length > 0 ? zones : [defaultTimeZone]
  const isLocal = scheduledFor !== null && !scheduledFor.endsWith('Z')
  if (recurrence) {
    const given = scheduledFor === null ? null : isLocal ? scheduledFor : localOf(scheduledFor, all[0])
    const time = withinHours(given?.slice(11, 16) ?? '09:00', quietUntilHour, quietFromHour)
    const from = given?.slice(0, 10) ?? dateAt(now, all[0])
    const day = nextDay({ from, anchor: from, time, recurrence }, all, now)
    return { ...inZones(day, time, all), occurrence: day, nextSendDate: day }
  }
  if (scheduledFor === null)
    return {
      occurrence: dateAt(now, all[0]),
      scheduledFor: null,
      scheduledLocal: null,
      nextSendDate: null,
      runs: [{ timeZone: all[0]!, dueAt: now }],
    }
  const plan = isLocal
    ? { ...inZones(scheduledFor.slice(0, 10), scheduledFor.slice(11, 16), all), occurrence: scheduledFor.slice(0, 10) }
    : {
        occurrence: dateAt(scheduledFor, all[0]),
        scheduledFor: new Date(scheduledFor),
        scheduledLocal: null,
        runs: [{ timeZone: all[0]!, dueAt: new Date(scheduledFor) }],
      }
  return plan.runs.at(-1)!.dueAt > now ? { ...plan, nextSendDate: null } : null
}

/** The occurrence of a recurring notification after the one that was sent; what was missed meanwhile is left out. */
export function planNext(row: NotificationRow, zones: readonly string[], now: Date): Plan {
  const all = zones.length > 0 ? zones : [defaultTimeZone]
  const recurrence = { recurringType: row.recurringType ?? 'monthly', recurringDay: row.recurringDay } as const
  const anchor = row.scheduledLocal?.slice(0, 10) ?? row.occurrence
  const time = row.scheduledLocal?.slice(11, 16) ?? '09:00'
  const day = nextDay({ from: addDays(row.occurrence, 1), anchor, time, recurrence }, all, now)
  return { ...inZones(day, time, all), occurrence: day, nextSendDate: day }
}

interface Days {
  from: string
  anchor: string
  time: string
  recurrence: NonNullable<Timing['recurrence']>
}

function nextDay({ from, anchor, time, recurrence }: Days, zones: readonly string[], now: Date): string {
  const today = dateAt(now, zones[0])
  let day = firstOn(from > today ? from : addDays(today, -1) > from ? addDays(today, -1) : from, recurrence, anchor)
  while (zones.some((zone) => momentOf(day, time, zone) <= now)) day = firstOn(addDays(day, 1), recurrence, anchor)
  return day
}

function inZones(day: string, time: string, zones: readonly string[]) {
  const runs = zones
    .map((timeZone) => ({ timeZone, dueAt: momentOf(day, time, timeZone) }))
    .toSorted((one, other) => one.dueAt.getTime() - other.dueAt.getTime())
  return { scheduledFor: runs[0]!.dueAt, scheduledLocal: `${day}T${time}`, runs }
}

const localOf = (moment: string, zone: string | undefined) => `${dateAt(moment, zone)}T${timeAt(moment, zone)}`

/** Stores the runs of a plan and queues them. */
export async function storeRuns(tx: Tx, { id, landlordId }: NotificationRow, plan: Plan): Promise<void> {
  const rows = await tx
    .insert(notificationRun)
    .values(
      plan.runs.map(({ timeZone, dueAt }, index) => ({
        landlordId,
        notificationId: id,
        occurrence: plan.occurrence,
        timeZone,
        isLast: index === plan.runs.length - 1,
        dueAt: dueAt.toISOString(),
      })),
    )
    .onConflictDoNothing()
    .returning()
  for (const run of rows) await enqueue(tx, runJob, { runId: run.id }, { runAt: new Date(run.dueAt) })
}

/** The tenants whom a notification is for: the one it names, also after they left, or those who live there now. */
export const isRecipient = ({
  landlordId,
  toTenantId,
  propertyId,
}: Pick<NotificationRow, 'landlordId' | 'toTenantId' | 'propertyId'>): SQL | undefined =>
  and(
    eq(tenant.landlordId, landlordId),
    toTenantId ? eq(tenant.tenantId, toTenantId) : eq(tenant.isActive, true),
    propertyId && !toTenantId ? eq(tenant.propertyId, propertyId) : undefined,
  )

/** A literal, since a parameter would be another expression in each clause. */
export const zoneOf = sql<string>`coalesce(${property.timeZone}, ${sql.raw(`'${defaultTimeZone}'`)})`

/** The time zones of a notification's recipients, and how many recipients there are. */
export async function countRecipients(
  tx: Tx,
  target: Pick<NotificationRow, 'landlordId' | 'toTenantId' | 'propertyId'>,
): Promise<{ zones: string[]; recipients: number }> {
  const rows = await tx
    .select({ zone: zoneOf, people: sql<number>`count(*)::int` })
    .from(tenant)
    .leftJoin(property, eq(property.propertyId, tenant.propertyId))
    .where(isRecipient(target))
    .groupBy(zoneOf)
    .orderBy(zoneOf)
  return { zones: rows.map(({ zone }) => zone), recipients: rows.reduce((sum, { people }) => sum + people, 0) }
}

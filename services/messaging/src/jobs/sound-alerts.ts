import { getUnitSnapshot } from '@keyhold/contracts/properties/units'
import { type JobHandler, onJob } from '@keyhold/kit/jobs/queue'
import type { Tools } from '@keyhold/kit/http/request'
import { fullName } from '@keyhold/kit/lib/names'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { alertJob, lockRound, soundRound } from '../domain/alerts.ts'
import type { AlertFacts } from '../domain/letters.ts'
import { knowLandlord } from '../projections/directory.ts'
import { type AlertRow } from '../schema/alerts.ts'

/** An alert must not wait long: five attempts within three minutes. */
const delaysMs = [5, 15, 30, 60, 60].map((seconds) => seconds * 1000)

/** Sounds the rounds of alerts. Messages, next round and the end of the job commit together: a crash neither loses nor doubles one. */
export const soundAlerts = (publicUrl: string): JobHandler =>
  onJob(
    alertJob,
    async ({ data: { alertId, round }, actor, finish, ...tools }) => {
      const { db, clock } = tools
      const alert = await db.transaction(actor, (tx) => lockRound(tx, alertId, round))
      if (!alert) return
      const facts = await factsOf(alert, tools)
      await db.transaction(actor, async (tx) => {
        await finish(tx)
        const current = await lockRound(tx, alertId, round)
        if (current) await soundRound(tx, current, { round, facts, publicUrl, now: clock.now() })
      })
    },
    { delaysMs },
  )

interface Row {
  firstName: string
  lastName: string
  phone: string | null
  unitId: string | null
  livesAt: string | null
}

/** Where and who. What cannot be found out at once is left out: the alert matters more. */
async function factsOf({ landlordId, propertyId, reportedBy }: AlertRow, tools: Tools): Promise<AlertFacts> {
  const { db, call, log } = tools
  const as = serviceActor('messaging', landlordId)
  const warn = (error: unknown) => log.warn({ landlordId, error }, 'an alert is sent without all that it could say')
  await knowLandlord(landlordId, tools).catch(warn)
  const [[home], [person]] = await db.read(
    as,
    (sql) =>
      [
        sql<
          { name: string; address: string }[]
        >`select name, address from property where landlord_id = ${landlordId} and property_id = ${propertyId}::uuid`,
        sql<Row[]>`
          select first_name, last_name, phone, unit_id, property_id as lives_at from tenant
          where landlord_id = ${landlordId} and tenant_id = ${reportedBy}::uuid`,
      ] as const,
  )
  const unitId = person?.livesAt === propertyId ? (person?.unitId ?? null) : null
  const unit = unitId ? await call(getUnitSnapshot, as, { params: { id: unitId }, timeoutMs: 3000 }).catch(warn) : null
  return {
    propertyName: home?.name ?? null,
    address: home?.address ?? null,
    unitName: unit?.name ?? null,
    tenantName: person ? fullName(person) : null,
    tenantPhone: person?.phone ?? null,
  }
}

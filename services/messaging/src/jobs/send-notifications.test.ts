import { getTenantNotification } from '@keyhold/contracts/messaging/notifications'
import { type LandlordActor, serviceActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendBatch } from '../domain/notifications/send-run.ts'
import { mailsPerSecond, recipientsPerBatch } from '../limits.ts'
import { notice, notificationRun } from '../schema/notifications.ts'
import { type NotificationsApp, startNotificationsApp } from '../testing/notifications.ts'

let app: NotificationsApp
beforeAll(async () => {
  // Guarded, so that the provider's rate is kept.
  app = await startNotificationsApp({ env: { EMAIL_PROOF: 'on' } })
})
afterAll(() => app?.stop())

const addTenants = ({ landlordId }: LandlordActor, count: number) =>
  app.db('messaging').adminTransaction('for a test', (tx) =>
    tx.execute(sql`
      insert into tenant (tenant_id, landlord_id, first_name, last_name, email, is_active)
      select gen_random_uuid(), ${landlordId}, 'Tess', n::text, n || '@' || ${landlordId}::text || '.test', true from generate_series(1, ${count}::int) n`),
  )

test('ten thousand recipients get one message each at the provider’s rate, though the work is cut short and begun again in the middle', async () => {
  const landlord = actors.landlord()
  await addTenants(landlord, 10_000)
  const { body } = await app.notify(landlord, { deliveryMethod: 'email', scheduledFor: '2026-03-06T12:00:00Z' })
  const as = serviceActor('messaging', landlord.landlordId)
  const db = app.db('messaging')
  // The app's own worker waits: its clock stands still before that.
  const now = new Date('2026-03-06T12:00:00Z')
  const [run] = await db.transaction(as, (tx) =>
    tx.select().from(notificationRun).where(eq(notificationRun.notificationId, body.id)),
  )
  const tools = { now, publicUrl: 'https://rent.test', perSecond: () => mailsPerSecond }
  // A process that writes three batches and dies in the fourth.
  for (let batch = 0; batch < 3; batch++) await db.transaction(as, (tx) => sendBatch(tx, run!.id, tools))
  const died = db.transaction(as, async (tx) => {
    await sendBatch(tx, run!.id, tools)
    throw new Error('killed')
  })
  await expect(died).rejects.toThrow('killed')
  const progress = async () => (await app.send(getTenantNotification, landlord, { params: { id: body.id } })).body
  expect(await progress()).toMatchObject({
    status: 'pending',
    isSending: true,
    progress: { recipients: 10_000, prepared: 3 * recipientsPerBatch, pending: 10_000 },
  })
  // Two workers at once, as after a lease that was taken for lost.
  const finish = async () => {
    while (!(await db.transaction(as, (tx) => sendBatch(tx, run!.id, tools))).isOver);
  }
  await Promise.all([finish(), finish()])
  expect(await progress()).toMatchObject({
    status: 'sent',
    isSending: false,
    progress: { prepared: 10_000, pending: 10_000 },
  })
  const [counts] = await db.adminTransaction('for a test', (tx) =>
    tx.execute<{ notices: number; people: number; mails: number; addresses: number; most: number }>(sql`
      with mail as (select d.id, d."to", j.run_at from delivery d join job j on j.name = 'send-delivery' and j.data ->> 'deliveryId' = d.id::text
        where d.owner_id = ${landlord.landlordId})
      select (select count(*)::int from notice where notification_id = ${body.id}) as notices,
        (select count(distinct tenant_id)::int from notice where notification_id = ${body.id}) as people,
        (select count(*)::int from mail) as mails, (select count(distinct "to")::int from mail) as addresses,
        (select max(n)::int from (select count(*) as n from mail group by run_at) s) as most`),
  )
  expect(counts).toEqual({ notices: 10_000, people: 10_000, mails: 10_000, addresses: 10_000, most: mailsPerSecond })
}, 60_000)

test('a job that runs again after it was done writes nothing', async () => {
  const landlord = actors.landlord()
  await addTenants(landlord, 3)
  const { body } = await app.notify(landlord, {})
  const as = serviceActor('messaging', landlord.landlordId)
  const count = () =>
    app.db('messaging').transaction(as, (tx) => tx.$count(notice, and(eq(notice.notificationId, body.id))))
  expect(await count()).toBe(3)
  await app.db('messaging').transaction(as, async (tx) => {
    const [run] = await tx
      .update(notificationRun)
      .set({ doneAt: null, cursor: null })
      .where(eq(notificationRun.notificationId, body.id))
      .returning()
    await sendBatch(tx, run!.id, { now: app.clock.now(), publicUrl: 'https://rent.test', perSecond: () => null })
  })
  expect(await count()).toBe(3)
})

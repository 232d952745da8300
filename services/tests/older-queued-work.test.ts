import { ai } from '@keyhold/ai/service'
import { identity } from '@keyhold/identity/service'
import { freshDatabase } from '@keyhold/kit/testing/database'
import { migrateTo } from '@keyhold/kit/testing/older-schema'
import { maintenance } from '@keyhold/maintenance/service'
import { messaging } from '@keyhold/messaging/service'
import { properties } from '@keyhold/properties/service'
import { tenancy } from '@keyhold/tenancy/service'
import postgres from 'postgres'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Databases from before there were jobs, with work that was waiting: none of it is lost.

let database: Awaited<ReturnType<typeof freshDatabase>>
let sql: postgres.Sql
beforeAll(async () => {
  database = await freshDatabase()
  sql = postgres(database.url, { max: 1, onnotice: () => {}, transform: postgres.camel })
})
afterAll(async () => {
  await sql.end()
  await database.drop()
})

const [landlordId, id, other] = [v7(), v7(), v7()]
const noLandlord = '00000000-0000-0000-0000-000000000000'
const due = '2026-03-15T15:00:00.000Z'

const services = { messaging, identity, tenancy, ai, properties, maintenance }
type Name = keyof typeof services

/** Brings a service to the migration before its jobs, runs `fill`, and then brings it up to date. Its jobs. */
async function jobsAfter(service: Name, fill: () => Promise<unknown>) {
  await migrateTo(database.url, services[service], 'queued_work')
  await fill()
  await migrateTo(database.url, services[service])
  const rows = await sql.unsafe(
    `select name, landlord_id, key, data, run_at, attempts, postponed, claimed_at is not null as is_begun from ${service}.job order by name, id`,
  )
  return rows.map(({ runAt, ...row }): Record<string, unknown> =>
    Object.assign(row, { runAt: (runAt as Date).toISOString() }),
  )
}

const waiting = { landlordId, key: null, attempts: 0, postponed: 0, isBegun: false, runAt: due }

test('messages that were waiting are sent, those of a dead sender too; one whose sender died long ago has failed', async () => {
  const stale = v7()
  const jobs = await jobsAfter(
    'messaging',
    () => sql`
    insert into messaging.delivery (id, key, owner_id, channel, body, body_sha256, body_length, queued, attempts, due_at, created_at) values
      (${id}, 'queued', ${landlordId}, 'email', 'x', 'x', 1, true, 2, ${due}, now()),
      (${other}, 'asked', null, 'email', 'x', 'x', 1, false, 1, ${due}, now()),
      (${stale}, 'stale', null, 'email', 'x', 'x', 1, false, 1, ${due}, now() - interval '2 hours')`,
  )
  const job = { ...waiting, name: 'send-delivery' }
  expect(jobs).toHaveLength(2)
  expect(jobs).toEqual(
    expect.arrayContaining([
      { ...job, attempts: 2, data: { deliveryId: id, once: false } },
      { ...job, landlordId: noLandlord, data: { deliveryId: other, once: true } },
    ]),
  )
  expect([...(await sql`select status, body from messaging.delivery where id = ${stale}`)]).toEqual([
    { status: 'failed', body: null },
  ])
})

test('password and ticket mails that were due are mailed', async () => {
  const ticketId = v7()
  const jobs = await jobsAfter('identity', async () => {
    await sql`insert into identity.password_reset_requests (id, email, ip, requested_at, attempts, due_at) values
      (${id}, 'a@example.com', '10.0.0.1', ${due}, 1, ${due}), (${v7()}, 'a@example.com', '10.0.0.1', ${due}, 0, null)`
    await sql`insert into identity.support_tickets (id, landlord_id, subject, status, message_count) values (${ticketId}, ${landlordId}, 'Hi', 'answered', 1)`
    await sql`insert into identity.ticket_messages (id, landlord_id, ticket_id, from_admin, author_id, author, body, mail_due_at, mail_attempts)
      values (${other}, ${landlordId}, ${ticketId}, true, ${landlordId}, 'Admin', 'Answer', ${due}, 0)`
  })
  expect(jobs).toEqual([
    { ...waiting, name: 'mail-reset-link', landlordId: noLandlord, attempts: 1, data: { requestId: id } },
    { ...waiting, name: 'mail-ticket-answer', data: { messageId: other } },
  ])
  const mailed = await sql`select is_mailed from identity.password_reset_requests order by is_mailed`
  expect(mailed.map(({ isMailed }) => isMailed as boolean)).toEqual([false, true])
})

test('an import that was under way goes on', async () => {
  const jobs = await jobsAfter(
    'tenancy',
    () => sql`
    insert into tenancy.tenant_import (id, landlord_id, file_name, status, total, unknown_columns, user_id, updated_at) values
      (${id}, ${landlordId}, 'a.csv', 'running', 1, '[]', ${landlordId}, ${due}), (${other}, ${landlordId}, 'b.csv', 'done', 1, '[]', ${landlordId}, ${due})`,
  )
  expect(jobs).toEqual([{ ...waiting, name: 'continue-import', key: id, data: { importId: id } }])
})

test('stale insights are computed, and waiting documents are read, with the tries behind them', async () => {
  const jobs = await jobsAfter('ai', async () => {
    await sql`insert into ai.landlord (landlord_id, changes, seen) values (${landlordId}, 2, 1), (${other}, 1, 1)`
    await sql`insert into ai.reading (landlord_id, document_id, category, asked_at, status, turn_at, misses, tries, due_at) values
      (${landlordId}, ${id}, 'lease', ${due}, 'waiting', ${due}, 3, 1, ${due}), (${landlordId}, ${other}, 'lease', ${due}, 'done', ${due}, 0, 1, ${due})`
  })
  expect(jobs).toEqual([
    { ...waiting, name: 'read-document', attempts: 1, postponed: 3, data: { documentId: id, askedAt: due } },
    { ...waiting, name: 'refresh-insights', key: 'insights', data: {}, runAt: expect.any(String) as unknown },
  ])
})

test.each(['properties', 'maintenance'] as const)(
  'files that %s was to remove are removed, under the same ids',
  async (service) => {
    const jobs = await jobsAfter(service, () =>
      sql.unsafe(`insert into ${service}.blob_removal (id, landlord_id, kind, blob_name, due_at, is_taken) values
      ('${id}', '${landlordId}', 'photo', 'one', '${due}', false), ('${other}', '${landlordId}', 'photo', 'two', '${due}', true)`),
    )
    const job = { ...waiting, name: 'remove-file' }
    expect(jobs).toEqual([
      { ...job, data: { kind: 'photo', blobName: 'one' } },
      { ...job, data: { kind: 'photo', blobName: 'two' }, isBegun: true },
    ])
    const ids = await sql.unsafe(`select id from ${service}.job order by id`)
    expect(ids.map((row) => row.id as string)).toEqual([id, other])
  },
)

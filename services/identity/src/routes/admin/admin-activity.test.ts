import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AdminActed, backupStatus, listActivity } from '@keyhold/contracts/identity/admin-activity'
import { adminSummary, resetLandlordPassword, setLandlordActive } from '@keyhold/contracts/identity/admin-accounts'
import { dayMs } from '@keyhold/kit/lib/dates'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { type TestApp, startTestApp } from '@keyhold/kit/testing/test-app'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recentActivityDays } from '../../limits.ts'
import { identity } from '../../service.ts'
import { createSuperAdmin, signUp } from '../../testing/people.ts'

const folder = mkdtempSync(join(tmpdir(), 'keyhold-record-'))
const record = join(folder, 'last-backup')

let app: TestApp
let admin: LandlordActor
beforeAll(async () => {
  app = await startTestApp([identity], { env: { BACKUP_RECORD: record } })
  admin = await createSuperAdmin(app)
})
afterAll(async () => {
  await app.stop()
  rmSync(folder, { recursive: true, force: true })
})

const activity = async (query = {}) => (await app.send(listActivity, admin, { query })).body

test('the last backup is as old as its record; without one none is known', async () => {
  const last = async () => (await app.send(backupStatus, admin)).body
  expect(await last()).toEqual({ lastBackupAt: null })
  writeFileSync(record, '')
  expect(await last()).toEqual({ lastBackupAt: statSync(record).mtime.toISOString() })
})

describe('the activity log', () => {
  test('stores an action of another service once, however often the event arrives, with the emails at the time', async () => {
    const user = await signUp(app)
    const at = app.clock.now().toISOString()
    const action = {
      adminId: admin.userId,
      landlordId: user.id,
      action: 'subscription_updated',
      targetUserId: user.id,
      details: { plan: 'professional' },
      at,
    }
    const id = v7()
    for (let i = 0; i < 3; i++) await app.publish(AdminActed, action, id)
    const { at: createdAt, ...logged } = action
    expect(await activity({ targetUserId: user.id })).toEqual([
      { ...logged, id, adminEmail: 'root@example.com', targetEmail: user.email, createdAt },
    ])
  })

  test('an action in identity is announced, too, and is still one entry', async () => {
    const user = await signUp(app)
    await app.send(resetLandlordPassword, admin, { body: { userId: user.id, newPassword: 'given by root' } })
    await app.settled()
    expect(app.published(AdminActed).filter(({ targetUserId }) => targetUserId === user.id)).toHaveLength(1)
    expect(await activity({ targetUserId: user.id })).toHaveLength(1)
  })

  test('is searched by action, with or without underscores, and by both emails, without wildcards', async () => {
    const user = await signUp(app, { email: 'wanted_one@example.com' })
    await signUp(app, { email: 'wantedxone@example.com' })
    await app.send(setLandlordActive, admin, { body: { userId: user.id, isActive: false } })
    const ids = async (q: string) => (await activity({ q })).map(({ targetUserId }) => targetUserId)
    for (const q of ['wanted_one', 'WANTED_ONE@']) expect(await ids(q), q).toEqual([user.id])
    for (const q of ['account_deact', 'account deact', 'root@example']) expect(await ids(q), q).toContain(user.id)
    expect(await ids('account%deact')).toEqual([])
  })

  test('is paged newest first', async () => {
    const [first, second] = [await signUp(app), await signUp(app)]
    const targetUserId = v7()
    const publish = (landlordId: string, minutes: number) =>
      app.publish(AdminActed, {
        adminId: admin.userId,
        landlordId,
        action: 'trial_extended',
        targetUserId,
        details: {},
        at: new Date(app.clock.now().getTime() + minutes * 60_000).toISOString(),
      })
    await publish(second.id, 2)
    await publish(first.id, 1)
    const page = await app.send(listActivity, admin, { query: { targetUserId, limit: 1 } })
    expect([page.body.map(({ landlordId }) => landlordId), page.headers['x-total-count']]).toEqual([[second.id], '2'])
    const cursor = /cursor=([^>&]+)/.exec(page.headers.link ?? '')![1]
    expect((await activity({ targetUserId, limit: 1, cursor })).map(({ landlordId }) => landlordId)).toEqual([first.id])
  })
})

test('the summary counts landlords, databases and recent activity', async () => {
  const read = async () => (await app.send(adminSummary, admin)).body
  const before = await read()
  const user = await signUp(app)
  await signUp(app, { userType: 'tenant' })
  await app.send(setLandlordActive, admin, { body: { userId: user.id, isActive: false } })
  expect(await read()).toEqual({
    ...before,
    landlords: before.landlords + 1,
    recentActivity: before.recentActivity + 1,
    activeDatabases: 1,
  })
  app.clock.advance((recentActivityDays + 1) * dayMs)
  expect(await read()).toMatchObject({ recentActivity: 0, landlords: before.landlords + 1 })
})

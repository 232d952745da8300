import { expect, test } from 'vitest'
import { isNewEmergency } from './emergency.ts'

type Given = Parameters<typeof isNewEmergency>[0]
type Entry = Given['history'][number]

const entry = (by: Entry['by'], field: string, from: string | null, to: string): Entry => ({
  id: '1',
  at: '2026-01-01T00:00:00.000Z',
  by,
  author: null,
  changes: [{ field, from, to }],
  note: null,
  isShared: true,
})
const given = (last: Entry, more: Partial<Given> = {}): Given => ({
  priority: 'emergency',
  status: 'open',
  alert: null,
  history: [last],
  ...more,
})
const opened = entry('tenant', 'status', null, 'open')

test('an emergency reported by a tenant is new, and so is a request raised to one by someone else', () => {
  expect(isNewEmergency(given(opened))).toBe(true)
  expect(isNewEmergency(given(opened, { priority: 'low', alert: 'sounding' }))).toBe(true)
  expect(isNewEmergency(given(entry('system', 'priority', 'medium', 'emergency')))).toBe(true)
})

test("the landlord's own changes, later changes, lower priorities and finished requests are not", () => {
  expect(isNewEmergency(given(entry('landlord', 'status', null, 'open')))).toBe(false)
  expect(isNewEmergency(given(entry('landlord', 'priority', 'medium', 'emergency')))).toBe(false)
  expect(isNewEmergency(given(entry('tenant', 'photo', null, 'p1')))).toBe(false)
  expect(isNewEmergency(given(opened, { priority: 'high' }))).toBe(false)
  expect(isNewEmergency(given(opened, { status: 'completed' }))).toBe(false)
  expect(isNewEmergency(given(opened, { history: [] }))).toBe(false)
})

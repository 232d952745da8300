import { taskMayBecome, taskStatuses, taskTransitions } from '@keyhold/contracts/properties/stays/task-values'
import { expect, test } from 'vitest'
import { dayBetweenStays, dueDateOf } from './planned-task.ts'
import { checklistOf } from './save-task.ts'
import { writeCalendar } from './write-calendar.ts'

const stay = { status: 'confirmed', checkInDate: '2026-06-10', checkOutDate: '2026-06-14', checkedOutAt: null } as const
const rule = { trigger: 'after_check_out', every: null, offsetDays: 0, isActive: true } as const
const zone = 'America/Chicago'

test('every status that may follow is a status, and staying the same is allowed', () => {
  for (const status of taskStatuses) {
    expect(taskMayBecome(status, status)).toBe(true)
    for (const next of taskStatuses)
      expect(taskMayBecome(status, next)).toBe(status === next || taskTransitions[status].includes(next))
  }
  expect(taskMayBecome('cancelled', 'completed')).toBe(false)
  expect(taskMayBecome('completed', 'cancelled')).toBe(false)
})

test('a rule says on which day its task is due', () => {
  expect(dueDateOf(rule, stay, zone)).toBe('2026-06-14')
  expect(dueDateOf({ ...rule, offsetDays: 2 }, stay, zone)).toBe('2026-06-16')
  expect(dueDateOf({ ...rule, trigger: 'before_check_in', offsetDays: 1 }, stay, zone)).toBe('2026-06-09')
  expect(dueDateOf({ ...rule, trigger: 'inspection', every: 4 }, stay, zone)).toBe('2026-06-14')
  expect(dueDateOf({ ...rule, trigger: 'inspection', every: 5 }, stay, zone)).toBeNull()
  expect(dueDateOf({ ...rule, isActive: false }, stay, zone)).toBeNull()
})

test('a stay that does not take place needs no task, and guests who leave early are followed', () => {
  for (const status of ['pending', 'cancelled', 'no_show'] as const)
    expect(dueDateOf(rule, { ...stay, status }, zone)).toBeNull()
  // Half past eleven in the evening of the twelfth in Chicago.
  const left = { ...stay, status: 'checked_out', checkedOutAt: '2026-06-13T04:30:00.000Z' } as const
  expect(dueDateOf(rule, left, zone)).toBe('2026-06-12')
  expect(dueDateOf(rule, { ...left, checkedOutAt: '2026-06-15T16:00:00.000Z' }, zone)).toBe('2026-06-14')
})

test('a task by the calendar is put on a day on which nobody stays over', () => {
  const taken = [
    { from: '2026-06-10', until: '2026-06-14' },
    { from: '2026-06-14', until: '2026-06-16' },
  ]
  expect(dayBetweenStays('2026-06-10', taken)).toBe('2026-06-10')
  expect(dayBetweenStays('2026-06-11', taken)).toBe('2026-06-14')
  expect(dayBetweenStays('2026-06-15', taken)).toBe('2026-06-16')
  expect(dayBetweenStays('2026-06-11', [{ from: '2026-01-01', until: null }])).toBe('2026-06-11')
})

test('entries that stay keep their ticks', () => {
  const before = checklistOf(['Beds', 'Bath', 'Beds']).map((item, i) => ({ ...item, isDone: i === 0 }))
  expect(checklistOf(['Bath', 'Beds', 'Kitchen'], before)).toMatchObject([
    { text: 'Bath', isDone: false },
    { text: 'Beds', isDone: true },
    { text: 'Kitchen', isDone: false },
  ])
})

test('lines of a calendar have at most 75 bytes, whole characters, and no bare commas', () => {
  const text = writeCalendar('Ana, “the best”', [
    {
      uid: 'a',
      summary: 'Cleaning: Café; quick, please',
      location: 'é'.repeat(100),
      description: 'one\ntwo\\three\r\nfour',
      from: '2026-06-14T16:00:00.000Z',
      until: '2026-06-14T18:00:00.000Z',
      changedAt: '2026-06-01T00:00:00.000Z',
    },
  ])
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  const whole = text.replaceAll('\r\n ', '')
  expect(whole).toContain('SUMMARY:Cleaning: Café\\; quick\\, please\r\n')
  expect(whole).toContain(`LOCATION:${'é'.repeat(100)}\r\n`)
  expect(whole).toContain('DESCRIPTION:one\\ntwo\\\\three\\nfour\r\n')
  expect(whole).toContain('DTSTART:20260614T160000Z\r\n')
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
})

import { maintenanceStatuses } from '@keyhold/contracts/maintenance/requests'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { expect, test } from 'vitest'
import { canReopen, completedDateAfter, isReopening, tenantTransitions, transitionRefusal } from './statuses.ts'

test('the buttons go from open through in progress to completed, and to cancelled from either', () => {
  const allowed = maintenanceStatuses.flatMap((from) =>
    maintenanceStatuses
      .filter((to) => from !== to && transitionRefusal(from, to) === null)
      .map((to) => `${from} > ${to}`),
  )
  expect(allowed).toEqual([
    'open > in_progress',
    'open > cancelled',
    'in_progress > completed',
    'in_progress > cancelled',
  ])
})

test('setting the same status is allowed; a refusal names both statuses', () => {
  for (const status of maintenanceStatuses) expect(transitionRefusal(status, status)).toBeNull()
  expect(transitionRefusal('completed', 'in_progress')).toBe(
    'A request that is completed cannot become in progress directly. Edit the request to set another status.',
  )
})

test.each([
  ['2026-04-01T04:30:00Z', 'America/Chicago', '2026-03-31'],
  ['2026-04-01T04:30:00Z', 'America/New_York', '2026-04-01'],
  ['2026-03-08T07:30:00Z', 'America/New_York', '2026-03-08'],
  ['2026-12-31T23:59:59Z', 'Pacific/Guam', '2027-01-01'],
])('%s is in %s the %s', (instant, zone, date) => {
  expect(dateAt(new Date(instant), zone)).toBe(date)
})

const today = '2026-03-15'
test.each([
  ['completion dates itself', { status: 'open', completedDate: null }, { status: 'completed' }, today],
  [
    'a given date holds',
    { status: 'in_progress', completedDate: null },
    { status: 'completed', completedDate: '2026-03-01' },
    '2026-03-01',
  ],
  [
    'a date entered before completion holds',
    { status: 'open', completedDate: '2026-03-02' },
    { status: 'completed' },
    '2026-03-02',
  ],
  [
    'a completed request keeps its date when the dialog sends none',
    { status: 'completed', completedDate: '2026-03-02' },
    { completedDate: null },
    '2026-03-02',
  ],
  [
    'leaving completed clears it, also when the dialog sends it along',
    { status: 'completed', completedDate: '2026-03-02' },
    { status: 'open', completedDate: '2026-03-02' },
    null,
  ],
  ['other edits leave it alone', { status: 'completed', completedDate: '2026-03-02' }, {}, '2026-03-02'],
  ['cancelling sets none', { status: 'open', completedDate: null }, { status: 'cancelled' }, null],
] as const)('%s', (_what, before, edit, expected) => {
  expect(completedDateAfter(before, edit, today)).toBe(expected)
})

test('tenants move nothing but completed work back to open', () => {
  const allowed = maintenanceStatuses.flatMap((from) => tenantTransitions[from].map((to) => `${from} > ${to}`))
  expect(allowed).toEqual(['completed > open'])
})

test.each([
  ['the day of completion', 'completed', '2026-03-15', true],
  ['the thirtieth day', 'completed', '2026-02-13', true],
  ['the thirty-first day', 'completed', '2026-02-12', false],
  ['a cancelled request', 'cancelled', '2026-03-15', false],
  ['an open one', 'open', null, false],
] as const)('reopening on %s', (_what, status, completedDate, expected) => {
  expect(canReopen({ status, completedDate }, today)).toBe(expected)
})

test('only leaving completed counts as reopening', () => {
  const counted = maintenanceStatuses.flatMap((from) =>
    maintenanceStatuses.filter((to) => isReopening(from, to)).map((to) => `${from} > ${to}`),
  )
  expect(counted).toEqual(['completed > open', 'completed > in_progress'])
})

import {
  cancelBooking,
  checkInBooking,
  checkOutBooking,
  extendBooking,
  updateBooking,
} from '@keyhold/contracts/properties/stays/bookings'
import { stayAnalytics } from '@keyhold/contracts/properties/stays/analytics'
import {
  createTask,
  createTurnoverRule,
  deleteTurnoverRule,
  listTasks,
  listTurnoverRules,
  type ShortTermTask,
  ShortTermTaskChanged,
  taskAttention,
  updateTask,
  updateTurnoverRule,
} from '@keyhold/contracts/properties/stays/tasks'
import type { QueryInput } from '@keyhold/contracts/endpoint'
import { serviceActor, type LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startStaysApp, type StaysApp } from '../../testing/stays.ts'

let app: StaysApp
beforeAll(async () => void (app = await startStaysApp()))
afterAll(() => app?.stop())

const tasksOf = async (landlord: LandlordActor, query: QueryInput<typeof listTasks> = {}) =>
  (await app.send(listTasks, landlord, { query })).body

async function addRule(landlord: LandlordActor, rentalId: string, fields: Record<string, unknown> = {}) {
  const { status, body, problem } = await app.send(createTurnoverRule, landlord, {
    body: { rentalId, trigger: 'after_check_out', title: 'Clean', checklist: ['Beds', 'Bath'], ...fields },
  })
  if (status !== 201) throw new Error(problem.detail)
  return body
}

const put = (landlord: LandlordActor, { id }: Pick<ShortTermTask, 'id'>, body: Record<string, unknown>) =>
  app.send(updateTask, landlord, { params: { id }, body })

const only = (tasks: ShortTermTask[]): ShortTermTask => {
  expect(tasks).toHaveLength(1)
  const [task] = tasks
  if (!task) throw new Error('no task')
  return task
}

describe('tasks of rules', () => {
  test('are made once for each stay and rule, of stays entered before the rule too', async () => {
    const { landlord, rental } = await app.host()
    await app.booked(landlord, rental.id, '2026-06-01', '2026-06-04')
    await addRule(landlord, rental.id, { assignedTo: 'Ana', cost: 45.5, estimatedDuration: 90 })
    await app.booked(landlord, rental.id, '2026-06-04', '2026-06-08')
    const tasks = await tasksOf(landlord)
    expect(tasks.map(({ dueDate, status, priority }) => [dueDate, status, priority])).toEqual([
      ['2026-06-04', 'pending', 'medium'],
      ['2026-06-08', 'pending', 'medium'],
    ])
    // Check-out at 11 and check-in at 15 of the same day.
    const { timeZone } = rental
    expect(tasks[0]).toMatchObject({ assignedTo: 'Ana', cost: 45.5, guestName: 'Gus Guest', timeZone })
    const between = tasks.map(({ windowFrom, windowUntil }) =>
      windowFrom && windowUntil ? Date.parse(windowUntil) - Date.parse(windowFrom) : null,
    )
    expect(between).toEqual([4 * 3_600_000, null])
    await app.settled()
    expect(app.published(ShortTermTaskChanged).filter(({ rentalId }) => rentalId === rental.id)).toHaveLength(2)
  })

  test('move with the booking, and longer stays move them too', async () => {
    const { landlord, rental } = await app.host()
    await addRule(landlord, rental.id)
    await addRule(landlord, rental.id, { trigger: 'before_check_in', title: 'Welcome basket', taskType: 'restocking' })
    const { id } = await app.booked(landlord, rental.id, '2026-06-01', '2026-06-04')
    const days = async () => (await tasksOf(landlord)).map(({ title, dueDate }) => [title, dueDate])
    await app.send(updateBooking, landlord, {
      params: { id },
      body: { checkInDate: '2026-06-10', checkOutDate: '2026-06-12' },
    })
    expect(await days()).toEqual([
      ['Welcome basket', '2026-06-10'],
      ['Clean', '2026-06-12'],
    ])
    await app.send(extendBooking, landlord, { params: { id }, body: { checkOutDate: '2026-06-15' } })
    expect(await days()).toEqual([
      ['Welcome basket', '2026-06-10'],
      ['Clean', '2026-06-15'],
    ])
  })

  test('follow a booking to another listing, whose rules count there', async () => {
    const { landlord, rental } = await app.host()
    const other = await app.addRental(landlord, { listingName: 'Elm House' })
    await addRule(landlord, rental.id, { title: 'Clean Oak' })
    await addRule(landlord, other.id, { title: 'Clean Elm' })
    const { id } = await app.booked(landlord, rental.id, '2026-06-01', '2026-06-04')
    expect((await tasksOf(landlord, { show: 'open' })).map(({ title }) => title)).toEqual(['Clean Oak'])
    await app.send(updateBooking, landlord, { params: { id }, body: { rentalId: other.id } })
    const task = only(await tasksOf(landlord, { show: 'open' }))
    expect([task.title, task.listingName, task.propertyId]).toEqual(['Clean Elm', 'Elm House', other.propertyId])
    await app.send(updateBooking, landlord, { params: { id }, body: { rentalId: rental.id } })
    expect(only(await tasksOf(landlord, { show: 'open' })).title).toBe('Clean Oak')
  })

  test('are withdrawn with the booking, unless they were begun', async () => {
    const { landlord, rental } = await app.host()
    await addRule(landlord, rental.id)
    const [first, second] = [
      await app.booked(landlord, rental.id, '2026-06-01', '2026-06-04'),
      await app.booked(landlord, rental.id, '2026-06-10', '2026-06-12'),
    ]
    const begun = (await tasksOf(landlord)).find(({ bookingId }) => bookingId === second.id)
    if (begun) await put(landlord, begun, { status: 'in_progress' })
    for (const { id } of [first, second]) await app.send(cancelBooking, landlord, { params: { id }, body: {} })
    expect((await tasksOf(landlord)).map(({ status }) => status)).toEqual(['cancelled', 'in_progress'])
  })

  test('keep what somebody changed by hand, and follow in everything else', async () => {
    const { landlord, rental } = await app.host()
    const rule = await addRule(landlord, rental.id, { assignedTo: 'Ana' })
    const { id } = await app.booked(landlord, rental.id, '2026-06-01', '2026-06-04')
    await put(landlord, only(await tasksOf(landlord)), { assignedTo: 'Ben', cost: 70 })
    await app.send(extendBooking, landlord, { params: { id }, body: { checkOutDate: '2026-06-06' } })
    await app.send(updateTurnoverRule, landlord, {
      params: { id: rule.id },
      body: { title: 'Deep clean', assignedTo: 'Cora', cost: 50, checklist: ['Bath', 'Oven'] },
    })
    const task = only(await tasksOf(landlord))
    expect(task).toMatchObject({ assignedTo: 'Ben', cost: 70, title: 'Deep clean', dueDate: '2026-06-06' })
    expect(task.checklist.map(({ text }) => text)).toEqual(['Bath', 'Oven'])
    await put(landlord, task, { dueDate: '2026-06-07' })
    await app.send(extendBooking, landlord, { params: { id }, body: { checkOutDate: '2026-06-09' } })
    expect(only(await tasksOf(landlord)).dueDate).toBe('2026-06-07')
  })

  test('come on the day on which guests leave early', async () => {
    const { landlord, rental } = await app.host()
    await addRule(landlord, rental.id)
    // The clock stands at 15 March.
    const { id } = await app.booked(landlord, rental.id, '2026-03-14', '2026-03-20')
    await app.send(checkInBooking, landlord, { params: { id } })
    const gone = await app.send(checkOutBooking, landlord, { params: { id } })
    expect(gone.status).toBe(200)
    expect(only(await tasksOf(landlord)).dueDate).toBe('2026-03-15')
  })

  test('are gone with their rule and return when it is switched on again', async () => {
    const { landlord, rental } = await app.host()
    const rule = await addRule(landlord, rental.id)
    await app.booked(landlord, rental.id, '2026-06-01', '2026-06-04')
    const turn = (isActive: boolean) =>
      app.send(updateTurnoverRule, landlord, { params: { id: rule.id }, body: { isActive } })
    await turn(false)
    expect(only(await tasksOf(landlord)).status).toBe('cancelled')
    await turn(true)
    expect(only(await tasksOf(landlord)).status).toBe('pending')
    const removed = await app.send(deleteTurnoverRule, landlord, { params: { id: rule.id } })
    expect(removed.status).toBe(204)
    expect(only(await tasksOf(landlord)).status).toBe('cancelled')
    expect((await app.send(listTurnoverRules, landlord)).body).toEqual([])
  })

  test('that count days are one ahead, on a day on which the home is empty', async () => {
    const { landlord, rental } = await app.host()
    await app.booked(landlord, rental.id, '2026-04-12', '2026-04-17')
    await addRule(landlord, rental.id, {
      trigger: 'every_n_days',
      every: 30,
      title: 'Filters',
      taskType: 'maintenance',
    })
    const task = only(await tasksOf(landlord))
    // 30 days after 15 March guests are there until the 17th.
    expect(task.dueDate).toBe('2026-04-17')
    await put(landlord, task, { status: 'completed' })
    app.clock.advance(2 * 3_600_000)
    await app.tick()
    await app.tick()
    expect((await tasksOf(landlord)).map(({ dueDate, status }) => [dueDate, status])).toEqual([
      ['2026-04-17', 'completed'],
      // Done early: 30 days after that day guests are there, too.
      ['2026-04-17', 'pending'],
    ])
    const missing = await app.send(createTurnoverRule, landlord, {
      body: { rentalId: rental.id, trigger: 'every_n_days', title: 'Filters' },
    })
    expect([missing.status, missing.problem.issues?.[0]?.path]).toEqual([400, 'every'])
  })

  test('are not made of stays that were over when they were entered', async () => {
    const { landlord, rental } = await app.host()
    await addRule(landlord, rental.id)
    await app.booked(landlord, rental.id, '2025-07-01', '2025-07-05')
    await addRule(landlord, rental.id, { title: 'Another' })
    expect(await tasksOf(landlord)).toEqual([])
  })

  test('are made once when a rule and a booking come at the same moment', async () => {
    const { landlord, rental } = await app.host()
    const [rules] = await Promise.all([
      Promise.all([addRule(landlord, rental.id, { title: 'A' }), addRule(landlord, rental.id, { title: 'B' })]),
      app.booked(landlord, rental.id, '2026-06-01', '2026-06-04'),
      app.booked(landlord, rental.id, '2026-06-04', '2026-06-06'),
    ])
    const tasks = await tasksOf(landlord)
    expect(tasks).toHaveLength(4)
    expect(new Set(tasks.map(({ ruleId, bookingId }) => `${ruleId} ${bookingId}`)).size).toBe(4)
    expect(new Set(tasks.map(({ ruleId }) => ruleId))).toEqual(new Set(rules.map(({ id }) => id)))
  })
})

describe('a task', () => {
  const body = (rentalId: string, fields = {}) => ({
    rentalId,
    title: 'Fix the lamp',
    dueDate: '2026-03-20',
    ...fields,
  })

  test('is entered by hand with the defaults of the spec, once for the same key', async () => {
    const { landlord, rental } = await app.host()
    const headers = { 'idempotency-key': 'one-task' }
    const [task, again] = [
      await app.send(createTask, landlord, { body: body(rental.id, { taskType: 'maintenance' }), headers }),
      await app.send(createTask, landlord, { body: body(rental.id, { taskType: 'maintenance' }), headers }),
    ]
    expect(task.status).toBe(201)
    expect(task.body).toMatchObject({ priority: 'medium', status: 'pending', assignedTo: null, completedAt: null })
    expect(again.body.id).toBe(task.body.id)
    expect(await tasksOf(landlord)).toHaveLength(1)
  })

  test('is finished once, and a wrong status is refused', async () => {
    const { landlord, rental } = await app.host()
    const { body: task } = await app.send(createTask, landlord, { body: body(rental.id) })
    const done = await put(landlord, task, { status: 'completed', actualDuration: 45, cost: 12.5 })
    app.clock.advance(60_000)
    const twice = await put(landlord, task, { status: 'completed' })
    expect(twice.body.completedAt).toBe(done.body.completedAt)
    const refused = await put(landlord, task, { status: 'cancelled' })
    expect([refused.status, refused.problem.detail]).toEqual([
      409,
      'This task is done, so it cannot be set to cancelled.',
    ])
  })

  test('is not seen or changed by another landlord, a tenant or a visitor', async () => {
    const { landlord, rental } = await app.host()
    const { body: task } = await app.send(createTask, landlord, { body: body(rental.id) })
    const rule = await addRule(landlord, rental.id)
    const stranger = actors.landlord()
    const of = async (actor: Parameters<typeof app.send>[1]) => [
      (await app.send(updateTask, actor, { params: { id: task.id }, body: { title: 'Mine' } })).status,
      (await app.send(createTask, actor, { body: body(rental.id) })).status,
      (await app.send(updateTurnoverRule, actor, { params: { id: rule.id }, body: { title: 'Mine' } })).status,
      (await app.send(deleteTurnoverRule, actor, { params: { id: rule.id } })).status,
    ]
    expect(await of(stranger)).toEqual([404, 404, 404, 404])
    expect(await tasksOf(stranger)).toEqual([])
    expect(await of(actors.unlinkedTenant())).toEqual([403, 403, 403, 403])
    expect(await of(actors.visitor())).toEqual([401, 401, 401, 401])
    const wrongStay = await app.send(createTask, landlord, {
      body: body(rental.id, { bookingId: '00000000-0000-7000-8000-000000000000' }),
    })
    expect([wrongStay.status, wrongStay.problem.issues?.[0]?.path]).toEqual([400, 'bookingId'])
  })

  test('is listed page by page and by each filter', async () => {
    const { landlord, rental } = await app.host()
    const other = await app.addRental(landlord, { listingName: 'Elm House' })
    for (const dueDate of ['2026-03-01', '2026-03-16', '2026-03-20', '2026-03-20'])
      await app.send(createTask, landlord, { body: body(rental.id, { dueDate, assignedTo: 'Ana' }) })
    await app.send(createTask, landlord, { body: body(other.id, { dueDate: '2026-03-16', taskType: 'inspection' }) })
    const first = await app.send(listTasks, landlord, { query: { limit: 3 } })
    const cursor = new URL(`http://x${/<([^>]+)>/.exec(first.headers['link'] ?? '')?.[1]}`).searchParams.get('cursor')
    const rest = await tasksOf(landlord, { limit: 3, cursor: cursor ?? '' })
    expect(new Set([...first.body, ...rest].map(({ id }) => id)).size).toBe(5)
    const count = async (query: QueryInput<typeof listTasks>) => (await tasksOf(landlord, query)).length
    expect(await count({ rentalId: other.id })).toBe(1)
    expect(await count({ taskType: 'inspection' })).toBe(1)
    expect(await count({ from: '2026-03-16', to: '2026-03-16' })).toBe(2)
    expect(await count({ show: 'late' })).toBe(1)
    expect(await count({ show: 'unassigned' })).toBe(1)
    const { body: attention } = await app.send(taskAttention, serviceActor('gateway', landlord.landlordId))
    expect([attention.late.total, attention.unassigned.total]).toEqual([1, 1])
    expect(attention.unassigned.items[0]).toMatchObject({ listingName: 'Elm House' })
  })

  test('counts with its cost in the home’s figures, and one without a cost with what the listing says', async () => {
    const { landlord, rental } = await app.host({ turnoverCost: 80 })
    await addRule(landlord, rental.id, { cost: 60 })
    await app.booked(landlord, rental.id, '2026-03-13', '2026-03-15')
    await app.booked(landlord, rental.id, '2026-03-15', '2026-03-17')
    const costs = async () => {
      const { total } = (await app.send(stayAnalytics, landlord, { query: { year: 2026 } })).body
      return [total.cleaningCosts, total.expectedCleaning, total.netProfit]
    }
    // Four nights of 100.
    expect(await costs()).toEqual([0, 160, 400])
    const [first, second] = await tasksOf(landlord)
    if (first) await put(landlord, first, { status: 'completed', cost: 65.25 })
    expect(await costs()).toEqual([65.25, 80, 334.75])
    if (second) await put(landlord, second, { status: 'completed', cost: null })
    expect(await costs()).toEqual([145.25, 0, 254.75])
  })
})

import {
  cleanerCalendar,
  cleanerTasks,
  createCleanerLink,
  listCleaners,
  revokeCleanerLink,
  updateCleanerTask,
} from '@keyhold/contracts/properties/stays/cleaners'
import { createTurnoverRule, listTasks, updateTask } from '@keyhold/contracts/properties/stays/tasks'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startStaysApp, type StaysApp } from '../../testing/stays.ts'

let app: StaysApp
beforeAll(async () => void (app = await startStaysApp()))
afterAll(() => app?.stop())

const anyone = actors.visitor()

async function linkOf(landlord: LandlordActor, name = 'Ana') {
  const { body: cleaners } = await app.send(listCleaners, landlord)
  const id = cleaners.find((one) => one.name === name)?.id ?? ''
  const { body, status } = await app.send(createCleanerLink, landlord, { params: { id } })
  expect(status).toBe(201)
  return { id, token: new URL(body.link).searchParams.get('token') ?? '', ...body }
}

/** A home whose turnovers are Ana's, with two stays. */
async function turnovers() {
  const { landlord, rental } = await app.host({ checkInInstructions: 'The key is in the box, code 4711.' })
  await app.send(createTurnoverRule, landlord, {
    body: {
      rentalId: rental.id,
      trigger: 'after_check_out',
      title: 'Clean',
      assignedTo: 'Ana',
      estimatedDuration: 90,
      checklist: ['Beds', 'Bath'],
      notes: 'Linen is in the hall.',
    },
  })
  await app.booked(landlord, rental.id, '2026-03-13', '2026-03-16')
  await app.booked(landlord, rental.id, '2026-03-16', '2026-03-18', { numberOfGuests: 3 })
  return { landlord, rental, ...(await linkOf(landlord)) }
}

test('a cleaner sees their tasks with address, window and checklist, and nothing of the guests', async () => {
  const { token } = await turnovers()
  const { status, body } = await app.send(cleanerTasks, anyone, { params: { token } })
  expect(status).toBe(200)
  expect(body.name).toBe('Ana')
  expect(body.tasks).toMatchObject([
    { dueDate: '2026-03-16', address: '12 Oak St, Austin, TX 78701', accessNotes: 'The key is in the box, code 4711.' },
    { dueDate: '2026-03-18', windowUntil: null, nextGuests: null },
  ])
  // Daylight-saving time: 11:00 and 15:00 in Chicago.
  expect(body.tasks[0]).toMatchObject({
    windowFrom: '2026-03-16T16:00:00.000Z',
    windowUntil: '2026-03-16T20:00:00.000Z',
    nextGuests: 3,
  })
  expect(JSON.stringify(body)).not.toContain('Gus')
})

test('a cleaner starts, ticks off, notes and finishes, and sending it twice changes nothing', async () => {
  const { landlord, token } = await turnovers()
  const { body } = await app.send(cleanerTasks, anyone, { params: { token } })
  const [task] = body.tasks
  const [beds] = task?.checklist ?? []
  const params = { token, id: task?.id ?? '' }
  const started = await app.send(updateCleanerTask, anyone, {
    params,
    body: { status: 'in_progress', ticks: { [beds?.id ?? '']: true } },
  })
  expect(started.body).toMatchObject({ status: 'in_progress', checklist: [{ isDone: true }, { isDone: false }] })
  const done = { status: 'completed', cleanerNote: 'A lamp is broken', cost: 55 } as const
  const finished = await app.send(updateCleanerTask, anyone, { params, body: done })
  app.clock.advance(60_000)
  const again = await app.send(updateCleanerTask, anyone, { params, body: done })
  expect(again.body.completedAt).toBe(finished.body.completedAt)
  const late = await app.send(updateCleanerTask, anyone, { params, body: { status: 'in_progress' } })
  expect(late.body.status).toBe('completed')
  const { body: seen } = await app.send(listTasks, landlord)
  expect(seen[0]).toMatchObject({ status: 'completed', cleanerNote: 'A lamp is broken', cost: 55, isLate: false })
  const unknown = await app.send(updateCleanerTask, anyone, { params, body: { ticks: { nothing: true } } })
  expect(unknown.status).toBe(409)
})

test('a link works until it is revoked or replaced, and for the cleaner’s own tasks only', async () => {
  const { landlord, token, id } = await turnovers()
  const other = await turnovers()
  const foreign = (await app.send(cleanerTasks, anyone, { params: { token: other.token } })).body.tasks[0]?.id ?? ''
  const params = { token, id: foreign }
  expect((await app.send(updateCleanerTask, anyone, { params, body: { status: 'completed' } })).status).toBe(404)
  const [own] = (await app.send(cleanerTasks, anyone, { params: { token } })).body.tasks
  await app.send(updateTask, landlord, { params: { id: own?.id ?? '' }, body: { assignedTo: 'ben' } })
  const gone = await app.send(updateCleanerTask, anyone, {
    params: { token, id: own?.id ?? '' },
    body: { status: 'completed' },
  })
  expect(gone.status).toBe(404)

  const renewed = await linkOf(landlord)
  const open = async (one: string) => {
    const { status, problem } = await app.send(cleanerTasks, anyone, { params: { token: one } })
    return status === 200 ? 200 : problem.code
  }
  expect([await open(token), await open(renewed.token)]).toEqual(['link-invalid', 200])
  expect((await app.send(revokeCleanerLink, actors.landlord(), { params: { id } })).status).toBe(404)
  expect((await app.send(revokeCleanerLink, actors.unlinkedTenant(), { params: { id } })).status).toBe(403)
  expect((await app.send(createCleanerLink, anyone, { params: { id } })).status).toBe(401)
  expect((await app.send(revokeCleanerLink, landlord, { params: { id } })).status).toBe(204)
  expect(await open(renewed.token)).toBe('link-invalid')
  const calendar = await app.send(cleanerCalendar, anyone, { params: { token: renewed.token } })
  expect(calendar.status).toBe(404)
})

test('the calendar holds the same tasks at the time of the check-out', async () => {
  const { token, calendar } = await turnovers()
  expect(calendar).toContain(`/api/cleaner-links/${token}/calendar.ics`)
  const { body, headers } = await app.send(cleanerCalendar, anyone, { params: { token } })
  const text = Buffer.from(body).toString().replaceAll('\r\n ', '')
  expect(headers['content-type']).toContain('text/calendar')
  expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2)
  expect(text).toContain('DTSTART:20260316T160000Z\r\nDTEND:20260316T173000Z')
  expect(text).toContain('SUMMARY:Cleaning: Oak House')
  expect(text).toContain('LOCATION:12 Oak St\\, Austin\\, TX 78701')
})

test('cleaners of one name are one, and each landlord sees their own', async () => {
  const { landlord, rental } = await app.host()
  const add = (assignedTo: string) =>
    app.send(createTurnoverRule, landlord, {
      body: { rentalId: rental.id, trigger: 'after_check_out', title: 'Clean', assignedTo },
    })
  await Promise.all([add('Ana'), add('ANA'), add('ana ')])
  expect((await app.send(listCleaners, landlord)).body).toMatchObject([{ openTasks: 0, linkedAt: null }])
  expect((await app.send(listCleaners, actors.landlord())).body).toEqual([])
})

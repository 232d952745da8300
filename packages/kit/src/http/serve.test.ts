import { endpoint } from '@keyhold/contracts/endpoint'
import { route } from '@keyhold/contracts/route'
import { everyone, landlords } from '@keyhold/contracts/roles'
import { line, money, optional, pageQuery, search, whole } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Reply, serve } from './serve.ts'
import { defineService } from '../runtime/service.ts'
import { actors, startTestApp, type TestApp } from '../testing/test-app.ts'

const Room = z.object({ name: z.string(), note: z.string().nullish() })
const roomBody = z.object({
  name: line(20, 'Name is required'),
  note: optional(line(50)),
  rent: money(1, 'Rent is an amount above zero').optional(),
  beds: z.array(z.object({ size: whole(1, 3, 'A size from 1 to 3') })).optional(),
})
const makeRoom = endpoint(route('POST', '/api/rooms', landlords), {
  status: 201,
  idempotent: false,
  body: roomBody,
  response: Room,
  summary: 'Make a room',
})
const listRooms = endpoint(route('GET', '/api/houses/:id/rooms', everyone), {
  query: pageQuery.extend({ q: search, minBeds: whole(0, 9, 'minBeds is a number from 0 to 9').optional() }),
  response: z.array(Room),
  paged: true,
  summary: 'Rooms',
})
const dropRoom = endpoint(route('DELETE', '/api/rooms/:id', landlords), { summary: 'Drop a room' })
const greet = endpoint(route('GET', '/api/greeting', 'public'), { response: z.string(), summary: 'A greeting as text' })
const countRooms = endpoint(route('GET', '/internal/rooms/count', 'service'), {
  response: z.object({ by: z.string() }),
  summary: 'For other services',
})

const rooms = defineService({
  name: 'maintenance',
  config: z.object({}),
  build: () => ({
    routes: [
      serve(makeRoom, async ({ body }) => {
        const row = { ...body, passwordHash: 'argon2' }
        return row
      }),
      serve(listRooms, async ({ query, params }) => {
        const items = [{ name: `${params.id} ${JSON.stringify(query)}`, landlordId: 'a stranger' }]
        return { items, total: 41, next: query.cursor === 'last' ? null : 'c+1/&=' }
      }),
      serve(dropRoom, async () => {}),
      serve(
        greet,
        async () =>
          new Reply('hello', [
            ['content-type', 'text/plain'],
            ['set-cookie', 'a=1'],
            ['set-cookie', 'b=2'],
          ]),
      ),
      serve(countRooms, async ({ actor }) => ({ by: actor.role })),
    ],
  }),
})

let app: TestApp
beforeAll(async () => {
  app = await startTestApp([rooms])
})
afterAll(() => app.stop())
const ann = actors.landlord()
const make = (body: Record<string, unknown>) => app.send(makeRoom, ann, { body })

describe('access is judged before anything else', () => {
  it('a visitor is asked to sign in, another role may not, and neither learns whether the input was right', async () => {
    for (const body of [{ name: 'Attic' }, {}]) {
      expect((await app.send(makeRoom, actors.visitor(), { body })).problem).toMatchObject({
        title: 'Unauthorized',
        status: 401,
        code: 'unauthorized',
      })
      expect((await app.send(makeRoom, actors.tenantOf(ann), { body })).problem).toMatchObject({
        title: 'Forbidden',
        status: 403,
        code: 'forbidden',
      })
      expect((await app.send(makeRoom, actors.service('payments'), { body })).status).toBe(403)
    }
  })
  it('the roles that the contract lists may, and everybody may call what is public', async () => {
    for (const actor of [ann, actors.superAdmin()])
      expect((await app.send(makeRoom, actor, { body: { name: 'Attic' } })).status).toBe(201)
    for (const actor of [actors.visitor(), actors.unlinkedTenant(), ann])
      expect((await app.send(greet, actor)).status).toBe(200)
  })
  it('another service calls on behalf of the user it acts for', async () => {
    expect((await app.send(countRooms, actors.service('gateway'))).body).toEqual({ by: 'service' })
    expect((await app.send(countRooms, ann)).body).toEqual({ by: 'landlord' })
  })
})

describe('input is parsed by the contract', () => {
  it('an id that cannot exist is a record that does not', async () => {
    for (const id of ['7', '', "' or 1=1", 'ffffffff-ffff'])
      expect((await app.send(dropRoom, ann, { params: { id } })).problem).toMatchObject({
        status: 404,
        code: 'not-found',
        detail: 'Not found',
      })
  })
  it('one fault in the body is the sentence itself', async () => {
    expect((await make({ name: ' ' })).problem).toMatchObject({
      status: 400,
      code: 'invalid-input',
      detail: 'Name is required.',
      issues: [{ path: 'name', message: 'Name is required' }],
    })
  })
  it('several faults are all named, each with its path', async () => {
    const { problem } = await make({ name: 'x'.repeat(21), rent: 0, beds: [{ size: 1 }, { size: 9 }] })
    expect(problem.detail).toBe('Please check the highlighted fields')
    expect(problem.issues).toEqual([
      { path: 'name', message: 'At most 20 characters' },
      { path: 'rent', message: 'Rent is an amount above zero' },
      { path: 'beds.1.size', message: 'A size from 1 to 3' },
    ])
  })
  it('faults in the query are named too', async () => {
    const { problem } = await app.send(listRooms, ann, { params: { id: v7() }, query: { limit: 501, minBeds: 'many' } })
    expect(problem).toMatchObject({ status: 400, detail: 'The query is not valid' })
    expect(problem.issues).toEqual([
      { path: 'limit', message: 'limit is a number from 1 to 500' },
      { path: 'minBeds', message: 'minBeds is a number from 0 to 9' },
    ])
  })
  it('empty text and null both mean none, absent means left alone', async () => {
    for (const note of ['', null])
      expect((await make({ name: 'Attic', note })).body).toEqual({ name: 'Attic', note: null })
    expect((await make({ name: ' Attic ' })).body).toEqual({ name: 'Attic' })
  })
  it('unknown fields are ignored', async () => {
    expect((await make({ name: 'Attic', landlordId: 'x', admin: true })).body).toEqual({ name: 'Attic' })
  })
})

describe('the answer is the contract’s', () => {
  it('columns that the contract does not name never leave', async () => {
    const answer = await make({ name: 'Attic', note: 'warm' })
    expect(answer).toMatchObject({
      status: 201,
      body: { name: 'Attic', note: 'warm' },
      headers: { 'content-type': 'application/json; charset=utf-8' },
    })
    expect(JSON.stringify(answer.body)).not.toContain('passwordHash')
    expect((await app.send(listRooms, ann, { params: { id: v7() } })).body.map((room) => Object.keys(room))).toEqual([
      ['name'],
    ])
  })
  it('a page says how many there are, and where the next one is with the same filters', async () => {
    const id = v7()
    const first = await app.send(listRooms, ann, { params: { id }, query: { q: 'a&b c', limit: '2' } })
    expect(first.headers['x-total-count']).toBe('41')
    const [, target = ''] = /^<(.+)>; rel="next"$/.exec(first.headers.link ?? '') ?? []
    const next = new URL(target, 'http://x')
    expect(next.pathname).toBe(`/api/houses/${id}/rooms`)
    expect(Object.fromEntries(next.searchParams)).toEqual({ q: 'a&b c', limit: '2', cursor: 'c+1/&=' })
  })
  it('the last page links to nothing', async () => {
    expect(
      (await app.send(listRooms, ann, { params: { id: v7() }, query: { cursor: 'last' } })).headers,
    ).not.toHaveProperty('link')
  })
  it('204 has no body', async () => {
    expect(await app.send(dropRoom, ann, { params: { id: v7() } })).toMatchObject({
      status: 204,
      body: undefined,
      headers: {},
    })
  })
  it('a reply brings headers of its own, several of one name too', async () => {
    const answer = await app.send(greet, actors.visitor())
    expect(answer).toMatchObject({ body: 'hello', cookies: ['a=1', 'b=2'], headers: { 'content-type': 'text/plain' } })
  })
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listBookings } from '@keyhold/contracts/properties/stays/bookings'
import {
  chooseForConflict,
  getFeedConflict,
  listFeedConflicts,
} from '@keyhold/contracts/properties/stays/feed-conflicts'
import { calendarFile, createExport, listExports, revokeExport } from '@keyhold/contracts/properties/stays/feed-exports'
import {
  createFeed,
  deleteFeed,
  FeedConflictFound,
  getFeed,
  listFeedEntries,
  listFeeds,
  listFeedSyncs,
  syncFeed,
  tryFeed,
} from '@keyhold/contracts/properties/stays/feeds'
import { createRental } from '@keyhold/contracts/properties/stays/listings'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPropertiesApp } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
let base = ''
const pages = new Map<string, string>()
const site = createServer((request, response) => response.end(pages.get(request.url ?? '') ?? ''))
beforeAll(async () => {
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  base = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
  app = await startPropertiesApp({ LOCAL_FEEDS: 'on' })
})
afterAll(async () => {
  await app.stop()
  site.close()
})

const event = (uid: string, from: string, to: string, summary: string) =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTART;VALUE=DATE:${from.replaceAll('-', '')}\r\nDTEND;VALUE=DATE:${to.replaceAll('-', '')}\r\nSUMMARY:${summary}\r\nEND:VEVENT\r\n`
const calendar = (...events: string[]) => `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${events.join('')}END:VCALENDAR\r\n`

async function home(landlord: LandlordActor) {
  const { id: propertyId } = await app.addProperty(landlord)
  const body = { propertyId, listingName: 'Cottage', maxGuests: 4, basePrice: 100 }
  const answer = await app.send(createRental, landlord, { body })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.problem))
  return answer.body
}
let paths = 0
async function connect(landlord: LandlordActor, rentalId: string, channel: string, text: string) {
  const path = `/${++paths}.ics`
  pages.set(path, text)
  const answer = await app.send(createFeed, landlord, {
    body: { rentalId, name: channel, channel, url: `${base}${path}` },
  })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.problem))
  await app.tick()
  return { id: answer.body.id, path }
}
async function again(landlord: LandlordActor, id: string) {
  app.clock.advance(61_000)
  expect((await app.send(syncFeed, landlord, { params: { id } })).status).toBe(200)
  await app.tick()
}
const entries = async (landlord: LandlordActor, id: string) =>
  (await app.send(listFeedEntries, landlord, { params: { id } })).body
    .map(({ from, to, kind, state, hold }) => `${from} ${to} ${kind} ${state} ${hold}`)
    .toSorted()
const bookings = async (landlord: LandlordActor) =>
  (await app.send(listBookings, landlord, {})).body
    .map(
      ({ checkInDate, checkOutDate, bookingSource, status }) =>
        `${checkInDate} ${checkOutDate} ${bookingSource} ${status}`,
    )
    .toSorted()
const token = (url: string) => url.slice(url.lastIndexOf('/') + 1)

const reserved = event('a', '2026-04-01', '2026-04-04', 'Reserved')
const blocked = event('b', '2026-05-01', '2026-05-03', 'Airbnb (Not available)')

test('a reservation becomes a booking, a block a block; only two good calendars without it cancel it', async () => {
  const landlord = actors.landlord()
  const { id: rentalId } = await home(landlord)
  const { id, path } = await connect(landlord, rentalId, 'airbnb', calendar(reserved, blocked))
  expect(await entries(landlord, id)).toEqual([
    '2026-04-01 2026-04-04 reservation active claimed',
    '2026-05-01 2026-05-03 unavailable active claimed',
  ])
  expect(await bookings(landlord)).toEqual(['2026-04-01 2026-04-04 airbnb confirmed'])
  for (const text of ['', '<html>', calendar(reserved).slice(0, 60), calendar()]) {
    pages.set(path, text)
    await again(landlord, id)
    await again(landlord, id)
    expect(await bookings(landlord)).toEqual(['2026-04-01 2026-04-04 airbnb confirmed'])
  }
  pages.set(path, calendar(blocked))
  await again(landlord, id)
  expect(await bookings(landlord)).toEqual(['2026-04-01 2026-04-04 airbnb confirmed'])
  await again(landlord, id)
  expect(await bookings(landlord)).toEqual(['2026-04-01 2026-04-04 airbnb cancelled'])
  expect((await app.send(getFeed, landlord, { params: { id } })).body).toMatchObject({
    health: 'ok',
    upcomingReservations: 0,
    upcomingBlocks: 1,
    exposure: { inbound: 0 },
  })
  const log = (await app.send(listFeedSyncs, landlord, { params: { id } })).body
  expect(log.map(({ outcome }) => outcome)).toContain('empty')
})

test('a stay that its channel moves moves here, with another id too', async () => {
  const landlord = actors.landlord()
  const { id: rentalId } = await home(landlord)
  const { id, path } = await connect(landlord, rentalId, 'airbnb', calendar(reserved))
  pages.set(path, calendar(event('a', '2026-04-02', '2026-04-06', 'Reserved')))
  await again(landlord, id)
  expect(await bookings(landlord)).toEqual(['2026-04-02 2026-04-06 airbnb confirmed'])
  pages.set(path, calendar(event('new', '2026-04-02', '2026-04-06', 'Reserved')))
  await again(landlord, id)
  await again(landlord, id)
  expect(await bookings(landlord)).toEqual(['2026-04-02 2026-04-06 airbnb confirmed'])
})

test('two channels that sold the same nights are a conflict, which the landlord resolves', async () => {
  const landlord = actors.landlord()
  const [first, second] = [await home(landlord), await home(landlord)]
  await connect(landlord, first.id, 'airbnb', calendar(reserved))
  const vrbo = await connect(
    landlord,
    first.id,
    'vrbo',
    calendar(event('v', '2026-04-03', '2026-04-05', 'Reserved - Ann')),
  )
  expect(await bookings(landlord)).toEqual(['2026-04-01 2026-04-04 airbnb confirmed'])
  const [conflict] = (await app.send(listFeedConflicts, landlord, {})).body
  expect(conflict).toMatchObject({ status: 'open', guestName: 'Ann', choices: ['keep', 'move', 'cancel'] })
  await app.settled()
  expect(app.published(FeedConflictFound).filter(({ landlordId }) => landlordId === landlord.landlordId)).toHaveLength(
    1,
  )
  const at = { params: { id: conflict!.id } }
  expect((await app.send(getFeedConflict, landlord, at)).body.alternatives.map(({ rentalId }) => rentalId)).toEqual([
    second.id,
  ])
  for (const other of [actors.landlord()])
    expect((await app.send(chooseForConflict, other, { ...at, body: { choice: 'keep' } })).status).toBe(404)
  const moved = await app.send(chooseForConflict, landlord, { ...at, body: { choice: 'move', rentalId: second.id } })
  expect([moved.status, moved.body.status]).toEqual([200, 'resolved'])
  expect(await bookings(landlord)).toHaveLength(2)
  await again(landlord, vrbo.id)
  expect(await bookings(landlord)).toHaveLength(2)
})

test('conflicts are listed page by page, open ones first, none twice and none left out', async () => {
  const landlord = actors.landlord()
  const { id: rentalId } = await home(landlord)
  await connect(landlord, rentalId, 'airbnb', calendar(reserved))
  const stays = event('v', '2026-04-03', '2026-04-05', 'Reserved - Ann')
  const leaves = event('w', '2026-04-01', '2026-04-02', 'Reserved - Ben')
  const { id, path } = await connect(landlord, rentalId, 'vrbo', calendar(leaves, stays))
  pages.set(path, calendar(stays))
  await again(landlord, id)
  await again(landlord, id)
  const page = (query: Record<string, unknown> = {}) =>
    app.send(listFeedConflicts, landlord, { query: { limit: 1, ...query } })
  const first = await page()
  const cursor = new URLSearchParams(first.headers.link?.match(/\?([^>]*)/)?.[1]).get('cursor')
  const second = await page({ cursor })
  expect([...first.body, ...second.body].map(({ status, guestName }) => `${status} ${guestName}`)).toEqual([
    'open Ann',
    'gone Ben',
  ])
  expect(second.headers.link).toBeUndefined()
})

test('an export has the taken nights, not those of its own channel and no blocks of channels; revoked it is gone', async () => {
  const landlord = actors.landlord()
  const { id: rentalId } = await home(landlord)
  await connect(landlord, rentalId, 'airbnb', calendar(reserved, blocked))
  const make = (channel: string) => app.send(createExport, landlord, { body: { rentalId, name: channel, channel } })
  const [airbnb, vrbo] = [(await make('airbnb')).body, (await make('vrbo')).body]
  const read = async (url: string, headers = {}) => {
    const answer = await app.send(calendarFile, actors.visitor(), { params: { file: token(url) }, headers })
    return { ...answer, text: answer.status === 200 ? Buffer.from(answer.body).toString() : '' }
  }
  expect((await read(airbnb.url)).text).not.toContain('VEVENT')
  const answer = await read(vrbo.url)
  expect(answer.text.match(/BEGIN:VEVENT/g)).toHaveLength(1)
  expect(answer.text).toContain('DTSTART;VALUE=DATE:20260401')
  expect(answer.text).not.toContain('Guest')
  expect((await read(vrbo.url, { 'if-none-match': answer.headers.etag })).status).toBe(304)
  expect(JSON.stringify((await app.send(listExports, landlord, {})).body)).not.toContain(token(vrbo.url).slice(0, 20))
  expect((await app.send(revokeExport, actors.landlord(), { params: { id: vrbo.id } })).status).toBe(404)
  expect((await app.send(revokeExport, landlord, { params: { id: vrbo.id } })).status).toBe(204)
  expect((await read(vrbo.url)).status).toBe(404)
})

test('others see nothing of a feed; its address is shown to nobody; hostile addresses are refused', async () => {
  const landlord = actors.landlord()
  const { id: rentalId } = await home(landlord)
  const { id } = await connect(landlord, rentalId, 'airbnb', calendar(reserved))
  expect(JSON.stringify((await app.send(listFeeds, landlord, {})).body)).not.toContain(base)
  expect((await app.send(getFeed, actors.landlord(), { params: { id } })).status).toBe(404)
  expect((await app.send(getFeed, actors.tenantOf(landlord), { params: { id } })).status).toBe(403)
  expect((await app.send(getFeed, actors.visitor(), { params: { id } })).status).toBe(401)
  const body = { rentalId, name: 'x', channel: 'other', url: 'file:///etc/passwd' }
  expect((await app.send(createFeed, landlord, { body })).problem).toMatchObject({
    status: 400,
    issues: [{ path: 'url' }],
  })
  const trial = await app.send(tryFeed, landlord, { body: { rentalId, channel: 'other', url: `${base}/1.ics` } })
  expect([trial.status, trial.body.isReadable]).toEqual([200, true])
  expect((await app.send(deleteFeed, landlord, { params: { id }, query: { bookings: 'cancel' } })).status).toBe(204)
  expect(await bookings(landlord)).toEqual(['2026-04-01 2026-04-04 airbnb cancelled'])
})

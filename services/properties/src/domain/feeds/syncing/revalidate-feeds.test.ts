import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listBookings } from '@keyhold/contracts/properties/stays/bookings'
import { createFeed } from '@keyhold/contracts/properties/stays/feeds'
import { createRental } from '@keyhold/contracts/properties/stays/listings'
import { actors } from '@keyhold/kit/testing/test-app'
import { expect, test } from 'vitest'
import { openCalendarClient } from '../../../providers/feeds/fetch-calendar.ts'
import { startPropertiesApp } from '../../../testing/test-app.ts'
import { revalidateFeeds } from './revalidate-feeds.ts'

test('calendars older than a minute are read again, and one that does not answer blocks nothing', async () => {
  const calls: string[] = []
  let events = ''
  const site = createServer((request, response) => {
    calls.push(request.url ?? '')
    if (request.url === '/good.ics')
      response.end(`BEGIN:VCALENDAR\r\nVERSION:2.0\r\nX-WR-CALNAME:Cottage\r\n${events}END:VCALENDAR\r\n`)
  }).listen(0, '127.0.0.1')
  await once(site, 'listening')
  const { port } = site.address() as AddressInfo
  const app = await startPropertiesApp({ LOCAL_FEEDS: 'on' })
  const calendars = openCalendarClient({ allowsLocal: true })
  const landlord = actors.landlord()
  const { id: propertyId } = await app.addProperty(landlord)
  const rental = { propertyId, listingName: 'Cottage', maxGuests: 4, basePrice: 100 }
  const { id: rentalId } = (await app.send(createRental, landlord, { body: rental })).body
  for (const name of ['good', 'silent']) {
    const body = { rentalId, name, channel: 'airbnb' as const, url: `http://127.0.0.1:${port}/${name}.ics` }
    expect((await app.send(createFeed, landlord, { body })).status).toBe(201)
  }
  const { landlordId } = landlord
  const revalidate = () =>
    revalidateFeeds({ landlordId, rentalId }, { db: app.db('properties'), clock: app.clock, calendars }, 500)
  await revalidate()
  expect(new Set(calls)).toEqual(new Set(['/good.ics', '/silent.ics']))
  const goodReads = () => calls.filter((one) => one === '/good.ics').length
  const before = goodReads()
  events =
    'BEGIN:VEVENT\r\nUID:a\r\nDTSTART;VALUE=DATE:20260401\r\nDTEND;VALUE=DATE:20260404\r\nSUMMARY:Reserved\r\nEND:VEVENT\r\n'
  app.clock.advance(59_000)
  await revalidate()
  expect(goodReads()).toBe(before)
  app.clock.advance(2_000)
  await revalidate()
  expect((await app.send(listBookings, landlord, {})).body).toMatchObject([{ checkInDate: '2026-04-01' }])
  await calendars.close()
  await app.stop()
  site.closeAllConnections()
  site.close()
}, 20_000)

import { expect, test } from 'vitest'
import { freePlace, type Box } from './free-place.ts'

const room = { left: 16, top: 16, right: 1000, bottom: 700 }
const message = { width: 350, height: 70 }
const box = (left: number, top: number, width: number, height: number): Box => ({
  left,
  top,
  right: left + width,
  bottom: top + height,
})

test('a message stands at the lower right where nothing is there', () => {
  expect(freePlace(message, room, [box(0, 0, 1000, 56)])).toEqual({ left: 650, top: 630, covered: 0 })
})

test('it moves above a button, and to the other side where that side is full', () => {
  const { left, top } = freePlace(message, room, [box(880, 640, 100, 40)])
  expect([left, top + message.height <= 640]).toEqual([650, true])
  expect(freePlace(message, room, [box(640, 0, 400, 700)])).toEqual({ left: 16, top: 630, covered: 0 })
})

test('without a free place it covers as little as it can, and stays within the screen', () => {
  const phone = { left: 8, top: 8, right: 382, bottom: 836 }
  const everywhere = [box(0, 0, 390, 300), box(0, 320, 390, 524)]
  const place = freePlace({ width: 374, height: 70 }, phone, everywhere)
  expect(place.left).toBe(8)
  // Around the gap of 20 pixels.
  expect(place.top).toBeGreaterThan(240)
  expect(place.top + 70).toBeLessThan(400)
})

test('of the free places on a side it takes one that spares what should rather be seen', () => {
  const buttons = [box(880, 640, 100, 40)]
  const heading = [box(600, 540, 400, 60)]
  const { left, top, covered } = freePlace(message, room, buttons, heading)
  expect([left, top + message.height <= 540, covered]).toEqual([650, true, 0])
  // Where all of that side is such, it stays on that side.
  expect(freePlace(message, room, [], [box(640, 0, 400, 700)])).toEqual({ left: 650, top: 630, covered: 0 })
})

import { expect, test } from 'vitest'
import { coverOf } from './property-cover.tsx'

const photo = '/api/photos/0190a0b0-0000-7000-8000-000000000001'

test('the first uploaded photo is the cover, in the requested size', () => {
  const images = [`${photo}/card`, '/api/photos/0190a0b0-0000-7000-8000-000000000002/card']
  expect(coverOf({ images }, 'card')).toBe(`${photo}/card`)
  expect(coverOf({ images }, 'thumbnail')).toBe(`${photo}/thumbnail`)
})

test('a picture of another site is not a cover: the page would not load it', () => {
  expect(coverOf({ images: ['https://example.com/api/photos/1/card'] }, 'card')).toBeNull()
  expect(coverOf({ images: ['https://example.com/a.jpg', `${photo}/card`] }, 'card')).toBe(`${photo}/card`)
})

test('without a photo there is no cover', () => {
  expect(coverOf({ images: [] }, 'thumbnail')).toBeNull()
})

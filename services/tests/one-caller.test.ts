import { createProperty } from '@keyhold/contracts/properties/properties'
import { addPhoto } from '@keyhold/contracts/properties/property-photos'
import { picture } from '@keyhold/kit/testing/pictures'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Product, startProduct } from '../testing/product.ts'
import { beginUpload } from '../testing/slow-upload.ts'

// What one caller cannot do to all others.

let product: Product
beforeAll(async () => void (product = await startProduct()))
afterAll(() => product.stop())

test('18 slow uploads of free accounts stop nobody else’s', async () => {
  const bots = await Promise.all(Array.from({ length: 6 }, (_, i) => product.landlord(`Bot${i}`)))
  const ann = await product.landlord('Ann')
  const { body: home } = await ann.api(createProperty, {
    body: { address: '1 Elm St', type: 'house', monthlyRent: 1000, bedrooms: 1, bathrooms: 1 },
  })
  const path = `/api/properties/${home.id}/photos`
  const slow = await Promise.all(bots.flatMap((bot) => [1, 2, 3].map(() => beginUpload(product.url, bot, path))))
  try {
    // An upload that is not answered in time would be answered once the slow ones have stalled.
    const signal = AbortSignal.timeout(5_000)
    const added = await ann.fetch(path, { method: 'POST', body: new Uint8Array(await picture()), signal })
    expect(added.status).toBe(201)
    expect((await ann.api(addPhoto, { params: { id: home.id }, body: await picture() })).status).toBe(201)
  } finally {
    for (const one of slow) one.stop()
  }
})

test('the public learns in a word whether the product is ready, an operator the state of each part', async () => {
  const asked = (headers = {}) => product.visitor().fetch('/readyz', { headers })
  const [publicly, within] = [await asked({ 'x-forwarded-for': '203.0.113.1' }), await asked()]
  expect([publicly.status, await publicly.text()]).toEqual([200, 'ready'])
  expect([within.status, await within.json()]).toMatchObject([200, { ready: true, parts: { bus: 'ready' } }])
})

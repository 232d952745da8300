import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { maxPhotoBytes } from '@keyhold/contracts/photos'
import { createProperty, listPhotos, type Photo } from '@keyhold/contracts/properties'
import { createUploads } from '@keyhold/gateway/edge/limits'
import { noisyPicture, picture } from '@keyhold/kit/testing/pictures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Person, type Product, startProduct } from './testing/product.ts'
import { sampleOf } from './testing/sample.ts'

let product: Product
let ann: Person
let home: string
beforeAll(async () => {
  product = await startProduct()
  ann = await product.landlord('Ann')
  home = (await ann.api(createProperty, { body: sampleOf(createProperty.body) as object })).body.id
})
afterAll(() => product.stop())

const path = () => `/api/properties/${home}/photos`
const upload = async (body: RequestInit['body'], headers: Record<string, string> = {}, person: Pick<Person, 'fetch'> = ann) => {
  const answer = await person.fetch(path(), {
    method: 'POST',
    headers,
    body: body ?? null,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })
  return { status: answer.status, body: (await answer.json()) as Photo & { code: string; detail: string } }
}
const photos = async () => (await ann.api(listPhotos, { params: { id: home } })).body.length

describe('a file sent to the site', () => {
  it.each([
    undefined,
    'image/jpeg',
    'application/octet-stream',
    'text/plain',
    'application/json',
    'multipart/form-data; boundary=x',
    'application/x-www-form-urlencoded',
  ])('is what its content says, not what it calls itself: %s', async (type) => {
    const bytes = new Uint8Array(await picture())
    expect((await upload(bytes, type === undefined ? {} : { 'content-type': type })).status).toBe(201)
    expect((await upload('{"a":1}', type === undefined ? {} : { 'content-type': type })).body).toMatchObject({ code: 'unsupported-media-type' })
  })

  it('that says it is too large is refused unread; of one that does not say so no more than the limit is read', async () => {
    const before = await photos()
    const answer = await upload(new Uint8Array(maxPhotoBytes + 1))
    expect(answer).toMatchObject({ status: 413, body: { code: 'payload-too-large', detail: 'The request is too large: at most 15 MB.' } })

    let sent = 0
    const outgoing = request(product.url + path(), {
      method: 'POST',
      headers: { cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; '), 'transfer-encoding': 'chunked' },
    })
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
    outgoing.on('error', () => {})
    const chunk = Buffer.alloc(1024 * 1024)
    let status: number | undefined
    void answered.then(([response]) => {
      status = response.statusCode
      response.resume()
    })
    while (status === undefined && sent < 200) {
      sent++
      if (!outgoing.write(chunk)) await Promise.race([once(outgoing, 'drain'), answered])
    }
    await answered
    outgoing.destroy()
    expect(status).toBe(413)
    expect(sent).toBeLessThan(100)
    expect(await photos()).toBe(before)
  })

  it('that ends too early is no photo', async () => {
    const before = await photos()
    const outgoing = request(product.url + path(), {
      method: 'POST',
      headers: { cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; '), 'content-length': '100000' },
    })
    outgoing.on('error', () => {})
    await new Promise<void>((resolve) => void outgoing.write(Buffer.alloc(1000), () => resolve()))
    outgoing.destroy()
    expect((await upload(new Uint8Array(await picture()))).status).toBe(201)
    expect(await photos()).toBe(before + 1)
  })

  it('from another site is refused, from our own it is not', async () => {
    const bytes = new Uint8Array(await picture())
    for (const headers of [
      { origin: 'https://evil.test' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: 'https://other.localhost' },
    ])
      expect((await upload(bytes, { ...headers, 'content-type': 'text/plain' })).body).toMatchObject({ code: 'foreign-origin' })
    expect((await upload(bytes, { origin: product.url })).status).toBe(201)
  })

  it('by a visitor is refused before it is read', async () => {
    expect((await upload(new Uint8Array(await picture()), {}, product.visitor())).status).toBe(401)
  })
})

it('a picture comes with its type, is asked for anew by a browser that kept it, and is not packed again', async () => {
  const { body } = await upload(new Uint8Array(await noisyPicture()))
  const answer = await ann.fetch(body.cardUrl, { headers: { 'accept-encoding': 'gzip' } })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect([answer.status, Buffer.from(bytes.subarray(8, 12)).toString(), bytes.length > 2000]).toEqual([200, 'WEBP', true])
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/webp',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    'content-disposition': 'inline',
    'content-length': String(bytes.length),
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(answer.headers.has('content-encoding')).toBe(false)
  const kept = { 'if-none-match': answer.headers.get('etag') ?? '' }
  const again = await ann.fetch(body.cardUrl, { headers: kept })
  expect([again.status, (await again.arrayBuffer()).byteLength, again.headers.get('cache-control')]).toEqual([304, 0, 'private, no-cache'])
  expect((await product.visitor().fetch(body.cardUrl, { headers: kept })).status).toBe(401)
  const absent = await ann.fetch(body.cardUrl.replace(body.id, home))
  expect([absent.status, absent.headers.get('content-type'), absent.headers.get('cache-control')]).toEqual([
    404,
    'application/problem+json',
    'no-store',
  ])
})

it('the reference says that files are binary', async () => {
  const { paths } = (await (await product.visitor().fetch('/api/docs/openapi.json')).json()) as { paths: Record<string, Record<string, unknown>> }
  const binary = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  expect(paths['/api/properties/{id}/photos']?.post).toMatchObject({ requestBody: { content: binary }, responses: { '413': {}, '415': {} } })
  expect(paths['/api/photos/{id}/{size}']?.get).toMatchObject({ responses: { '200': { content: binary } } })
})

it('one caller holds few files in memory, all together not many, and nobody is forgotten', async () => {
  const uploads = createUploads({ perCaller: 2, atOnce: 3 })
  let most = 0
  const running = new Map<string, number>()
  let mostOfOne = 0
  const send = (caller: string) =>
    uploads(caller, async () => {
      running.set(caller, (running.get(caller) ?? 0) + 1)
      most = Math.max(
        most,
        [...running.values()].reduce((sum, n) => sum + n, 0),
      )
      mostOfOne = Math.max(mostOfOne, running.get(caller) ?? 0)
      for (let tick = 0; tick < 5; tick++) await Promise.resolve()
      running.set(caller, (running.get(caller) ?? 0) - 1)
      return caller
    })
  const done = await Promise.all(['a', 'a', 'a', 'a', 'b', 'b', 'c'].map(send))
  expect([most, mostOfOne, done]).toEqual([3, 2, ['a', 'a', 'a', 'a', 'b', 'b', 'c']])
})

import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { type Document, listDocuments, uploadDocument } from '@keyhold/contracts/properties/documents'
import { maxPhotoBytes } from '@keyhold/contracts/photos'
import { createProperty } from '@keyhold/contracts/properties/properties'
import { listPhotos, type Photo } from '@keyhold/contracts/properties/property-photos'
import { writeParts } from '@keyhold/kit/http/multipart'
import { noisyPicture, picture } from '@keyhold/kit/testing/pictures'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { leasePdf } from '../demo/lease-pdf.ts'
import { type Person, type Product, startProduct } from '../testing/product.ts'
import { sampleOf } from '../testing/sample.ts'

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
const upload = async (
  body: RequestInit['body'],
  headers: Record<string, string> = {},
  person: Pick<Person, 'fetch'> = ann,
) => {
  const answer = await person.fetch(path(), {
    method: 'POST',
    headers,
    body: body ?? null,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })
  return { status: answer.status, body: (await answer.json()) as Photo & { code: string; detail: string } }
}
const photos = async () => (await ann.api(listPhotos, { params: { id: home } })).body.length

const cookieOf = (person: Person) => [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** A file that is not sent to its end yet; resolves once the site has seen where it goes. */
async function beginUpload(
  to: string,
  person: Person,
  headers: Record<string, string>,
): Promise<{ outgoing: ClientRequest; answer: Promise<number> }> {
  const outgoing = request(product.url + to, {
    method: 'POST',
    headers: { cookie: cookieOf(person), expect: '100-continue', ...headers },
  })
  const answer = (once(outgoing, 'response') as Promise<[IncomingMessage]>).then(([response]) => {
    response.resume()
    return response.statusCode ?? 0
  })
  outgoing.flushHeaders()
  await once(outgoing, 'continue')
  return { outgoing, answer }
}

/** Sends a megabyte after the other until there is an answer, and says how many. */
async function pourInto(to: string, headers: Record<string, string>): Promise<{ status: number; megabytes: number }> {
  const outgoing = request(product.url + to, {
    method: 'POST',
    headers: { cookie: cookieOf(ann), 'transfer-encoding': 'chunked', ...headers },
  })
  outgoing.on('error', () => {})
  const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>
  let status = 0
  void answered.then(([response]) => {
    status = response.statusCode ?? 0
    response.resume()
  })
  const chunk = Buffer.alloc(1024 * 1024)
  let megabytes = 0
  for (; status === 0 && megabytes < 200; megabytes++)
    if (!outgoing.write(chunk)) await Promise.race([once(outgoing, 'drain'), answered])
  await answered
  outgoing.destroy()
  return { status, megabytes }
}

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
    expect((await upload('{"a":1}', type === undefined ? {} : { 'content-type': type })).body).toMatchObject({
      code: 'unsupported-media-type',
    })
  })

  it('that says it is too large is refused unread; of one that does not say so no more than the limit is read', async () => {
    const before = await photos()
    const answer = await upload(new Uint8Array(maxPhotoBytes + 1))
    expect(answer).toMatchObject({
      status: 413,
      body: { code: 'payload-too-large', detail: 'The request is too large: at most 15 MB.' },
    })

    const { status, megabytes } = await pourInto(path(), {})
    expect(status).toBe(413)
    expect(megabytes).toBeLessThan(100)
    expect(await photos()).toBe(before)
  })

  it('that ends too early is no photo', async () => {
    const before = await photos()
    const outgoing = request(product.url + path(), {
      method: 'POST',
      headers: { cookie: cookieOf(ann), 'content-length': '100000' },
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
      expect((await upload(bytes, { ...headers, 'content-type': 'text/plain' })).body).toMatchObject({
        code: 'foreign-origin',
      })
    expect((await upload(bytes, { origin: product.url })).status).toBe(201)
  })

  it('by a visitor is refused before it is read', async () => {
    expect((await upload(new Uint8Array(await picture()), {}, product.visitor())).status).toBe(401)
  })
})

describe('a form with a file sent to the site', () => {
  const lease = { name: 'lease.pdf', bytes: leasePdf(['Lease']) }
  const documents = async (person = ann) => (await person.api(listDocuments)).body
  const send = async (
    body: RequestInit['body'],
    headers: Record<string, string>,
    person: Pick<Person, 'fetch'> = ann,
  ) => {
    const answer = await person.fetch(uploadDocument.path, { method: 'POST', headers, body: body ?? null })
    return { status: answer.status, body: (await answer.json()) as Document & { code: string; detail: string } }
  }

  it('is taken with its fields, and its file comes back as it was', async () => {
    const made = await ann.api(uploadDocument, { body: { file: lease, category: 'lease', propertyId: home } })
    expect([made.status, made.body]).toMatchObject([
      201,
      { fileName: 'lease.pdf', fileType: 'pdf', category: 'lease', propertyId: home },
    ])
    const answer = await ann.fetch(made.body.filePath)
    expect([answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer()).equals(lease.bytes)]).toEqual([
      'application/pdf',
      true,
    ])
  })
  it.each([
    'text/plain',
    'application/json',
    'application/octet-stream',
    'application/pdf',
    'application/x-www-form-urlencoded',
    'multipart/mixed; boundary=x',
  ])('is told apart from anything else by its type: %s is 415', async (type) => {
    expect((await send(new Uint8Array(lease.bytes), { 'content-type': type })).body).toMatchObject({
      status: 415,
      code: 'unsupported-media-type',
      detail: 'Send the body as multipart/form-data.',
    })
  })
  it('that says it is too large is refused unread; of one that does not say so no more than the limit is read', async () => {
    const before = (await documents()).length
    const large = { name: 'large.pdf', bytes: Buffer.alloc(uploadDocument.maxBody) }
    const answer = await ann.api(uploadDocument, { body: { file: large } })
    expect(answer.problem).toMatchObject({
      status: 413,
      code: 'payload-too-large',
      detail: 'The request is too large: at most 25 MB.',
    })
    const { status, megabytes } = await pourInto(uploadDocument.path, {
      'content-type': 'multipart/form-data; boundary=x',
    })
    expect(status).toBe(413)
    expect(megabytes).toBeLessThan(100)
    expect(await documents()).toHaveLength(before)
  })
  it('that cannot be read is 400, one without a file says so', async () => {
    const type = { 'content-type': 'multipart/form-data; boundary=x' }
    for (const body of ['', '{}', '--x\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-'])
      expect((await send(body, type)).body).toMatchObject({ status: 400, code: 'unreadable-body' })
    expect((await ann.api(uploadDocument, { body: { category: 'lease' } })).problem).toMatchObject({
      status: 400,
      detail: 'Choose a file.',
    })
  })
  it('sent twice with one Idempotency-Key is one document, with other bytes it is refused', async () => {
    const before = (await documents()).length
    const sent = (bytes: Buffer) =>
      ann.api(uploadDocument, { body: { file: { ...lease, bytes } }, headers: { 'idempotency-key': 'one-lease' } })
    const [first, again] = [await sent(lease.bytes), await sent(lease.bytes)]
    expect([first.status, again.status, again.headers.get('idempotency-replayed'), again.body.id]).toEqual([
      201,
      201,
      'true',
      first.body.id,
    ])
    expect((await sent(leasePdf(['Another']))).problem).toMatchObject({ status: 409, code: 'idempotency-key-reused' })
    expect(await documents()).toHaveLength(before + 1)
  })
  it('from another site is refused, and by a visitor before it is read', async () => {
    const { bytes, type } = await writeParts({ file: lease })
    const body = new Uint8Array(bytes)
    const foreign = { 'content-type': type, 'sec-fetch-site': 'cross-site' }
    expect((await send(body, foreign)).body).toMatchObject({ code: 'foreign-origin' })
    expect((await send(body, { 'content-type': type }, product.visitor())).status).toBe(401)
  })
})

it.each([
  ['bytes', () => path(), {}, () => picture()],
  [
    'form',
    () => uploadDocument.path,
    { 'content-type': 'multipart/form-data; boundary=between-parts' },
    async () => formOfLease(),
  ],
])(
  'of one caller the site holds three files at once, sent as %s; another caller is not kept waiting',
  async (_, to, headers, content) => {
    const ben = await product.landlord(`Ben-${_}`)
    const whole = new Uint8Array(await content())
    const sized = { ...headers, 'content-length': String(whole.length) }
    const held = await Promise.all([1, 2, 3].map(() => beginUpload(to(), ann, sized)))
    let isAnswered = false
    const fourth = ann.fetch(to(), { method: 'POST', headers, body: whole }).then(({ status }) => {
      isAnswered = true
      return status
    })
    // Begun after the fourth, and done before it.
    const theirs = (await ben.api(createProperty, { body: sampleOf(createProperty.body) as object })).body.id
    expect((await ben.fetch(to().replace(home, theirs), { method: 'POST', headers, body: whole })).status).toBe(201)
    expect(isAnswered).toBe(false)
    held[0]?.outgoing.end(whole)
    expect(await fourth).toBe(201)
    for (const { outgoing } of held.slice(1)) outgoing.end(whole)
    expect(await Promise.all(held.map(({ answer }) => answer))).toEqual([201, 201, 201])
  },
)

/** A form with one file, between boundaries that are known beforehand. */
const formOfLease = () =>
  Buffer.concat([
    Buffer.from('--between-parts\r\ncontent-disposition: form-data; name="file"; filename="lease.pdf"\r\n\r\n'),
    leasePdf(['Lease']),
    Buffer.from('\r\n--between-parts--\r\n'),
  ])

it('a picture comes with its type, is asked for anew by a browser that kept it, and is not packed again', async () => {
  const { body } = await upload(new Uint8Array(await noisyPicture()))
  const answer = await ann.fetch(body.cardUrl, { headers: { 'accept-encoding': 'gzip' } })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  expect([answer.status, Buffer.from(bytes.subarray(8, 12)).toString(), bytes.length > 2000]).toEqual([
    200,
    'WEBP',
    true,
  ])
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
  expect([again.status, (await again.arrayBuffer()).byteLength, again.headers.get('cache-control')]).toEqual([
    304,
    0,
    'private, no-cache',
  ])
  expect((await product.visitor().fetch(body.cardUrl, { headers: kept })).status).toBe(401)
  const absent = await ann.fetch(body.cardUrl.replace(body.id, home))
  expect([absent.status, absent.headers.get('content-type'), absent.headers.get('cache-control')]).toEqual([
    404,
    'application/problem+json',
    'no-store',
  ])
})

it('the reference says that files are binary', async () => {
  const { paths } = (await (await product.visitor().fetch('/api/docs/openapi.json')).json()) as {
    paths: Record<string, Record<string, unknown>>
  }
  const binary = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  expect(paths['/api/properties/{id}/photos']?.post).toMatchObject({
    requestBody: { content: binary },
    responses: { '413': {}, '415': {} },
  })
  const form = {
    'multipart/form-data': {
      schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
    },
  }
  expect(paths['/api/documents/upload']?.post).toMatchObject({
    requestBody: { content: form },
    responses: { '413': {}, '415': {} },
  })
  expect(paths['/api/tenant-imports']?.post).toMatchObject({ requestBody: { content: form } })
  expect(paths['/api/photos/{id}/{size}']?.get).toMatchObject({ responses: { '200': { content: binary } } })
})

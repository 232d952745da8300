import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { maxPropertyPhotos, photoLimitSentence } from '@keyhold/contracts/photos'
import {
  addPhoto,
  deletePhoto,
  listPhotos,
  orderPhotos,
  photoFile,
} from '@keyhold/contracts/properties/property-photos'
import {
  archiveProperty,
  deleteProperty,
  getProperty,
  listProperties,
  updateProperty,
} from '@keyhold/contracts/properties/properties'
import { PropertyUpdated } from '@keyhold/contracts/properties/property-snapshots'
import { TenantCreated, TenantLeft } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { Actor, LandlordActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import postgres from 'postgres'
import sharp from 'sharp'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPropertiesApp, tenantAt } from '../../testing/test-app.ts'
import { bomb, phonePicture, picture } from '@keyhold/kit/testing/pictures'

let app: Awaited<ReturnType<typeof startPropertiesApp>>
beforeAll(async () => void (app = await startPropertiesApp()))
afterAll(() => app.stop())

const look = (actor: Actor, id: string, size: 'thumbnail' | 'card' | 'full' = 'card') =>
  app.send(photoFile, actor, { params: { id, size } })
const photos = async (landlord: LandlordActor, id: string) =>
  (await app.send(listPhotos, landlord, { params: { id } })).body
const images = async (landlord: LandlordActor, id: string) =>
  (await app.send(getProperty, landlord, { params: { id } })).body.images
const stored = () => readdir(join(app.blobs, 'photos')).catch(() => [] as string[])
/** As the owner of the database. */
async function owner<T extends object>(statement: string): Promise<T[]> {
  const sql = postgres(app.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return await sql.unsafe<T[]>(statement)
  } finally {
    await sql.end()
  }
}
const removals = async () =>
  (await owner("select from properties.job where name = 'remove-file' and done_at is null")).length

test('a photo is stored upright in every size, is served as an image, and an event updates open pages', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const { status, body } = await app.send(addPhoto, landlord, {
    params: { id },
    body: await phonePicture({ width: 600, height: 400 }),
  })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(String),
    propertyId: id,
    position: 0,
    isCover: true,
    url: `/api/photos/${body.id}/full`,
    cardUrl: `/api/photos/${body.id}/card`,
    thumbnailUrl: `/api/photos/${body.id}/thumbnail`,
    width: 400,
    height: 600,
    createdAt: app.clock.now().toISOString(),
  })
  expect(await photos(landlord, id)).toEqual([body])
  for (const [size, height] of [
    ['thumbnail', 320],
    ['card', 600],
    ['full', 600],
  ] as const) {
    const file = await look(landlord, body.id, size)
    expect(file.headers).toEqual({
      'content-type': 'image/webp',
      'cache-control': 'private, no-cache',
      etag: '"1"',
      'content-disposition': 'inline',
    })
    expect(await sharp(file.body).metadata()).toMatchObject({ format: 'webp', height })
  }
  expect((await app.send(photoFile, landlord, { params: { id: body.id, size: 'huge' } })).status).toBe(404)
  await app.settled()
  expect(app.published(PropertyUpdated).at(-1)).toMatchObject({ propertyId: id })
})

test('only the landlord and current tenants of the property see a photo; everyone else gets 404', async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const [home, next] = [await app.addProperty(landlord), await app.addProperty(landlord)]
  const photo = await app.addPhoto(landlord, home.id)
  const [resident, neighbour, stranger, gone] = [
    tenantAt(landlord, home.id),
    tenantAt(landlord, next.id),
    tenantAt(other, home.id),
    tenantAt(landlord, home.id),
  ]
  for (const one of [resident, neighbour, stranger, gone]) await app.publish(TenantCreated, one)
  await app.publish(TenantLeft, { ...gone, isActive: false })
  expect((await look(landlord, photo.id)).status).toBe(200)
  expect((await look(actors.tenantOf(landlord, resident.tenantId), photo.id)).status).toBe(200)
  for (const actor of [
    other,
    actors.superAdmin(),
    actors.tenantOf(landlord, neighbour.tenantId),
    actors.tenantOf(landlord, gone.tenantId),
    actors.tenantOf(other, stranger.tenantId),
    actors.tenantOf(landlord),
    actors.unlinkedTenant(),
  ]) {
    const [theirs, absent] = [await look(actor, photo.id), await look(actor, v7())]
    expect([theirs.status, { ...theirs.problem, requestId: '' }]).toEqual([404, { ...absent.problem, requestId: '' }])
  }
  expect((await look(actors.visitor(), photo.id)).status).toBe(401)
})

test('a photo in the browser cache is not sent again, and access is checked each time', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const photo = await app.addPhoto(landlord, id)
  const resident = tenantAt(landlord, id)
  await app.publish(TenantCreated, resident)
  const again = async (actor: Actor, etag = '"1"') => {
    const { status, body } = await app.send(photoFile, actor, {
      params: { id: photo.id, size: 'card' },
      headers: { 'if-none-match': etag },
    })
    return [status, body?.length ?? 0]
  }
  const tenant = actors.tenantOf(landlord, resident.tenantId)
  expect([await again(landlord), await again(tenant), (await again(tenant, '"0"'))[0]]).toEqual([
    [304, 0],
    [304, 0],
    200,
  ])
  await app.publish(TenantLeft, { ...resident, isActive: false })
  expect([(await again(tenant))[0], (await again(actors.landlord()))[0], (await again(actors.visitor()))[0]]).toEqual([
    404, 404, 401,
  ])
  await app.send(deletePhoto, landlord, { params: { id, photoId: photo.id } })
  expect((await again(landlord))[0]).toBe(404)
})

test('row level security shows a tenant the photos of their own home only', async () => {
  const landlord = actors.landlord()
  const [home, next] = [await app.addProperty(landlord), await app.addProperty(landlord)]
  const photo = await app.addPhoto(landlord, home.id)
  await app.addPhoto(landlord, next.id)
  const resident = tenantAt(landlord, home.id)
  await app.publish(TenantCreated, resident)
  const visible = async (actor: Actor) =>
    (await app.db('properties').read(actor, (sql) => sql<{ id: string }[]>`select id from photo`)).map(({ id }) => id)
  expect(await visible(actors.tenantOf(landlord, resident.tenantId))).toEqual([photo.id])
  expect(await visible(actors.tenantOf(landlord))).toEqual([])
  expect(await visible(actors.landlord())).toEqual([])
  expect(await visible(landlord)).toHaveLength(2)
})

test("another landlord's photos can't be added to, listed, ordered or deleted, and a tenant gets 403", async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const [{ id }, mine] = [await app.addProperty(landlord), await app.addProperty(other)]
  const photo = await app.addPhoto(landlord, id)
  for (const [params, actor] of [
    [{ id, photoId: photo.id }, other],
    [{ id: mine.id, photoId: photo.id }, other],
  ] as const) {
    expect((await app.send(deletePhoto, actor, { params })).status).toBe(404)
  }
  expect((await app.send(addPhoto, other, { params: { id }, body: await picture() })).status).toBe(404)
  expect((await app.send(listPhotos, other, { params: { id } })).status).toBe(404)
  expect((await app.send(orderPhotos, other, { params: { id }, body: { photoIds: [photo.id] } })).status).toBe(404)
  expect((await app.send(orderPhotos, other, { params: { id: mine.id }, body: { photoIds: [photo.id] } })).status).toBe(
    409,
  )
  const tenant = actors.tenantOf(landlord)
  expect((await app.send(addPhoto, tenant, { params: { id }, body: await picture() })).status).toBe(403)
  expect((await app.send(listPhotos, actors.visitor(), { params: { id } })).status).toBe(401)
  expect(await photos(landlord, id)).toHaveLength(1)
})

test.each([
  ['text', async () => Buffer.from('not an image'), 415, 'unsupported-media-type'],
  ['an empty body', async () => Buffer.alloc(0), 415, 'unsupported-media-type'],
  [
    'half a JPEG',
    async () => (await picture({ width: 400, height: 300 })).subarray(0, 600),
    415,
    'unsupported-media-type',
  ],
  ['a bomb', () => bomb(9000, 9000), 413, 'payload-too-large'],
])('%s is refused and leaves nothing behind', async (_, make, status, code) => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const before = [(await stored()).length, await removals()]
  expect((await app.send(addPhoto, landlord, { params: { id }, body: await make() })).problem).toMatchObject({
    status,
    code,
  })
  expect([await photos(landlord, id), [(await stored()).length, await removals()]]).toEqual([[], before])
})

test('images of a property are its photos in order, then external ones; saving them back does not duplicate photos', async () => {
  const landlord = actors.landlord()
  const away = 'https://pictures.example/a.jpg'
  const { id } = await app.addProperty(landlord, {
    images: [away, '/api/photos/019a0000-0000-7000-8000-000000000000/card'],
  })
  expect(await images(landlord, id)).toEqual([away])
  const [first, second] = [await app.addPhoto(landlord, id), await app.addPhoto(landlord, id)]
  const shown = [first.cardUrl, second.cardUrl, away]
  expect(await images(landlord, id)).toEqual(shown)
  expect((await app.send(listProperties, landlord)).body.map((one) => one.images)).toEqual([shown])
  const saved = await app.send(updateProperty, landlord, { params: { id }, body: { name: 'Renamed', images: shown } })
  expect([saved.body.images, await images(landlord, id)]).toEqual([shown, shown])
  expect((await app.send(updateProperty, landlord, { params: { id }, body: { images: [] } })).body.images).toEqual(
    shown.slice(0, 2),
  )
})

test('photos take the order given, those not named follow, and the first is the cover', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const [a, b, c] = [
    await app.addPhoto(landlord, id),
    await app.addPhoto(landlord, id),
    await app.addPhoto(landlord, id),
  ]
  const order = (photoIds: string[]) => app.send(orderPhotos, landlord, { params: { id }, body: { photoIds } })
  const { body } = await order([c.id, a.id])
  expect(body.map((photo) => [photo.id, photo.position, photo.isCover])).toEqual([
    [c.id, 0, true],
    [a.id, 1, false],
    [b.id, 2, false],
  ])
  expect(await photos(landlord, id)).toEqual(body)
  expect(await images(landlord, id)).toEqual([c.cardUrl, a.cardUrl, b.cardUrl])
  expect((await order([a.id, v7()])).problem.code).toBe('conflict')
  expect((await order([b.id, b.id])).body.map((photo) => photo.id)).toEqual([b.id, c.id, a.id])
  await app.send(deletePhoto, landlord, { params: { id, photoId: b.id } })
  expect((await photos(landlord, id)).map((photo) => [photo.id, photo.position, photo.isCover])).toEqual([
    [c.id, 0, true],
    [a.id, 1, false],
  ])
  const d = await app.addPhoto(landlord, id)
  expect((await photos(landlord, id)).map((photo) => photo.id)).toEqual([c.id, a.id, d.id])
})

test('a deleted photo is gone at once and its files soon after; other photos stay', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const [photo, kept] = [await app.addPhoto(landlord, id), await app.addPhoto(landlord, id)]
  app.clock.advance(60_000)
  await app.tick()
  const before = (await stored()).length
  expect((await app.send(deletePhoto, landlord, { params: { id, photoId: photo.id } })).status).toBe(204)
  expect((await app.send(deletePhoto, landlord, { params: { id, photoId: photo.id } })).status).toBe(404)
  expect([(await look(landlord, photo.id)).status, (await look(landlord, kept.id)).status]).toEqual([404, 200])
  app.clock.advance(60_000)
  await app.tick()
  expect((await stored()).length).toBe(before - 3)
  expect(await removals()).toBe(0)
  expect((await look(landlord, kept.id)).status).toBe(200)
})

test('a property never has more photos than the limit, with concurrent uploads too', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const bytes = await picture({ width: 8, height: 8 })
  for (let n = 0; n < maxPropertyPhotos - 3; n++) await app.addPhoto(landlord, id, bytes)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => app.send(addPhoto, landlord, { params: { id }, body: bytes })),
  )
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    201, 201, 201, 409, 409, 409, 409, 409,
  ])
  expect(answers.find(({ status }) => status === 409)?.problem).toMatchObject({
    code: 'photo-limit-reached',
    detail: photoLimitSentence('property'),
  })
  const all = await photos(landlord, id)
  expect([
    all.length,
    new Set(all.map(({ id: photo }) => photo)).size,
    all.filter(({ isCover }) => isCover).length,
  ]).toEqual([maxPropertyPhotos, maxPropertyPhotos, 1])
})

test('a property with more photos than the limit, from before it was lowered, can still be reordered', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  await owner(`insert into properties.photo (landlord_id, property_id, position, blob_name, width, height, bytes)
    select '${landlord.landlordId}', '${id}', n, 'none', 1, 1, 1 from generate_series(0, ${maxPropertyPhotos + 1}) n`)
  const photoIds = (await photos(landlord, id)).map((photo) => photo.id).toReversed()
  expect(photoIds).toHaveLength(maxPropertyPhotos + 2)
  const { status, body } = await app.send(orderPhotos, landlord, { params: { id }, body: { photoIds } })
  expect([status, body.map((photo) => photo.id)]).toEqual([200, photoIds])
})

test('repeated and concurrent uploads with one Idempotency-Key make one photo', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const bytes = await picture()
  const send = () => app.send(addPhoto, landlord, { params: { id }, body: bytes, headers: { 'idempotency-key': 'p1' } })
  const answers = [...(await Promise.all([send(), send(), send()])), await send()]
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(await photos(landlord, id)).toHaveLength(1)
})

test('the files of an upload that failed before its record was made are removed later, and its key can be used again', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  app.clock.advance(2 * 60 * 60 * 1000)
  await app.tick()
  const before = await stored()
  const bytes = await picture()
  const send = () =>
    app.send(addPhoto, landlord, { params: { id }, body: bytes, headers: { 'idempotency-key': 'crash' } })
  // The commit fails after the files were stored, like a crash at that point.
  await owner('alter table properties.photo add constraint broken check (false) not valid')
  expect((await send()).status).toBe(500)
  await owner('alter table properties.photo drop constraint broken')
  expect((await stored()).length).toBe(before.length + 3)
  app.clock.advance(59 * 60 * 1000)
  await app.tick()
  expect((await stored()).length).toBe(before.length + 3)
  expect((await send()).status).toBe(201)
  app.clock.advance(2 * 60_000)
  await app.tick()
  expect([(await stored()).length, await removals(), (await photos(landlord, id)).length]).toEqual([
    before.length + 3,
    0,
    1,
  ])
  expect((await look(landlord, (await photos(landlord, id))[0]?.id ?? '')).status).toBe(200)
})

test('while the store is unavailable uploads and photos answer 503 and readiness reports it; everything else works, and recovers', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const [photo, doomed] = [await app.addPhoto(landlord, id), await app.addPhoto(landlord, id)]
  await rename(app.blobs, `${app.blobs}.away`)
  await writeFile(app.blobs, '')
  expect([
    (await look(landlord, photo.id)).problem,
    (await look(landlord, photo.id)).headers['retry-after'],
  ]).toMatchObject([{ status: 503, code: 'unavailable' }, '2'])
  expect((await app.send(addPhoto, landlord, { params: { id }, body: await picture() })).status).toBe(503)
  expect((await app.runtime.readiness())['properties.files']).not.toBe(true)
  expect((await app.send(deletePhoto, landlord, { params: { id, photoId: doomed.id } })).status).toBe(204)
  app.clock.advance(60_000)
  await app.tick()
  expect((await photos(landlord, id)).map((one) => one.id)).toEqual([photo.id])
  await rm(app.blobs)
  await rename(`${app.blobs}.away`, app.blobs)
  expect((await app.runtime.readiness())['properties.files']).toBe(true)
  expect((await look(landlord, photo.id)).status).toBe(200)
  // The deletion and the cleanup of the failed upload, delayed meanwhile, run now.
  app.clock.advance(2 * 60 * 60 * 1000)
  await app.tick()
  expect(await removals()).toBe(0)
})

test('photos of a deleted property are gone at once, and their files soon after', async () => {
  const landlord = actors.landlord()
  const [{ id }, kept] = [await app.addProperty(landlord), await app.addProperty(landlord)]
  app.clock.advance(60_000)
  await app.tick()
  const before = (await stored()).length
  const [photo, other] = [await app.addPhoto(landlord, id), await app.addPhoto(landlord, kept.id)]
  await app.addPhoto(landlord, id)
  await app.send(deleteProperty, landlord, { params: { id } })
  expect((await look(landlord, photo.id)).status).toBe(404)
  expect((await app.send(listPhotos, landlord, { params: { id } })).status).toBe(404)
  expect((await app.send(addPhoto, landlord, { params: { id }, body: await picture() })).status).toBe(404)
  app.clock.advance(60_000)
  await app.tick()
  expect([(await stored()).length, await removals(), (await look(landlord, other.id)).status]).toEqual([
    before + 3,
    0,
    200,
  ])
})

test('the storage of a landlord is limited, archived properties included, and other landlords are not affected', async () => {
  const [landlord, other] = [actors.landlord(), actors.landlord()]
  const [home, archived, next] = [
    await app.addProperty(landlord),
    await app.addProperty(landlord),
    await app.addProperty(other),
  ]
  const big = 2_000_000_000
  await owner(`insert into properties.photo (landlord_id, property_id, position, blob_name, width, height, bytes)
    select '${landlord.landlordId}', '${archived.id}', n, 'none', 1, 1, ${big} from generate_series(1, 10) n`)
  await app.send(archiveProperty, landlord, { params: { id: archived.id } })
  expect(
    (await app.send(addPhoto, landlord, { params: { id: home.id }, body: await picture() })).problem,
  ).toMatchObject({
    status: 409,
    code: 'photo-limit-reached',
    detail: expect.stringContaining('20 GB'),
  })
  await app.addPhoto(other, next.id)
  const [filled] = await photos(landlord, archived.id)
  expect((await app.send(deletePhoto, landlord, { params: { id: archived.id, photoId: filled!.id } })).status).toBe(204)
  expect((await app.send(addPhoto, landlord, { params: { id: home.id }, body: await picture() })).status).toBe(201)
})

import { addPhoto, deletePhoto, listPhotos, photoFile } from '@keyhold/contracts/properties/property-photos'
import { openFileStore } from '@keyhold/kit/files/file-store'
import { photoSizes } from '@keyhold/contracts/photos'
import { encodeImage } from '@keyhold/kit/files/images'
import { actors } from '@keyhold/kit/testing/test-app'
import { type Place, s3Place } from '@keyhold/kit/testing/blob-stores'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPropertiesApp } from '../testing/test-app.ts'
import { noisyPicture, picture } from '@keyhold/kit/testing/pictures'
import { blobRemoval } from '../schema.ts'
import { fileKinds } from './files.ts'

let place: Place
let app: Awaited<ReturnType<typeof startPropertiesApp>>
beforeAll(async () => {
  place = await s3Place()
  app = await startPropertiesApp(place.env)
})
afterAll(async () => {
  await app.stop()
  await place.stop()
})

const serviceOf = (landlordId: string) => actors.service('properties', landlordId)
const tools = () => ({ db: app.db('properties'), clock: app.clock })
const keeperOf = (blobs: Awaited<ReturnType<Place['open']>>) =>
  openFileStore({ service: 'properties', kinds: fileKinds, table: blobRemoval, blobs, tools: tools() })

test('in S3 a photo is kept, seen and removed; while S3 is away that is a 503, and then it works again', async () => {
  const landlord = actors.landlord()
  const { id } = await app.addProperty(landlord)
  const photo = await app.addPhoto(landlord, id, await noisyPicture())
  const look = () => app.send(photoFile, landlord, { params: { id: photo.id, size: 'card' } })
  const { status, body } = await look()
  expect([status, Buffer.from(body.subarray(8, 12)).toString(), body.length > 2000]).toEqual([200, 'WEBP', true])
  expect((await app.runtime.readiness())['properties.files']).toBe(true)

  await place.down()
  expect((await look()).problem).toMatchObject({ status: 503, code: 'unavailable' })
  expect((await app.send(addPhoto, landlord, { params: { id }, body: await picture() })).status).toBe(503)
  expect((await app.runtime.readiness())['properties.files']).not.toBe(true)
  expect((await app.send(listPhotos, landlord, { params: { id } })).body).toHaveLength(1)

  await place.up()
  expect((await look()).status).toBe(200)
  expect((await app.runtime.readiness())['properties.files']).toBe(true)
  await app.send(deletePhoto, landlord, { params: { id, photoId: photo.id } })
  app.clock.advance(2 * 60 * 60_000)
  await app.tick()
  const store = await place.open()
  const left = await app
    .db('properties')
    .adminTransaction('a test looks', (tx) => tx.execute('select from blob_removal'))
  expect(left).toHaveLength(0)
  store.close()
})

test('an upload that came too late makes no photo: its files are gone or going', async () => {
  const landlord = actors.landlord()
  const { files } = await encodeImage(await picture(), photoSizes)
  const store = await place.open()
  const { db } = tools()
  const keeper = keeperOf(store)
  const late = await keeper.store(landlord.landlordId, 'photo', files, 'image/webp')
  app.clock.advance(61 * 60_000)
  await keeper.removeDue()
  expect(await store.get(`photos/${late.blobName}-card`)).toBeNull()
  await expect(
    db.transaction(serviceOf(landlord.landlordId), (tx) => keeper.claim(tx, landlord.landlordId, late)),
  ).rejects.toMatchObject({
    code: 'unavailable',
  })

  const inTime = await keeper.store(landlord.landlordId, 'photo', files, 'image/webp')
  const other = actors.landlord()
  await expect(
    db.transaction(serviceOf(other.landlordId), (tx) => keeper.claim(tx, other.landlordId, inTime)),
  ).rejects.toMatchObject({ code: 'unavailable' })
  await db.transaction(serviceOf(landlord.landlordId), (tx) => keeper.claim(tx, landlord.landlordId, inTime))
  app.clock.advance(61 * 60_000)
  await keeper.removeDue()
  expect(await store.get(`photos/${inTime.blobName}-card`)).not.toBeNull()
  store.close()
})

test('two that remove at once remove each file, and each note is gone', async () => {
  const landlord = actors.landlord()
  const { files } = await encodeImage(await picture({ width: 4, height: 4 }), photoSizes)
  const store = await place.open()
  const { db } = tools()
  const keeper = keeperOf(store)
  const uploads = await Promise.all(
    Array.from({ length: 12 }, () => keeper.store(landlord.landlordId, 'photo', files, 'image/webp')),
  )
  app.clock.advance(61 * 60_000)
  await Promise.all([keeper.removeDue(), keeper.removeDue()])
  for (const { blobName } of uploads) expect(await store.get(`photos/${blobName}-thumbnail`)).toBeNull()
  expect(await db.adminTransaction('a test looks', (tx) => tx.execute('select from blob_removal'))).toHaveLength(0)
  store.close()
})

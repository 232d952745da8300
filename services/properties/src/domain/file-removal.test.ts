import { addPhoto, deletePhoto, listPhotos, photoFile } from '@keyhold/contracts/properties/property-photos'
import { openFileStore } from '@keyhold/kit/files/file-store'
import { photoSizes } from '@keyhold/contracts/photos'
import { encodeImage } from '@keyhold/kit/files/images'
import { startWorker } from '@keyhold/kit/jobs/worker'
import { silentLog } from '@keyhold/kit/runtime/log'
import { jobsOf } from '@keyhold/kit/testing/jobs'
import { actors } from '@keyhold/kit/testing/test-app'
import { type Place, s3Place } from '@keyhold/kit/testing/blob-stores'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPropertiesApp } from '../testing/test-app.ts'
import { noisyPicture, picture } from '@keyhold/kit/testing/pictures'
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
const fileStoreOf = (blobs: Awaited<ReturnType<Place['open']>>) =>
  openFileStore({ service: 'properties', kinds: fileKinds, blobs, tools: tools() })
const open = async () => (await jobsOf(app.db('properties'), 'remove-file')).filter(({ state }) => state !== 'done')

test('photos are stored, served and removed in S3; while S3 is unavailable that answers 503, and then recovers', async () => {
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
  expect(await open()).toEqual([])
  store.close()
})

test('an upload that took too long makes no photo, because its files are removed or being removed', async () => {
  const landlord = actors.landlord()
  const { files } = await encodeImage(await picture(), photoSizes, landlord.landlordId)
  const store = await place.open()
  const { db } = tools()
  const fileStore = fileStoreOf(store)
  const late = await fileStore.store(landlord.landlordId, 'photo', files, 'image/webp')
  app.clock.advance(61 * 60_000)
  await app.tick()
  expect(await store.get(`photos/${late.blobName}-card`)).toBeNull()
  await expect(db.transaction(serviceOf(landlord.landlordId), (tx) => fileStore.claim(tx, late))).rejects.toMatchObject(
    {
      code: 'unavailable',
    },
  )

  const inTime = await fileStore.store(landlord.landlordId, 'photo', files, 'image/webp')
  const other = actors.landlord()
  await expect(db.transaction(serviceOf(other.landlordId), (tx) => fileStore.claim(tx, inTime))).rejects.toMatchObject({
    code: 'unavailable',
  })
  await db.transaction(serviceOf(landlord.landlordId), (tx) => fileStore.claim(tx, inTime))
  app.clock.advance(61 * 60_000)
  await app.tick()
  expect(await store.get(`photos/${inTime.blobName}-card`)).not.toBeNull()
  store.close()
})

test('two workers at once remove each file', async () => {
  const landlord = actors.landlord()
  const { files } = await encodeImage(await picture({ width: 4, height: 4 }), photoSizes, landlord.landlordId)
  const store = await place.open()
  const fileStore = fileStoreOf(store)
  const uploads = await Promise.all(
    Array.from({ length: 12 }, () => fileStore.store(landlord.landlordId, 'photo', files, 'image/webp')),
  )
  app.clock.advance(61 * 60_000)
  const call = () => Promise.reject(new Error('nobody to call'))
  const second = startWorker({
    service: 'properties',
    tools: { ...tools(), call, log: silentLog },
    handlers: [fileStore.removals],
  })
  await Promise.all([app.tick(), second.tick()])
  for (const { blobName } of uploads) expect(await store.get(`photos/${blobName}-thumbnail`)).toBeNull()
  expect(await open()).toEqual([])
  await second.stop()
  store.close()
})

import { addPhoto, deletePhoto, listPhotos, photoFile } from '@keyhold/contracts/properties/property-photos'
import { keepBlobs } from '@keyhold/kit/files/file-store'
import { makeImages } from '@keyhold/kit/files/images'
import { actors } from '@keyhold/kit/testing/test-app'
import { type Place, s3Place } from '@keyhold/kit/testing/blob-stores'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openHouse } from '../testing/test-app.ts'
import { noisyPicture, picture } from '@keyhold/kit/testing/pictures'
import { blobRemoval } from '../schema.ts'
import { fileKinds } from './files.ts'

let place: Place
let house: Awaited<ReturnType<typeof openHouse>>
beforeAll(async () => {
  place = await s3Place()
  house = await openHouse(place.env)
})
afterAll(async () => {
  await house.stop()
  await place.stop()
})

const serviceOf = (landlordId: string) => actors.service('properties', landlordId)
const tools = () => ({ db: house.door('properties'), clock: house.clock })
const keeperOf = (blobs: Awaited<ReturnType<Place['open']>>) =>
  keepBlobs({ service: 'properties', kinds: fileKinds, table: blobRemoval, blobs, tools: tools() })

test('in S3 a photo is kept, seen and removed; while S3 is away that is a 503, and then it works again', async () => {
  const landlord = actors.landlord()
  const { id } = await house.addProperty(landlord)
  const photo = await house.addPhoto(landlord, id, await noisyPicture())
  const look = () => house.send(photoFile, landlord, { params: { id: photo.id, size: 'card' } })
  const { status, body } = await look()
  expect([status, Buffer.from(body.subarray(8, 12)).toString(), body.length > 2000]).toEqual([200, 'WEBP', true])
  expect((await house.house.readiness())['properties.files']).toBe(true)

  await place.down()
  expect((await look()).problem).toMatchObject({ status: 503, code: 'unavailable' })
  expect((await house.send(addPhoto, landlord, { params: { id }, body: await picture() })).status).toBe(503)
  expect((await house.house.readiness())['properties.files']).not.toBe(true)
  expect((await house.send(listPhotos, landlord, { params: { id } })).body).toHaveLength(1)

  await place.up()
  expect((await look()).status).toBe(200)
  expect((await house.house.readiness())['properties.files']).toBe(true)
  await house.send(deletePhoto, landlord, { params: { id, photoId: photo.id } })
  house.clock.advance(2 * 60 * 60_000)
  await house.tick()
  const store = await place.open()
  const left = await house.door('properties').system('a test looks', (tx) => tx.execute('select from blob_removal'))
  expect(left).toHaveLength(0)
  store.close()
})

test('an upload that came too late makes no photo: its files are gone or going', async () => {
  const landlord = actors.landlord()
  const { files } = await makeImages(await picture())
  const store = await place.open()
  const { db } = tools()
  const keeper = keeperOf(store)
  const late = await keeper.store(landlord.landlordId, 'photo', files, 'image/webp')
  house.clock.advance(61 * 60_000)
  await keeper.removeDue()
  expect(await store.get(`photos/${late.blobName}-card`)).toBeNull()
  await expect(db.as(serviceOf(landlord.landlordId), (tx) => keeper.claim(tx, landlord.landlordId, late))).rejects.toMatchObject({
    code: 'unavailable',
  })

  const inTime = await keeper.store(landlord.landlordId, 'photo', files, 'image/webp')
  const other = actors.landlord()
  await expect(db.as(serviceOf(other.landlordId), (tx) => keeper.claim(tx, other.landlordId, inTime))).rejects.toMatchObject({ code: 'unavailable' })
  await db.as(serviceOf(landlord.landlordId), (tx) => keeper.claim(tx, landlord.landlordId, inTime))
  house.clock.advance(61 * 60_000)
  await keeper.removeDue()
  expect(await store.get(`photos/${inTime.blobName}-card`)).not.toBeNull()
  store.close()
})

test('two that remove at once remove each file, and each note is gone', async () => {
  const landlord = actors.landlord()
  const { files } = await makeImages(await picture({ width: 4, height: 4 }))
  const store = await place.open()
  const { db } = tools()
  const keeper = keeperOf(store)
  const uploads = await Promise.all(Array.from({ length: 12 }, () => keeper.store(landlord.landlordId, 'photo', files, 'image/webp')))
  house.clock.advance(61 * 60_000)
  await Promise.all([keeper.removeDue(), keeper.removeDue()])
  for (const { blobName } of uploads) expect(await store.get(`photos/${blobName}-thumbnail`)).toBeNull()
  expect(await db.system('a test looks', (tx) => tx.execute('select from blob_removal'))).toHaveLength(0)
  store.close()
})

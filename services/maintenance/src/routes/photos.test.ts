import { readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  addRequestPhoto,
  addTenantRequestPhoto,
  deleteRequestPhoto,
  listRequestPhotos,
  requestPhotoFile,
} from '@keyhold/contracts/maintenance/request-photos'
import { createTenantMaintenance, listTenantMaintenance } from '@keyhold/contracts/maintenance/tenant-requests'
import { getMaintenance, listMaintenance, updateMaintenance } from '@keyhold/contracts/maintenance/requests'
import { RequestChanged } from '@keyhold/contracts/maintenance/request-snapshots'
import { maxRequestPhotos, photoLimitSentence } from '@keyhold/contracts/photos'
import { TenantCreated, TenantLeft } from '@keyhold/contracts/tenancy/tenant-snapshots'
import type { Actor, TenantActor } from '@keyhold/kit/runtime/actor'
import { actors } from '@keyhold/kit/testing/test-app'
import { bomb, phonePicture, picture } from '@keyhold/kit/testing/pictures'
import postgres from 'postgres'
import sharp from 'sharp'
import { v7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form, startMaintenanceApp, tenantOf } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startMaintenanceApp>>
beforeAll(async () => void (app = await startMaintenanceApp()))
afterAll(() => app.stop())

const look = (actor: Actor, id: string, size: 'thumbnail' | 'card' | 'full' = 'full') =>
  app.send(requestPhotoFile, actor, { params: { id, size } })
const photos = (actor: Actor, id: string) => app.send(listRequestPhotos, actor, { params: { id } })
const stored = () => readdir(join(app.blobs, 'photos')).catch(() => [] as string[])
const report = async (tenant: TenantActor) => (await app.send(createTenantMaintenance, tenant, { body: form })).body
const addAsTenant = async (tenant: TenantActor, id: string, headers = {}) =>
  app.send(addTenantRequestPhoto, tenant, { params: { id }, body: await picture(), headers })
/** As the owner of the database. */
async function owner(statement: string) {
  const sql = postgres(app.databaseUrl, { max: 1, onnotice: () => {} })
  try {
    return await sql.unsafe(statement)
  } finally {
    await sql.end()
  }
}

test('a photo is stored upright without metadata, is listed in images and in the history, and an event updates open pages', async () => {
  const landlord = actors.landlord()
  const { id } = await app.openRequest(landlord)
  const { status, body } = await app.send(addRequestPhoto, landlord, {
    params: { id },
    body: await phonePicture({ width: 600, height: 400 }),
  })
  expect([status, body]).toEqual([
    201,
    {
      id: expect.any(String),
      requestId: id,
      by: 'landlord',
      url: `/api/maintenance-photos/${body.id}/full`,
      thumbnailUrl: `/api/maintenance-photos/${body.id}/thumbnail`,
      width: 400,
      height: 600,
      createdAt: app.clock.now().toISOString(),
    },
  ])
  const images = [`/api/maintenance-photos/${body.id}/card`]
  const request = (await app.send(getMaintenance, landlord, { params: { id } })).body
  expect(request).toMatchObject({ images, updatedAt: app.clock.now().toISOString() })
  expect(request.history[0]).toMatchObject({ by: 'landlord', changes: [{ field: 'photo', from: null, to: body.id }] })
  expect((await app.send(listMaintenance, landlord)).body[0]?.images).toEqual(images)
  expect((await app.send(updateMaintenance, landlord, { params: { id }, body: { title: 'Tap' } })).body.images).toEqual(
    images,
  )
  for (const [size, height] of [
    ['thumbnail', 320],
    ['card', 600],
    ['full', 600],
  ] as const) {
    const file = await look(landlord, body.id, size)
    expect(file.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-cache' })
    const metadata = await sharp(file.body).metadata()
    expect([metadata.format, metadata.height, metadata.exif]).toEqual(['webp', height, undefined])
  }
  const again = await app.send(requestPhotoFile, landlord, {
    params: { id: body.id, size: 'card' },
    headers: { 'if-none-match': '"1"' },
  })
  expect([again.status, again.body?.length ?? 0]).toEqual([304, 0])
  await app.settled()
  expect(app.published(RequestChanged).filter(({ requestId }) => requestId === id)).toHaveLength(2)
})

test('a tenant adds photos to their own open request, and sees those that the landlord added', async () => {
  const { landlord, tenantActor } = await app.landlordWithTenant()
  const { id } = await report(tenantActor)
  const added = await addAsTenant(tenantActor, id)
  expect([added.status, added.body.by]).toEqual([201, 'tenant'])
  app.clock.advance(1000)
  const answer = await app.addPhoto(landlord, id)
  expect((await photos(tenantActor, id)).body.map((one) => [one.id, one.by])).toEqual([
    [added.body.id, 'tenant'],
    [answer.id, 'landlord'],
  ])
  expect((await app.send(listTenantMaintenance, tenantActor)).body[0]?.images).toHaveLength(2)
  expect((await look(tenantActor, answer.id)).status).toBe(200)
  expect((await app.send(getMaintenance, landlord, { params: { id } })).body.history.map(({ by }) => by)).toEqual([
    'landlord',
    'tenant',
    'tenant',
  ])

  await app.send(updateMaintenance, landlord, { params: { id }, body: { title: 'Tap', status: 'completed' } })
  const closed = await addAsTenant(tenantActor, id)
  expect([closed.status, closed.problem.detail]).toEqual([
    409,
    'This request is closed, so no more photos can be added. Report the problem again if it is back.',
  ])
  // The landlord may still document the repair.
  await app.addPhoto(landlord, id)
})

test('another landlord, a neighbour, an administrator and an unlinked tenant cannot see, add or delete photos of a request', async () => {
  const { landlord, property, tenantActor } = await app.landlordWithTenant()
  const { id } = await report(tenantActor)
  const photo = (await addAsTenant(tenantActor, id)).body
  const neighbour = tenantOf(landlord, property.propertyId)
  await app.publish(TenantCreated, neighbour)
  const neighbourActor = actors.tenantOf(landlord, neighbour.tenantId)
  for (const actor of [
    actors.landlord(),
    actors.superAdmin(),
    neighbourActor,
    actors.tenantOf(actors.landlord(), tenantActor.tenantId!),
    actors.unlinkedTenant(),
  ]) {
    const [theirs, absent] = [await look(actor, photo.id), await look(actor, v7())]
    expect([theirs.status, { ...theirs.problem, requestId: '' }]).toEqual([404, { ...absent.problem, requestId: '' }])
    expect((await photos(actor, id)).status).toBe(404)
  }
  expect((await addAsTenant(neighbourActor, id)).status).toBe(404)
  expect((await addAsTenant(actors.unlinkedTenant(), id)).status).toBe(404)
  const other = actors.landlord()
  expect((await app.send(addRequestPhoto, other, { params: { id }, body: await picture() })).status).toBe(404)
  expect((await app.send(deleteRequestPhoto, other, { params: { id, photoId: photo.id } })).status).toBe(404)
  const { id: elsewhere } = await app.openRequest(landlord)
  expect((await app.send(deleteRequestPhoto, landlord, { params: { id: elsewhere, photoId: photo.id } })).status).toBe(
    404,
  )
  expect((await app.send(deleteRequestPhoto, tenantActor, { params: { id, photoId: photo.id } })).status).toBe(403)
  expect((await app.send(addTenantRequestPhoto, landlord, { params: { id }, body: await picture() })).status).toBe(403)
  for (const answer of [await look(actors.visitor(), photo.id), await photos(actors.visitor(), id)])
    expect(answer.status).toBe(401)
  // A request without a tenant is visible to no tenant.
  const own = await app.addPhoto(landlord, elsewhere)
  expect((await look(tenantActor, own.id)).status).toBe(404)
})

test('photos move with their request to another tenant', async () => {
  const { landlord, property, tenantActor } = await app.landlordWithTenant()
  const { id } = await report(tenantActor)
  const photo = (await addAsTenant(tenantActor, id)).body
  const next = tenantOf(landlord, property.propertyId)
  await app.publish(TenantCreated, next)
  await app.send(updateMaintenance, landlord, { params: { id }, body: { tenantId: next.tenantId } })
  expect((await look(tenantActor, photo.id)).status).toBe(404)
  expect((await look(actors.tenantOf(landlord, next.tenantId), photo.id)).status).toBe(200)
})

test('a tenant who has moved out cannot add photos', async () => {
  const { tenant, tenantActor } = await app.landlordWithTenant()
  const { id } = await report(tenantActor)
  await app.publish(TenantLeft, { ...tenant, isActive: false })
  expect((await addAsTenant(tenantActor, id)).problem).toMatchObject({ status: 409, code: 'not-linked' })
})

test('files that are not images, are damaged or decode to too many pixels are refused and leave nothing behind', async () => {
  const landlord = actors.landlord()
  const { id } = await app.openRequest(landlord)
  const before = (await stored()).length
  const send = async (body: Uint8Array) => (await app.send(addRequestPhoto, landlord, { params: { id }, body })).status
  expect(await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))).toBe(415)
  expect(await send((await picture({ width: 400 })).subarray(0, 200))).toBe(415)
  expect(await send(await bomb(60_000, 60_000))).toBe(413)
  expect((await stored()).length).toBe(before)
  expect((await photos(landlord, id)).body).toEqual([])
})

test(`a request has at most ${maxRequestPhotos} photos, with concurrent uploads too; the files of refused ones are removed`, async () => {
  const { landlord, tenantActor } = await app.landlordWithTenant()
  const { id } = await report(tenantActor)
  for (let n = 0; n < maxRequestPhotos - 2; n++) await app.addPhoto(landlord, id)
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => addAsTenant(tenantActor, id)))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.problem).toMatchObject({
    code: 'photo-limit-reached',
    detail: photoLimitSentence('request'),
  })
  expect((await photos(landlord, id)).body).toHaveLength(maxRequestPhotos)
  app.clock.advance(61 * 60_000)
  await app.tick()
  const photoCount = Number((await owner('select count(*) from maintenance.request_photo'))[0]?.count)
  expect((await stored()).length).toBe(photoCount * 3)
})

test('repeated and concurrent uploads with one Idempotency-Key make one photo', async () => {
  const { tenantActor } = await app.landlordWithTenant()
  const { id } = await report(tenantActor)
  const body = await picture()
  const send = () =>
    app.send(addTenantRequestPhoto, tenantActor, { params: { id }, body, headers: { 'idempotency-key': 'p1' } })
  const answers = [...(await Promise.all([send(), send()])), await send()]
  expect(new Set(answers.map((answer) => `${answer.status} ${answer.body.id}`)).size).toBe(1)
  expect((await photos(tenantActor, id)).body).toHaveLength(1)
})

test('deleting a photo removes its files and is recorded in the history', async () => {
  const landlord = actors.landlord()
  const { id } = await app.openRequest(landlord)
  const photo = await app.addPhoto(landlord, id)
  const [row] = await owner(`select blob_name from maintenance.request_photo where id = '${photo.id}'`)
  const remove = () => app.send(deleteRequestPhoto, landlord, { params: { id, photoId: photo.id } })
  expect([(await remove()).status, (await remove()).status, (await look(landlord, photo.id)).status]).toEqual([
    204, 404, 404,
  ])
  expect((await app.send(getMaintenance, landlord, { params: { id } })).body.history[0]?.changes).toEqual([
    { field: 'photo', from: photo.id, to: null },
  ])
  app.clock.advance(61_000)
  await app.tick()
  expect((await stored()).filter((name) => name.startsWith(String(row?.blob_name)))).toEqual([])
})

test('while the store is unavailable no photo is added, and everything else works', async () => {
  const landlord = actors.landlord()
  const { id } = await app.openRequest(landlord)
  await app.addPhoto(landlord, id)
  const folder = join(app.blobs)
  await rename(folder, `${folder}.away`)
  await writeFile(folder, '')
  try {
    expect(
      (await app.send(addRequestPhoto, landlord, { params: { id }, body: await picture() })).status,
    ).toBeGreaterThanOrEqual(500)
    expect((await app.send(updateMaintenance, landlord, { params: { id }, body: { title: 'Tap' } })).status).toBe(200)
  } finally {
    await rm(folder)
    await rename(`${folder}.away`, folder)
  }
  expect((await photos(landlord, id)).body).toHaveLength(1)
})

test('the storage of a landlord is limited, and that of one tenant to a share of it', async () => {
  const small = await startMaintenanceApp({ REQUEST_PHOTO_GB_PER_LANDLORD: '0.00002' }) // 20 kB, of which one tenant 1 kB
  try {
    const { landlord, tenantActor } = await small.landlordWithTenant()
    const { id } = (await small.send(createTenantMaintenance, tenantActor, { body: form })).body
    const noise = await sharp({
      create: {
        width: 300,
        height: 300,
        channels: 3,
        background: 'grey',
        noise: { type: 'gaussian', mean: 128, sigma: 40 },
      },
    })
      .png()
      .toBuffer()
    const send = (body: Uint8Array) => small.send(addTenantRequestPhoto, tenantActor, { params: { id }, body })
    expect((await send(await picture())).status).toBe(201)
    expect((await send(noise)).status).toBe(201)
    const refused = await send(await picture())
    expect([refused.status, refused.problem.code]).toEqual([409, 'photo-limit-reached'])
    // By now the landlord's storage is full too.
    expect((await small.send(addRequestPhoto, landlord, { params: { id }, body: await picture() })).status).toBe(409)
    const other = actors.landlord()
    await small.addPhoto(other, (await small.openRequest(other)).id)
  } finally {
    await small.stop()
  }
})

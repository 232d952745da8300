import { randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type BlobStore, blobName } from './blobs.ts'
import { type Place, places } from '../testing/blob-stores.ts'

describe.each(places)('blobs in $name', ({ run, start }) => {
  if (!run) return it.skip('has no server to run on', () => {})
  let place: Place
  const open: BlobStore[] = []
  const connect = async () => {
    const store = await place.open()
    open.push(store)
    return store
  }
  beforeAll(async () => void (place = await start()))
  afterEach(() => {
    for (const store of open.splice(0)) store.close()
  })
  afterAll(() => place.stop())

  it.each([
    ['one byte', Buffer.of(0)],
    ['every byte', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
    ['nothing', Buffer.alloc(0)],
    ['5 MB', randomBytes(5_000_000)],
  ])('%s comes back as it was, from another process too', async (_, bytes) => {
    const key = `photos/${blobName()}/card`
    await (await connect()).put(key, bytes, 'image/webp')
    const found = await (await connect()).get(key)
    expect(found && Buffer.compare(Buffer.from(found), bytes)).toBe(0)
  })

  it('what was never put is null, and deleting it is done', async () => {
    const store = await connect()
    expect(await store.get(`photos/${blobName()}/card`)).toBeNull()
    await store.delete(`photos/${blobName()}/card`)
  })

  it('a deleted blob is gone, its neighbour stays, deleting again is done', async () => {
    const store = await connect()
    const name = blobName()
    await store.put(`photos/${name}/card`, Buffer.from('card'), 'image/webp')
    await store.put(`photos/${name}/full`, Buffer.from('full'), 'image/webp')
    for (let time = 0; time < 2; time++) await store.delete(`photos/${name}/card`)
    expect(await store.get(`photos/${name}/card`)).toBeNull()
    expect(Buffer.from((await store.get(`photos/${name}/full`)) ?? []).toString()).toBe('full')
  })

  it('put again it is the new one; put by many at once it is one of them, whole', async () => {
    const store = await connect()
    const key = `photos/${blobName()}/card`
    await store.put(key, Buffer.from('a long first one'), 'image/webp')
    await store.put(key, Buffer.from('short'), 'image/webp')
    expect(Buffer.from((await store.get(key)) ?? []).toString()).toBe('short')
    const candidates = Array.from({ length: 8 }, (_, n) => Buffer.alloc(200_000, n))
    await Promise.all(candidates.map((bytes) => store.put(key, bytes, 'image/webp')))
    const kept = Buffer.from((await store.get(key)) ?? [])
    expect(candidates.some((bytes) => bytes.equals(kept))).toBe(true)
  })

  it.each([
    '',
    '..',
    '../../etc/passwd',
    '/etc/passwd',
    'a/../b',
    'a//b',
    'A',
    '.unfinished/x',
    'a\0b',
    'a\\b',
    'a/',
    `a${'b'.repeat(300)}`,
  ])('the key %j leads nowhere', async (key) => {
    const store = await connect()
    for (const work of [
      () => store.put(key, Buffer.of(1), 'image/webp'),
      () => store.get(key),
      () => store.delete(key),
    ])
      await expect((async () => work())()).rejects.toThrow(TypeError)
  })

  it('while the store is away everything is refused as unavailable, and works again by itself afterwards', async () => {
    const store = await connect()
    const key = `photos/${blobName()}/card`
    await store.put(key, Buffer.from('before'), 'image/webp')
    await store.check()
    await place.down()
    const fresh = await connect()
    for (const one of [store, fresh]) {
      for (const work of [
        () => one.put(key, Buffer.from('x'), 'image/webp'),
        () => one.get(key),
        () => one.delete(key),
      ])
        await expect(work()).rejects.toMatchObject({ code: 'unavailable', retryAfter: 2 })
      await expect(one.check()).rejects.toThrow()
    }
    await place.up()
    for (const one of [store, fresh]) {
      await one.check()
      expect(Buffer.from((await one.get(key)) ?? []).toString()).toBe('before')
    }
  })
})

import { mkdir, readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from '@keyhold/contracts/zod'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { blobSettings, isWholeStore } from './blobs-settings.ts'
import { blobName } from './blobs.ts'
import { readConfig } from '../runtime/config.ts'
import { type Place, places } from '../testing/blob-stores.ts'

let place: Place
beforeAll(async () => void (place = (await places[0]?.start()) as Place))
afterAll(() => place.stop())

it('what a crash left half written is not seen, and goes in time; what is being written stays', async () => {
  const unfinished = join(place.folder, '.unfinished')
  await mkdir(unfinished, { recursive: true })
  for (const name of ['old', 'new']) await writeFile(join(unfinished, name), 'half')
  const longAgo = new Date('2020-01-01')
  await utimes(join(unfinished, 'old'), longAgo, longAgo)
  await (await place.open()).put('photos/one', Buffer.from('whole'), 'image/webp')
  expect(await readdir(unfinished)).toEqual(['new'])
})

it('other accounts of the machine can read neither files nor names', async () => {
  await (await place.open()).put('photos/two', Buffer.from('whole'), 'image/webp')
  const modes = await Promise.all(
    ['photos', 'photos/two'].map(async (name) => (await stat(join(place.folder, name))).mode & 0o077),
  )
  expect(modes).toEqual([0, 0])
})

it('no two names are alike', () => {
  expect(new Set(Array.from({ length: 1000 }, blobName)).size).toBe(1000)
})

it('half an S3 store is refused with all that it lacks; none is a folder', () => {
  const schemas = { properties: z.object(blobSettings).check(isWholeStore) }
  expect(() => readConfig(schemas, { S3_ENDPOINT: 'http://minio:9000', S3_ACCESS_KEY_ID: 'me' })).toThrow(
    expect.objectContaining({
      faults: [
        'S3_BUCKET: missing; the bucket of the S3 store for files',
        'S3_SECRET_ACCESS_KEY: missing; the secret of the S3 store for files',
      ],
    }),
  )
  expect(readConfig(schemas, {}).properties).toEqual({ DATA_DIR: '.data', S3_REGION: 'us-east-1' })
})

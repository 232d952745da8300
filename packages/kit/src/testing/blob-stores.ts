import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { openBlobs } from '../blobs-settings.ts'
import type { BlobStore } from '../blobs.ts'

/** A place for blobs under test: stores on it, and its absence. */
export interface Place {
  /** Where the folder is, for what only a folder has. */
  folder: string
  /** What a service is told of it. */
  env: Record<string, string>
  open(): Promise<BlobStore>
  down(): Promise<void>
  up(): Promise<void>
  stop(): Promise<void>
}

const settingsOf = (env: Record<string, string>) => ({ DATA_DIR: '', S3_REGION: 'us-east-1', ...env })

async function folderPlace(): Promise<Place> {
  const dir = await mkdtemp(join(tmpdir(), 'keyhold-blobs-'))
  const folder = join(dir, 'blobs')
  const env = { DATA_DIR: dir }
  return {
    folder,
    env,
    open: () => openBlobs(settingsOf(env)),
    // A disk that is not mounted any more.
    async down() {
      await rename(folder, `${folder}.away`)
      await writeFile(folder, '')
    },
    async up() {
      await rm(folder)
      await rename(`${folder}.away`, folder)
    },
    stop: () => rm(dir, { recursive: true }),
  }
}

/** S3 on loopback. */
export async function s3Place(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-s3-'))
  let port = 0
  let server: S3rver | undefined
  async function up(): Promise<void> {
    server = new S3rver({ address: '127.0.0.1', port, silent: true, directory: folder })
    port = (await server.run()).port
  }
  async function down(): Promise<void> {
    await server?.close()
    server = undefined
  }
  await up()
  // What s3rver takes, and no other.
  const env = { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_BUCKET: 'keyhold', S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' }
  return {
    folder,
    env,
    open: () => openBlobs(settingsOf(env)),
    down,
    up,
    async stop() {
      await down()
      await rm(folder, { recursive: true })
    },
  }
}

/** Both kinds, for `describe.each`. */
export const places = [
  { name: 'a folder', start: folderPlace },
  { name: 'S3', start: s3Place },
]

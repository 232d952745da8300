import { createHash, randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import S3rver from 's3rver'
import { openBlobs } from '../files/blobs-settings.ts'
import type { BlobStore } from '../files/blobs.ts'
import { freePort } from '../lib/free-port.ts'

/** A place for blobs under test: stores on it, and its absence. */
export interface Place {
  /** Where the folder is, for what only a folder has. */
  folder: string
  /** The settings a service gets for it. */
  env: Record<string, string>
  open(): Promise<BlobStore>
  down(): Promise<void>
  up(): Promise<void>
  stop(): Promise<void>
}

const settingsOf = (env: Record<string, string>) => ({ DATA_DIR: '', S3_REGION: 'us-east-1', ...env })

export async function folderPlace(): Promise<Place> {
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

/** What s3rver keeps objects with, as far as it is used here. */
interface S3rverStore {
  getResourcePath(bucket: string, key: string, part: 'object'): string
  putMetadata(bucket: string, key: string, metadata: unknown, md5: string): Promise<void>
  putObject(object: {
    bucket: string
    key: string
    content: Readable
    metadata: unknown
  }): Promise<{ size: number; md5: string }>
}

/** As S3 does it. s3rver 3.7.1 answers before an object is written whole, and two that come at once mix their bytes. */
function writeWhole(store: S3rverStore): void {
  store.putObject = async ({ bucket, key, content, metadata }) => {
    const bytes = await buffer(content)
    const path = store.getResourcePath(bucket, key, 'object')
    const unfinished = `${path}.${randomUUID()}`
    await mkdir(dirname(path), { recursive: true })
    await writeFile(unfinished, bytes)
    await rename(unfinished, path)
    const md5 = createHash('md5').update(bytes).digest('hex')
    await store.putMetadata(bucket, key, metadata, md5)
    return { size: bytes.length, md5 }
  }
}

/** S3 on loopback. */
export async function s3Place(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-s3-'))
  const port = await freePort() // its own, also after it was away
  let server: S3rver | undefined
  async function up(): Promise<void> {
    server = new S3rver({ address: '127.0.0.1', port, silent: true, directory: folder })
    writeWhole((server as unknown as { store: S3rverStore }).store)
    await server.run()
  }
  async function down(): Promise<void> {
    await server?.close()
    server = undefined
  }
  await up()
  // What s3rver takes, and no other.
  const env = {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'keyhold',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
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

const given = {
  endpoint: process.env.S3_TEST_ENDPOINT,
  bucket: process.env.S3_TEST_BUCKET ?? 'keyhold-test',
  key: process.env.S3_TEST_KEY ?? '',
  secret: process.env.S3_TEST_SECRET ?? '',
}

/** The server that `S3_TEST_ENDPOINT` names, an `http` one, through a door that can be shut: the server itself is not ours to stop. What the tests put is removed at the end. */
async function givenPlace(): Promise<Place> {
  const { hostname, port, protocol } = new URL(given.endpoint ?? '')
  if (protocol !== 'http:') throw new Error('S3_TEST_ENDPOINT is an http address, such as http://127.0.0.1:9000')
  const gate = await openGate({ host: hostname, port: Number(port || 80) })
  const env = {
    S3_ENDPOINT: gate.url,
    S3_BUCKET: given.bucket,
    S3_ACCESS_KEY_ID: given.key,
    S3_SECRET_ACCESS_KEY: given.secret,
  }
  const keys = new Set<string>()
  return {
    folder: '',
    env,
    async open() {
      const store = await openBlobs(settingsOf(env))
      return { ...store, put: (key, ...file) => store.put(key, ...file).finally(() => keys.add(key)) }
    },
    down: gate.shut,
    up: gate.open,
    async stop() {
      const store = await openBlobs(settingsOf(env))
      for (const key of keys) await store.delete(key).catch(() => {}) // some were no keys at all
      store.close()
      await gate.shut()
    },
  }
}

/** A port on loopback that leads to `target` while it is open. */
async function openGate(target: {
  host: string
  port: number
}): Promise<{ url: string; open: () => Promise<void>; shut: () => Promise<void> }> {
  const sockets = new Set<Socket>()
  let server: Server | undefined
  // Opened again, it is at the same place: no connection that went out meanwhile may have taken it.
  const port = await freePort()
  const hold = (socket: Socket) => {
    sockets.add(socket)
    // Each end goes with the other; what broke it is for the client to see.
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    return socket
  }
  const gate = {
    url: `http://127.0.0.1:${port}`,
    async open() {
      server = createServer((inner) => {
        const outer = hold(connect(target))
        hold(inner).on('close', () => outer.destroy())
        outer.on('close', () => inner.destroy())
        inner.pipe(outer).pipe(inner)
      })
      await new Promise<void>((resolve, reject) => server?.once('error', reject).listen(port, '127.0.0.1', resolve))
    },
    async shut() {
      const closed = new Promise((resolve) => server?.close(resolve) ?? resolve(undefined))
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
  await gate.open()
  return gate
}

/** All kinds, for `describe.each`. A run without a real S3 server says so in the name of the skipped part. */
export const places = [
  { name: 'a folder', run: true, start: folderPlace },
  { name: 'S3', run: true, start: s3Place },
  given.endpoint
    ? { name: `S3 at ${given.endpoint}`, run: true, start: givenPlace }
    : { name: 'a real S3 server (skipped: S3_TEST_ENDPOINT is not set)', run: false, start: givenPlace },
]

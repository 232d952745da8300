import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { systemClock } from '../runtime/clock.ts'
import { type BlobStore, checkKey, storeDown } from './blobs.ts'

/** How long writing a file may take. Older files in the folder of unfinished ones were left by a crash. */
const unfinishedMs = 60 * 60 * 1000

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** Blobs as files in a folder, which is created when first needed. A file is complete and on disk before it gets its name. */
export function folderBlobs(folder: string): BlobStore {
  const root = resolve(folder)
  const unfinished = join(root, '.unfinished')
  const pathOf = (key: string) => {
    checkKey(key)
    return join(root, key)
  }

  let swept: Promise<void> | undefined
  async function sweep(): Promise<void> {
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    for (const name of await readdir(unfinished)) {
      const file = join(unfinished, name)
      const touched = await stat(file).then(
        ({ mtimeMs }) => mtimeMs,
        () => Infinity,
      )
      if (touched < systemClock.now().getTime() - unfinishedMs) await rm(file, { force: true })
    }
  }

  async function write(path: string, bytes: Uint8Array): Promise<void> {
    await (swept ??= sweep().catch((error: unknown) => {
      swept = undefined
      throw error
    }))
    await mkdir(unfinished, { recursive: true, mode: 0o700 })
    const made = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    const file = join(unfinished, randomBytes(16).toString('hex'))
    try {
      const handle = await open(file, 'wx', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(file, path)
    } catch (error) {
      await rm(file, { force: true }).catch(() => {})
      throw error
    }
    // The name is an entry in its folder, and a new folder is an entry in its parent.
    await sync(dirname(path))
    for (let one = dirname(path); made && one.length >= made.length; one = dirname(one)) await sync(dirname(one))
  }

  return {
    async put(key, bytes) {
      const path = pathOf(key)
      await write(path, bytes).catch(storeDown)
    },
    async get(key) {
      const path = pathOf(key)
      return readFile(path).catch((error: unknown) => (codeOf(error) === 'ENOENT' ? null : storeDown(error)))
    },
    async delete(key) {
      const path = pathOf(key)
      await rm(path, { force: true }).catch(storeDown)
    },
    async check() {
      await mkdir(root, { recursive: true, mode: 0o700 })
      await access(root, constants.R_OK | constants.W_OK | constants.X_OK)
    },
    close() {},
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

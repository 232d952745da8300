import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 } from 'uuid'

interface SpoolOptions {
  /** Where the files are made. */
  folder: string
  /** Of a body; what follows is written to a file. */
  memoryBytes: number
  /** In the files of all bodies. */
  totalBytes: number
}

/** A body that arrives, or has arrived and waits. */
export interface Spooled {
  readonly size: number
  add(chunk: Uint8Array): Promise<void>
  /** It is whole, and no longer makes room for others. */
  end(): void
  /** All of it, in memory. */
  read(): Promise<Buffer>
  close(): Promise<void>
}

export interface Spool {
  /** `drop` is called when the body has to make room for those of others. */
  open(owner: string, drop: () => void): Spooled
}

interface Body {
  owner: string
  fileBytes: number
  drop: () => void
}

/**
 * Holds bodies while they arrive, so that a slow one takes no memory. When the files are full, the owner with the most bytes in them loses the body
 * that began last.
 */
export function createSpool({ folder, memoryBytes, totalBytes }: SpoolOptions): Spool {
  const arriving = new Set<Body>()
  let used = 0

  function count(body: Body, bytes: number): void {
    body.fileBytes += bytes
    used += bytes
    if (used > totalBytes && bytes > 0) greediest(arriving)?.drop()
  }

  return {
    open(owner, drop) {
      const body: Body = { owner, fileBytes: 0, drop }
      const chunks: Uint8Array[] = []
      let size = 0
      let file: FileHandle | undefined
      arriving.add(body)
      return {
        get size() {
          return size
        },
        async add(chunk) {
          size += chunk.byteLength
          chunks.push(chunk)
          if (size <= memoryBytes) return
          count(body, file ? chunk.byteLength : size)
          file ??= await nameless(folder)
          for (const one of chunks.splice(0)) await file.writeFile(one)
        },
        end: () => void arriving.delete(body),
        async read() {
          if (!file) return Buffer.concat(chunks, size)
          const bytes = Buffer.allocUnsafe(size)
          for (let at = 0; at < size;) {
            const { bytesRead } = await file.read(bytes, at, size - at, at)
            if (bytesRead === 0) throw new Error('a spooled body ended too early')
            at += bytesRead
          }
          return bytes
        },
        async close() {
          arriving.delete(body)
          count(body, -body.fileBytes)
          const opened = file
          file = undefined
          chunks.length = 0
          await opened?.close()
        },
      }
    },
  }
}

/** A new file that disappears when it is closed, also by a crash. */
async function nameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `keyhold-upload-${v7()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

/** Of the owner with the most bytes, the body that began last. */
function greediest(bodies: Iterable<Body>): Body | undefined {
  const owners = Map.groupBy(bodies, ({ owner }) => owner)
  const bytesOf = (list: Body[]) => list.reduce((sum, { fileBytes }) => sum + fileBytes, 0)
  const [most] = [...owners.values()].toSorted((a, b) => bytesOf(b) - bytesOf(a))
  return most?.findLast(({ fileBytes }) => fileBytes > 0)
}

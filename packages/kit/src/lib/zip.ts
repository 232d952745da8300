import { inflateRawSync } from 'node:zlib'

/** Why a ZIP archive is not unpacked: it is damaged, or would fill the memory. */
export class BadZip extends Error {
  readonly reason: 'broken' | 'bomb'
  constructor(reason: 'broken' | 'bomb') {
    super(reason)
    this.name = 'BadZip'
    this.reason = reason
  }
}

const broken = (): never => {
  throw new BadZip('broken')
}
const bomb = (): never => {
  throw new BadZip('bomb')
}

interface Entry {
  name: string
  method: number
  packed: number
  unpacked: number
  at: number
}

/**
 * The names in a ZIP archive, from the directory at its end (APPNOTE.TXT 4.3): nothing is unpacked. @throws BadZip without a whole directory, or
 * where it has more than `maxEntries`
 */
export function namesInZip(bytes: Uint8Array, { maxEntries }: { maxEntries: number }): string[] {
  return directoryOf(bufferOf(bytes), maxEntries).entries.map(({ name }) => name)
}

export interface ZipLimits {
  maxEntries: number
  /** Of all parts together. */
  unpackedBytes: number
  /** How many times its packed size one part may be. */
  unpackedRatio: number
}

/**
 * Likewise, once it is known that unpacking it is harmless: first by what its directory says, then by unpacking each part with that as the bound, so
 * that a directory that lies is found out. Each, since the archive itself says which of them are read. @throws BadZip
 */
export function checkZip(bytes: Uint8Array, { maxEntries, unpackedBytes, unpackedRatio }: ZipLimits): string[] {
  const file = bufferOf(bytes)
  const { entries, end, isPlain } = directoryOf(file, maxEntries)
  // A program that unpacks it must find the same directory.
  if (!isPlain || file.lastIndexOf(endMark) !== end) broken()
  let total = 0
  for (const { packed, unpacked } of entries) {
    total += unpacked
    // Small parts pack well and harm nothing.
    if (total > unpackedBytes || (unpacked > 1_000_000 && unpacked > packed * unpackedRatio)) bomb()
  }
  for (const entry of entries) checkEntry(file, entry)
  return entries.map(({ name }) => name)
}

const endMark = Buffer.from('PK\x05\x06', 'latin1')
const entrySignature = 0x02014b50
const localSignature = 0x04034b50
const endSize = 22
const entrySize = 46
const maxComment = 0xffff

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

function directoryOf(file: Buffer, maxEntries: number): { entries: Entry[]; end: number; isPlain: boolean } {
  const end = endOf(file)
  const count = file.readUInt16LE(end + 10)
  const size = file.readUInt32LE(end + 12)
  if (count > maxEntries) bomb()
  // By its size, not by the offset that it names: that one is wrong where something was put before the archive.
  let at = end - size
  // One disk, and nothing in front.
  const isPlain =
    file.readUInt32LE(end + 4) === 0 && file.readUInt16LE(end + 8) === count && file.readUInt32LE(end + 16) === at
  const entries: Entry[] = []
  for (let n = 0; n < count; n++) {
    if (at < 0 || at + entrySize > end || file.readUInt32LE(at) !== entrySignature) broken()
    const nameLength = file.readUInt16LE(at + 28)
    const next = at + entrySize + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
    if (next > end) broken()
    entries.push({
      name: file.toString('utf8', at + entrySize, at + entrySize + nameLength),
      method: file.readUInt16LE(at + 10),
      packed: file.readUInt32LE(at + 20),
      unpacked: file.readUInt32LE(at + 24),
      at: file.readUInt32LE(at + 42),
    })
    at = next
  }
  return { entries, end, isPlain }
}

/** Where the record begins that ends the archive: only its comment follows. */
function endOf(file: Buffer): number {
  const first = Math.max(0, file.length - endSize - maxComment)
  const signature = endMark.readUInt32LE()
  for (let at = file.length - endSize; at >= first; at--)
    if (file.readUInt32LE(at) === signature && at + endSize + file.readUInt16LE(at + 20) <= file.length) return at
  return broken()
}

function checkEntry(file: Buffer, { method, packed, unpacked, at }: Entry): void {
  if (at + 30 > file.length || file.readUInt32LE(at) !== localSignature) broken()
  const from = at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28)
  if (from + packed > file.length) broken()
  if (method === 0) return packed === unpacked ? undefined : broken()
  if (method !== 8) broken()
  try {
    inflateRawSync(file.subarray(from, from + packed), { maxOutputLength: Math.max(1, unpacked) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') bomb()
    broken()
  }
}

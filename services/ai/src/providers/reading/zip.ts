import { inflateRawSync } from 'node:zlib'
import { limits } from './limits.ts'

interface Entry {
  name: string
  method: number
  packed: number
  unpacked: number
  at: number
}

/** Why a ZIP archive is not unpacked: broken, or it would fill the memory. */
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

const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const localSignature = 0x04034b50

/**
 * The names in a ZIP archive, once it is known that unpacking it is harmless: first by what its directory says, then by unpacking each part
 * with what it says as the bound, so that a directory that lies is found out before anybody trusts it. Each, since which of them are read is
 * said in the archive itself. @throws BadZip
 */
export function checkZip(bytes: Uint8Array): string[] {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const entries = directoryOf(data)
  let total = 0
  for (const { packed, unpacked } of entries) {
    total += unpacked
    // Small parts pack well and hurt nobody.
    if (total > limits.unpackedBytes || (unpacked > 1_000_000 && unpacked > packed * limits.unpackedRatio)) bomb()
  }
  for (const entry of entries) checkEntry(data, entry)
  return entries.map(({ name }) => name)
}

function directoryOf(data: Buffer): Entry[] {
  // Behind it stands at most a comment of 64 KB.
  const end = data.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (end < 0 || end < data.length - 65_557 || end + 22 > data.length || data.readUInt32LE(end) !== endSignature)
    broken()
  const count = data.readUInt16LE(end + 10)
  if (count > limits.zipEntries) bomb()
  const entries: Entry[] = []
  let at = data.readUInt32LE(end + 16)
  // Whoever unpacks it must find the same directory: one disk, none of the larger kind elsewhere, and nothing in front that moves it.
  if (
    data.readUInt32LE(end + 4) !== 0 ||
    data.readUInt16LE(end + 8) !== count ||
    at + data.readUInt32LE(end + 12) !== end
  )
    broken()
  for (let n = 0; n < count; n++) {
    if (at + 46 > data.length || data.readUInt32LE(at) !== entrySignature) broken()
    const [nameLength, extraLength, commentLength] = [
      data.readUInt16LE(at + 28),
      data.readUInt16LE(at + 30),
      data.readUInt16LE(at + 32),
    ]
    entries.push({
      name: data.toString('utf8', at + 46, at + 46 + nameLength),
      method: data.readUInt16LE(at + 10),
      packed: data.readUInt32LE(at + 20),
      unpacked: data.readUInt32LE(at + 24),
      at: data.readUInt32LE(at + 42),
    })
    at += 46 + nameLength + extraLength + commentLength
  }
  return entries
}

function checkEntry(data: Buffer, { method, packed, unpacked, at }: Entry): void {
  if (at + 30 > data.length || data.readUInt32LE(at) !== localSignature) broken()
  const from = at + 30 + data.readUInt16LE(at + 26) + data.readUInt16LE(at + 28)
  if (from + packed > data.length) broken()
  if (method === 0) return packed === unpacked ? undefined : broken()
  if (method !== 8) broken()
  try {
    inflateRawSync(data.subarray(from, from + packed), { maxOutputLength: Math.max(1, unpacked) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') bomb()
    broken()
  }
}

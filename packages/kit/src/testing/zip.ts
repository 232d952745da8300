import { crc32, deflateRawSync } from 'node:zlib'

/** A ZIP file of these entries, as APPNOTE.TXT has it; `size` is what an entry says of its own size once unpacked. */
export function zipOf(entries: { name: string; bytes?: Uint8Array; size?: number }[], comment = ''): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes = Buffer.from('<xml/>'), size = bytes.length } of entries) {
    const isEmpty = bytes.length === 0
    const data = isEmpty ? bytes : deflateRawSync(bytes)
    const title = Buffer.from(name)
    const about = Buffer.alloc(26)
    about.writeUInt16LE(20, 0)
    about.writeUInt16LE(0x0800, 2)
    about.writeUInt16LE(isEmpty ? 0 : 8, 4)
    about.writeUInt32LE(crc32(bytes), 10)
    about.writeUInt32LE(data.length, 14)
    about.writeUInt32LE(size, 18)
    about.writeUInt16LE(title.length, 22)
    const where = Buffer.alloc(14)
    where.writeUInt32LE(offset, 10)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), about, title, data])
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, where, title]))
    locals.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  end.writeUInt16LE(Buffer.byteLength(comment), 20)
  return Buffer.concat([...locals, list, end, Buffer.from(comment)])
}

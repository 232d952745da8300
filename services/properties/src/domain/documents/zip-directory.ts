/** More than any document has; a directory of millions is none. */
const maxEntries = 10_000

const endMark = 0x06054b50
const entryMark = 0x02014b50
const endSize = 22
const entrySize = 46
const maxComment = 0xffff

/**
 * The names in a ZIP file, from the directory at its end (APPNOTE.TXT 4.3): nothing is unpacked, so nothing can blow up.
 * null where there is no whole directory, or one beyond reason.
 */
export function entriesOf(file: Buffer): string[] | null {
  const end = endOf(file)
  if (end === null) return null
  const count = file.readUInt16LE(end + 10)
  const size = file.readUInt32LE(end + 12)
  // By its size, not by the offset that it names: that one is wrong where something was put before the archive.
  let at = end - size
  if (count > maxEntries || at < 0) return null
  const names: string[] = []
  for (let n = 0; n < count; n++) {
    if (at + entrySize > end || file.readUInt32LE(at) !== entryMark) return null
    const nameLength = file.readUInt16LE(at + 28)
    const next = at + entrySize + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32)
    if (next > end) return null
    names.push(file.toString('utf8', at + entrySize, at + entrySize + nameLength))
    at = next
  }
  return names
}

/** Where the record stands that ends the file, behind which there is its comment at most. */
function endOf(file: Buffer): number | null {
  const first = Math.max(0, file.length - endSize - maxComment)
  for (let at = file.length - endSize; at >= first; at--)
    if (file.readUInt32LE(at) === endMark && at + endSize + file.readUInt16LE(at + 20) <= file.length) return at
  return null
}

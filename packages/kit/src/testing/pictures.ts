import sharp, { type Color } from 'sharp'

interface Look {
  width?: number
  height?: number
  color?: Color
}

const plain = ({ width = 60, height = 40, color = 'teal' }: Look = {}) =>
  sharp({ create: { width, height, channels: 3, background: color } })

/** A small JPEG of one color. */
export const picture = (look?: Look): Promise<Buffer> => plain(look).jpeg().toBuffer()

/** One that weighs something in any size. */
export const noisyPicture = (): Promise<Buffer> =>
  sharp({
    create: {
      width: 800,
      height: 800,
      channels: 3,
      background: 'grey',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .jpeg()
    .toBuffer()

/** One of each kind that is taken. */
export const kinds = {
  jpeg: () => picture(),
  png: () => plain().png().toBuffer(),
  webp: () => plain().webp().toBuffer(),
  gif: () => plain().gif().toBuffer(),
  avif: () => plain().avif({ effort: 0 }).toBuffer(),
  'png with transparency': () => plain().ensureAlpha(0.5).png().toBuffer(),
  'png of 16 bits': () => plain().toColourspace('rgb16').png().toBuffer(),
  'grey png': () => plain().greyscale().png().toBuffer(),
  'cmyk jpeg': () => plain().toColourspace('cmyk').jpeg().toBuffer(),
  'progressive jpeg': () => plain().jpeg({ progressive: true }).toBuffer(),
}

/** As a phone takes it: lying on its side, and telling where and with what it was taken. */
export const phonePicture = (look: Look = {}): Promise<Buffer> =>
  plain(look)
    .jpeg()
    .withExif({
      IFD0: { Make: 'Acme Phone', Model: 'Secret 9' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '45/1 31/1 0/1', GPSLongitudeRef: 'W', GPSLongitude: '122/1 40/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()

/** A PNG of a few hundred bytes that says it has so many pixels. */
export async function bomb(width: number, height: number): Promise<Buffer> {
  const bytes = await plain({ width: 8, height: 8 }).png().toBuffer()
  bytes.writeUInt32BE(width, 16)
  bytes.writeUInt32BE(height, 20)
  bytes.writeUInt32BE(crcOf(bytes.subarray(12, 29)), 29)
  return bytes
}

/** The same, which says that each pixel takes eight bytes instead of three. */
export async function deepBomb(width: number, height: number): Promise<Buffer> {
  const bytes = await bomb(width, height)
  bytes.writeUInt8(16, 24)
  bytes.writeUInt8(6, 25)
  bytes.writeUInt32BE(crcOf(bytes.subarray(12, 29)), 29)
  return bytes
}

/** A small progressive JPEG that says it has so many pixels. */
export async function progressiveBomb(width: number, height: number): Promise<Buffer> {
  const bytes = await plain({ width: 8, height: 8 }).jpeg({ progressive: true, chromaSubsampling: '4:4:4' }).toBuffer()
  const frame = bytes.indexOf(Buffer.from([0xff, 0xc2]))
  bytes.writeUInt16BE(height, frame + 5)
  bytes.writeUInt16BE(width, frame + 7)
  return bytes
}

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

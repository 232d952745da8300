import { type PhotoSize, photoSizes } from '@keyhold/contracts/photos'
import { refuse } from '../http/problem.ts'
import { limitConcurrency } from '../lib/concurrency-limit.ts'
import type { Metadata, Sharp, SharpOptions } from 'sharp'

/** More than any phone takes in one photo. A picture is unpacked at four bytes a pixel, whatever it weighs on its way here. */
const maxMegapixels = 64
/** Bytes that unpacking may take: that many pixels. */
const maxUnpacked = maxMegapixels * 4e6
const quality = { thumbnail: 72, card: 78, full: 84 } as const

/** All sizes are of this type. */
export const photoType = 'image/webp'

export interface PhotoImages {
  files: Record<PhotoSize, Uint8Array>
  /** Pixels of the largest. */
  width: number
  height: number
}

/** Which of the kinds that we take the bytes are, by how they begin; null for any other. */
export function kindOf(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | null {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  if (/^RIFF[^]{4}WEBP/.test(head)) return 'webp'
  // The brand, or one of those that the file says it is compatible with.
  if (/^[^]{4}ftyp[^]*avi[fs]/.test(head)) return 'avif'
  return null
}

// Each conversion takes a core and up to 256 MB.
const inTurn = limitConcurrency(2)

/**
 * Turns what was uploaded into a photo of ours: upright, in sRGB, without what the camera wrote into it (where and when it was taken), in every
 * size, never larger than it came. @throws Refusal 415 for what is no such image, or is damaged; 413 for too many pixels
 */
export async function makeImages(bytes: Uint8Array): Promise<PhotoImages> {
  if (kindOf(bytes) === null)
    refuse('unsupported-media-type', 'Photos are JPEG, PNG, WebP, GIF or AVIF images. This file is something else.')
  // At run time: most processes never see a photo.
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return inTurn(async () => {
    const open = (): Sharp => sharp(bytes, options).timeout({ seconds: 30 })
    const told = await open().metadata().catch(damaged)
    if (told.width * told.height > maxMegapixels * 1e6) tooLarge()
    if (unpackedBytes(told) > maxUnpacked) tooDeep()
    // Decoded once, at the largest size; the smaller ones are made of that.
    const { data, info } = await open()
      .autoOrient()
      .resize({ ...box('full'), fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(damaged)
    const { width, height, channels } = info
    const pixels = () => sharp(data, { raw: { width, height, channels } })
    const encode = (size: PhotoSize) =>
      pixels()
        .resize({ ...box(size), fit: 'inside', withoutEnlargement: true })
        .webp({ quality: quality[size] })
        .toBuffer()
    const files = { thumbnail: await encode('thumbnail'), card: await encode('card'), full: await encode('full') }
    return { files, width, height }
  })
}

const options: SharpOptions = { failOn: 'error', limitInputPixels: maxMegapixels * 1e6, sequentialRead: true }
const box = (size: PhotoSize) => ({ width: photoSizes[size], height: photoSizes[size] })

/** Bytes a picture takes once unpacked. Some take twice as many a pixel: of 16 bits, or kept whole as coefficients until the last of them came. */
function unpackedBytes({ width, height, channels, depth, format, isProgressive, chromaSubsampling }: Metadata): number {
  const isKeptWhole = format === 'jpeg' && isProgressive && chromaSubsampling !== '4:2:0'
  return width * height * channels * (depth !== 'uchar' || isKeptWhole ? 2 : 1)
}

const tooDeep = (): never =>
  refuse(
    'payload-too-large',
    'The photo takes too much memory to be read. Please send a smaller one, or save it as a plain JPEG.',
  )

const tooLarge = (): never =>
  refuse(
    'payload-too-large',
    `The photo has too many pixels: at most ${maxMegapixels} million. Please send a smaller one.`,
  )

function damaged(error: unknown): never {
  const { message } = error as Error
  if (/pixel limit/i.test(message)) tooLarge()
  return refuse(
    'unsupported-media-type',
    'This image is damaged and could not be read. Please try another copy of it.',
    { cause: error },
  )
}

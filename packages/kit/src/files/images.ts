import { Refusal, refuse } from '../http/problem.ts'
import { createFairQueue } from '../lib/fair-queue.ts'
import type { Metadata, Sharp, SharpOptions } from 'sharp'

/** More than any phone camera makes. */
const maxMegapixels = 64
/** Bytes of a decoded image: four per pixel. */
const maxDecodedBytes = maxMegapixels * 4e6

/** The type of all encoded images. */
export const encodedImageType = 'image/webp'

export interface ImageSize {
  /** Pixels of the longer side at most. */
  maxPixels: number
  /** Of the WebP encoding, 1 to 100. */
  quality: number
}

export interface EncodedImage<Size extends string> {
  files: Record<Size, Uint8Array>
  /** Pixels of the largest size. */
  width: number
  height: number
}

/** The format of an image, by its first bytes; null for any format that is not accepted. */
export function imageFormatOf(bytes: Uint8Array): 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | null {
  const head = Buffer.from(bytes.subarray(0, 64)).toString('latin1')
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg'
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png'
  if (/^GIF8[79]a/.test(head)) return 'gif'
  if (/^RIFF[^]{4}WEBP/.test(head)) return 'webp'
  // The brand, or a compatible brand.
  if (/^[^]{4}ftyp[^]*avi[fs]/.test(head)) return 'avif'
  return null
}

// Each takes a core and up to 256 MB. One landlord never has both.
const inTurn = createFairQueue({
  total: 2,
  perOwner: 1,
  waitMs: 60_000,
  busy: () =>
    new Refusal('unavailable', 'Too many photos are being added right now. Please try again in a moment.', {
      retryAfter: 10,
    }),
})

/**
 * Encodes an uploaded image anew in every size: upright, in sRGB, without metadata (place and time, camera), never larger than the original.
 * The landlords take turns.
 * @throws Refusal 415 where it is not an accepted image, or damaged; 413 for too many pixels; 503 after a long wait
 */
export async function encodeImage<Size extends string>(
  bytes: Uint8Array,
  sizes: Record<Size, ImageSize>,
  landlordId: string,
): Promise<EncodedImage<Size>> {
  if (imageFormatOf(bytes) === null)
    refuse('unsupported-media-type', 'Images must be JPEG, PNG, WebP, GIF or AVIF. This file is something else.')
  // Loaded on first use: most processes never encode an image.
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return inTurn(landlordId, async () => {
    const open = (): Sharp => sharp(bytes, options).timeout({ seconds: 30 })
    const metadata = await open().metadata().catch(refuseDamaged)
    if (metadata.width * metadata.height > maxMegapixels * 1e6) refuseTooManyPixels()
    if (decodedBytes(metadata) > maxDecodedBytes) refuseTooMuchMemory()
    // Decoded once, at the largest size; the others are made from that.
    const largest = Math.max(...Object.values<ImageSize>(sizes).map(({ maxPixels }) => maxPixels))
    const { data, info } = await open()
      .autoOrient()
      .resize(within(largest))
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
      .catch(refuseDamaged)
    const { width, height, channels } = info
    const files: Partial<Record<string, Uint8Array>> = {}
    for (const [name, { maxPixels, quality }] of Object.entries<ImageSize>(sizes))
      files[name] = await sharp(data, { raw: { width, height, channels } })
        .resize(within(maxPixels))
        .webp({ quality })
        .toBuffer()
    return { files: files as Record<Size, Uint8Array>, width, height }
  })
}

/**
 * Encodes an uploaded PNG or JPEG anew as a PNG that keeps its transparency, without metadata and at most `width` by `height` pixels. For what PDFs and
 * mail programs show, too. The landlords take turns.
 * @throws Refusal like `encodeImage`
 */
export async function encodePng(
  bytes: Uint8Array,
  within: { width: number; height: number },
  landlordId: string,
): Promise<{ bytes: Uint8Array; width: number; height: number }> {
  const format = imageFormatOf(bytes)
  if (format !== 'png' && format !== 'jpeg')
    refuse('unsupported-media-type', 'The image must be a PNG or JPEG. This file is something else.')
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return inTurn(landlordId, async () => {
    const open = (): Sharp => sharp(bytes, options).timeout({ seconds: 30 })
    const metadata = await open().metadata().catch(refuseDamaged)
    if (metadata.width * metadata.height > maxMegapixels * 1e6) refuseTooManyPixels()
    if (decodedBytes(metadata) > maxDecodedBytes) refuseTooMuchMemory()
    const { data, info } = await open()
      .autoOrient()
      .resize({ ...within, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .png({ compressionLevel: 9 })
      .toBuffer({ resolveWithObject: true })
      .catch(refuseDamaged)
    return { bytes: data, width: info.width, height: info.height }
  })
}

const options: SharpOptions = { failOn: 'error', limitInputPixels: maxMegapixels * 1e6, sequentialRead: true }
const within = (pixels: number) => ({ width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true }) as const

/** Bytes of the decoded image. Twice as many per pixel with 16 bits a channel, and where a progressive JPEG is decoded as a whole. */
function decodedBytes({ width, height, channels, depth, format, isProgressive, chromaSubsampling }: Metadata): number {
  const isDecodedWhole = format === 'jpeg' && isProgressive && chromaSubsampling !== '4:2:0'
  return width * height * channels * (depth !== 'uchar' || isDecodedWhole ? 2 : 1)
}

const refuseTooMuchMemory = (): never =>
  refuse(
    'payload-too-large',
    'This image takes too much memory to read. Please choose a smaller one, or save it as a plain JPEG.',
  )

const refuseTooManyPixels = (): never =>
  refuse(
    'payload-too-large',
    `This image has too many pixels: at most ${maxMegapixels} million. Please choose a smaller one.`,
  )

function refuseDamaged(error: unknown): never {
  const { message } = error as Error
  if (/pixel limit/i.test(message)) refuseTooManyPixels()
  return refuse(
    'unsupported-media-type',
    'This image is damaged and could not be read. Please try another copy of it.',
    { cause: error },
  )
}

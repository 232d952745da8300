import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { bomb, deepBomb, kinds, phonePicture, picture, progressiveBomb } from '../testing/pictures.ts'
import { encodeImage, encodePng, imageFormatOf } from './images.ts'

const sizes = {
  small: { maxPixels: 320, quality: 72 },
  medium: { maxPixels: 960, quality: 78 },
  large: { maxPixels: 2400, quality: 84 },
}
const encode = (bytes: Uint8Array) => encodeImage(bytes, sizes, 'ann')

test.each(Object.entries(kinds))('a %s is encoded as WebP in every size', async (_, make) => {
  const { files, width, height } = await encode(await make())
  expect([width, height]).toEqual([60, 40])
  for (const file of Object.values(files)) {
    const seen = await sharp(file).metadata()
    expect([seen.format, seen.width, seen.height, seen.space]).toEqual(['webp', 60, 40, 'srgb'])
  }
})

test('colors are preserved', async () => {
  for (const make of [kinds.png, kinds['png of 16 bits'], kinds.webp]) {
    const { files } = await encode(await make())
    const [r, g, b] = await sharp(files.large).raw().toBuffer()
    expect(Math.max(Math.abs((r ?? 99) - 0), Math.abs((g ?? 99) - 128), Math.abs((b ?? 99) - 128))).toBeLessThan(8)
  }
})

test('no size exceeds its limit or the original; proportions are preserved', async () => {
  const sizesOf = async (width: number, height: number) => {
    const { files } = await encode(await picture({ width, height }))
    return Promise.all(
      [files.small, files.medium, files.large].map(async (file) =>
        sharp(file)
          .metadata()
          .then((seen) => [seen.width, seen.height]),
      ),
    )
  }
  expect(await sizesOf(3000, 1500)).toEqual([
    [320, 160],
    [960, 480],
    [2400, 1200],
  ])
  expect(await sizesOf(500, 1000)).toEqual([
    [160, 320],
    [480, 960],
    [500, 1000],
  ])
  expect(await sizesOf(1, 1)).toEqual([
    [1, 1],
    [1, 1],
    [1, 1],
  ])
})

test('an image is turned upright and carries no metadata', async () => {
  const taken = await phonePicture({ width: 60, height: 40 })
  const before = await sharp(taken).metadata()
  expect([before.orientation, before.exif && before.exif.length > 0, taken.includes('Secret 9')]).toEqual([
    6,
    true,
    true,
  ])
  const { files, width, height } = await encode(taken)
  expect([width, height]).toEqual([40, 60])
  for (const file of Object.values(files)) {
    const seen = await sharp(file).metadata()
    expect([seen.width, seen.height, seen.orientation, seen.exif, seen.xmp, seen.iptc]).toEqual([
      40,
      60,
      undefined,
      undefined,
      undefined,
      undefined,
    ])
    expect(Buffer.from(file).includes('Secret 9')).toBe(false)
  }
})

test.each([
  ['text', Buffer.from('hello')],
  ['nothing', Buffer.alloc(0)],
  ['a PDF', Buffer.from('%PDF-1.7 …')],
  [
    'an SVG, which could load and run things',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><script>alert(1)</script></svg>'),
  ],
  ['a page', Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a TIFF', Buffer.from('II*\0....')],
  ['an iPhone HEIC', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
  ['a film', Buffer.from('\0\0\0\x18ftypisom\0\0\0\0isommp42', 'latin1')],
])('%s is refused with a sentence that names the accepted formats', async (_, bytes) => {
  await expect(encode(bytes)).rejects.toMatchObject({
    code: 'unsupported-media-type',
    message: expect.stringContaining('JPEG, PNG, WebP, GIF or AVIF'),
  })
})

test('a truncated or garbled image is refused as damaged', async () => {
  const whole = await picture({ width: 400, height: 300 })
  for (const bytes of [
    whole.subarray(0, whole.length / 2),
    whole.subarray(0, 3),
    Buffer.concat([whole.subarray(0, 200), Buffer.alloc(400, 7)]),
  ])
    await expect(encode(bytes)).rejects.toMatchObject({
      code: 'unsupported-media-type',
      message: expect.stringContaining('damaged'),
    })
})

test.each([
  [8001, 8000],
  [60_000, 60_000],
  [65_535, 65_535],
  [2_147_483_647, 2_147_483_647],
])('a bomb of %d × %d pixels is refused before it is decoded', async (width, height) => {
  const bytes = await bomb(width, height)
  expect(bytes.length).toBeLessThan(500)
  const before = process.memoryUsage().rss
  const refusal = await encode(bytes).catch((error: unknown) => error)
  expect(['payload-too-large', 'unsupported-media-type']).toContain((refusal as { code: string }).code)
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
})

test.each([
  ['a PNG of 16 bits', deepBomb],
  ['a progressive JPEG', progressiveBomb],
])('%s of fewer pixels that takes as much memory is refused by its metadata', async (_, make) => {
  const refusal = await encode(await make(7000, 7000)).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'payload-too-large', message: expect.stringContaining('too much memory') })
})

test('any change of the bytes of an image leads to an encoded image or a refusal', async () => {
  const images = await Promise.all(Object.values(kinds).map((make) => make()))
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...images),
      fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { minLength: 1, maxLength: 6 }),
      fc.nat(2000),
      async (image, changes, cut) => {
        const bytes = Buffer.from(image.subarray(0, Math.max(20, image.length - (cut % 5 === 0 ? cut : 0))))
        for (const [at, value] of changes) bytes[at % bytes.length] = value
        const outcome = await encode(bytes).catch((error: unknown) => error)
        if (outcome instanceof Error)
          expect(['payload-too-large', 'unsupported-media-type']).toContain((outcome as Error & { code: string }).code)
      },
    ),
    { seed: 20_260_301, numRuns: 120 },
  )
})

test('a PNG is made of PNG and JPEG only, within its size, with its transparency', async () => {
  const within = { width: 30, height: 30 }
  for (const [name, make] of Object.entries(kinds)) {
    const made = await encodePng(await make(), within, 'ann').catch((error: unknown) => error)
    if (/png|jpeg/.test(name)) expect(made).toMatchObject({ width: 30, height: 20 })
    else expect(made).toMatchObject({ code: 'unsupported-media-type' })
  }
  const { bytes } = await encodePng(await kinds['png with transparency'](), within, 'ann')
  expect(imageFormatOf(bytes)).toBe('png')
  expect(await sharp(Buffer.from(bytes)).metadata()).toMatchObject({ hasAlpha: true })
  expect(await encodePng(await bomb(20_000, 20_000), within, 'ann').catch((error: unknown) => error)).toMatchObject({
    code: expect.stringMatching(/payload-too-large|unsupported-media-type/),
  })
})

test('formats are recognized by the first bytes', async () => {
  for (const [name, make] of Object.entries(kinds)) expect(name).toContain(imageFormatOf(await make()))
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { zipOf } from '../testing/zip.ts'
import { BadZip, checkZip, namesInZip } from './zip.ts'

const limits = { maxEntries: 100, unpackedBytes: 3_000_000, unpackedRatio: 150 }
const text = (bytes: number) => Buffer.alloc(bytes, 'a line of text, ')
const broken = expect.objectContaining({ reason: 'broken' })
const bomb = expect.objectContaining({ reason: 'bomb' })

test('the names in an archive are those that were put in, whatever its comment', () => {
  const name = fc.stringMatching(/^[a-z][a-zäö]{0,20}(\/[a-z]{1,9}\.xml)?$/)
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 1, maxLength: 20 }),
      fc.string({ maxLength: 50 }),
      (names, comment) => {
        const file = zipOf(
          names.map((one) => ({ name: one })),
          comment,
        )
        expect(namesInZip(file, limits)).toEqual(names)
        expect(checkZip(file, limits)).toEqual(names)
      },
    ),
  )
})

test('reading the names of a bomb unpacks nothing, and unpacking it is refused, whatever size it says', () => {
  for (const size of [20_000_000, 0xfffffff0, 2_000, 1]) {
    const file = zipOf([{ name: 'a', bytes: Buffer.alloc(20_000_000), size }])
    expect(namesInZip(file, limits)).toEqual(['a'])
    expect(() => checkZip(file, limits)).toThrow(bomb)
  }
  const many = Array.from({ length: 4 }, (_, n) => ({ name: `${n}`, bytes: text(900_000) }))
  expect(checkZip(zipOf(many.slice(0, 3)), limits)).toHaveLength(3)
  expect(() => checkZip(zipOf(many), limits)).toThrow(bomb)
})

test('more entries than the limit are a bomb', () => {
  const file = zipOf(Array.from({ length: 101 }, (_, n) => ({ name: `${n}`, bytes: Buffer.alloc(0) })))
  expect(() => namesInZip(file, limits)).toThrow(bomb)
  expect(namesInZip(file, { maxEntries: 101 })).toHaveLength(101)
})

test('the names are read behind something that was put in front, and nothing is unpacked: another program may see another archive', () => {
  const file = Buffer.concat([Buffer.from('in front'), zipOf([{ name: 'a' }])])
  expect(namesInZip(file, limits)).toEqual(['a'])
  expect(() => checkZip(file, limits)).toThrow(broken)
  // The end of another archive in the comment, which a program that searches for the last one takes.
  const end = zipOf([]).subarray(0, 20).toString('latin1')
  expect(() => checkZip(zipOf([{ name: 'a' }], `${end}\xff\xff`), limits)).toThrow(broken)
})

test('whatever the bytes, it is a list of names or a BadZip', () => {
  const whole = zipOf([{ name: 'a', bytes: text(500) }, { name: 'b' }])
  const damaged = fc
    .array(fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 })), { maxLength: 8 })
    .map((changes) => {
      const file = Buffer.from(whole)
      for (const [at, byte] of changes) file[at] = byte
      return file
    })
  fc.assert(
    fc.property(fc.oneof(damaged, fc.uint8Array({ maxLength: 500 })), (bytes) => {
      for (const read of [namesInZip, checkZip])
        try {
          expect(read(bytes, limits)).toBeInstanceOf(Array)
        } catch (error) {
          expect(error).toBeInstanceOf(BadZip)
        }
    }),
    { numRuns: 500 },
  )
})

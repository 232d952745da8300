import { zipOf } from '@keyhold/kit/testing/zip'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { documentTextLength } from '@keyhold/contracts/properties/document-analysis'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { docxOf, invoice, lease, pdfOf } from '../../testing/files.ts'
import { processLimits } from './limits.ts'
import { readPdf } from './pdf.ts'
import { processReader } from './reader.ts'
import { flagsOf } from './sandbox.ts'

// Every document is read as in the product: in a process of its own.
const read = processReader()
const scan = readFileSync(new URL('../../testing/scanned-invoice.png', import.meta.url))
const valuesOf = ({ reading }: Awaited<ReturnType<typeof read>>) =>
  Object.fromEntries(reading.findings.map(({ key, value }) => [key, value]))

const figures = {
  invoiceNumber: 'HP-20417',
  date: '2026-03-03',
  dueDate: '2026-04-02',
  subtotal: '500.00',
  tax: '27.50',
  total: '527.50',
  currency: 'USD',
}
const terms = {
  landlordName: 'Harbor View Properties, LLC',
  tenantNames: 'Ada Moss, Ben Field',
  propertyAddress: '1420 Willow Creek Drive, Apt 4B, Austin, TX 78704',
  startDate: '2026-03-01',
  endDate: '2027-02-28',
  monthlyRent: '1850.00',
  securityDeposit: '2000.00',
  lateFee: '75.00',
  graceDays: '5',
  noticeDays: '30',
  rentDueDay: '1',
  pets: 'with consent',
  utilitiesTenant: 'electricity, gas',
  utilitiesLandlord: 'water, trash',
}

test('the terms of a lease are found in a PDF, each with the page and the words it was read from', async () => {
  const measured = await read(pdfOf([['Cover page of a lease, with nothing else on it'], lease]), 'lease')
  const { reading } = measured
  expect(reading).toMatchObject({ status: 'processed', engine: 'pdf-text', detected: 'lease', notes: [], pages: 2 })
  expect(valuesOf(measured)).toEqual(terms)
  for (const { page, confidence } of reading.findings) expect([page, confidence > 0.6]).toEqual([2, true])
  expect(reading.findings.find(({ key }) => key === 'monthlyRent')?.quote).toBe(lease[4])
  expect(reading.text).toMatch(/^Cover page of a lease.* RESIDENTIAL/i)
})

test('an invoice is read alike from a PDF, a DOCX, a photo of it lying on its side, and a scanned PDF', async () => {
  expect(valuesOf(await read(pdfOf([invoice]), 'other'))).toMatchObject(figures)
  const docx = await read(docxOf(invoice), 'other')
  expect([docx.reading.engine, docx.reading.pages, valuesOf(docx)]).toEqual([
    'docx',
    null,
    expect.objectContaining(figures),
  ])

  const sideways = await sharp(scan).rotate(270).withMetadata({ orientation: 6 }).jpeg({ quality: 85 }).toBuffer()
  const photo = await read(sideways, 'other')
  expect(photo.reading).toMatchObject({ status: 'processed', engine: 'ocr', detected: 'invoice', pages: null })
  expect(valuesOf(photo)).toMatchObject(figures)

  const jpeg = {
    bytes: await sharp(scan).toColourspace('srgb').removeAlpha().jpeg({ quality: 80 }).toBuffer(),
    width: 1275,
    height: 1650,
  }
  const scanned = await read(pdfOf([[]], { jpeg }), 'other')
  expect(scanned.reading).toMatchObject({ status: 'processed', engine: 'pdf-ocr', detected: 'invoice', pages: 1 })
  expect(valuesOf(scanned)).toMatchObject(figures)
  for (const { page, confidence } of scanned.reading.findings) expect([page, confidence < 0.97]).toEqual([1, true])
}, 120_000)

test('of a scan with many pages so many are recognised, and it says how many', async () => {
  const heading = await sharp(scan).extract({ left: 0, top: 90, width: 1275, height: 70 }).toBuffer()
  const sheet = sharp({ create: { width: 1275, height: 1650, channels: 3, background: 'white' } }).composite([
    { input: heading, left: 0, top: 90 },
  ])
  const jpeg = { bytes: await sheet.jpeg().toBuffer(), width: 1275, height: 1650 }
  const { reading, peakBytes } = await read(
    pdfOf(
      Array.from({ length: 30 }, () => []),
      { jpeg },
    ),
    'other',
  )
  expect(reading).toMatchObject({ status: 'partial', engine: 'pdf-ocr', pages: 30 })
  expect(reading.notes).toEqual([
    expect.stringMatching(
      /^30 pages have no text of their own: the first \d+ were recognised, the others were left out\.$/,
    ),
  ])
  expect(peakBytes).toBeLessThan(processLimits.rssBytes)
}, 120_000)

test('a PDF of 2,000 pages is read up to a bound, within memory and time, and it says so', async () => {
  const page = Array.from({ length: 40 }, (_, n) => `Line ${n} of a page that is full of words and says nothing`)
  const { reading, ms, peakBytes } = await read(pdfOf([lease, ...Array.from({ length: 1999 }, () => page)]), 'lease')
  expect(reading).toMatchObject({
    status: 'partial',
    pages: 2000,
    notes: ['The document has 2,000 pages: the first 100 were read.'],
  })
  expect(reading.findings.find(({ key }) => key === 'monthlyRent')).toMatchObject({ value: '1850.00', page: 1 })
  expect([reading.text.length > documentTextLength - 50, reading.text.length <= documentTextLength]).toEqual([
    true,
    true,
  ])
  expect([ms < 30_000, peakBytes < 400e6]).toEqual([true, true])
}, 120_000)

const bomb = '<w:p><w:r><w:t>a</w:t></w:r></w:p>'.repeat(3_000_000)
const word = (target: string, data: Buffer, says = data.length) =>
  zipOf([
    {
      name: '[Content_Types].xml',
      bytes: Buffer.from('<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>'),
    },
    {
      name: '_rels/.rels',
      bytes: Buffer.from(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${target}"/></Relationships>`,
      ),
    },
    { name: target, bytes: data, size: says },
  ])
const large = () =>
  Buffer.from(
    `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${bomb}</w:body></w:document>`,
  )

/** Two archives in one: who goes by the directory's offset alone sees the harmless one, who allows for what was put in front the other. */
function twofold(harmless: Buffer, other: Buffer): Buffer {
  const directoryIn = (file: Buffer) => file.readUInt32LE(file.length - 6)
  const front = Buffer.alloc(directoryIn(other) + harmless.length)
  harmless.copy(front, 0, 0, directoryIn(harmless))
  harmless.copy(front, directoryIn(other), directoryIn(harmless), harmless.length - 22)
  return Buffer.concat([front, other])
}

const unreadable: [what: string, bytes: () => Buffer, note: RegExp][] = [
  ['a zip bomb that says how large it is', () => docxOf(['Lease'], { more: bomb }), /unpacks to far more/],
  ['a zip bomb that says it is small', () => docxOf(['Lease'], { more: bomb, says: 2000 }), /unpacks to far more/],
  [
    'a zip bomb in a part that looks like none that is read',
    () => word('word/document.bin', large(), 2000),
    /unpacks to far more/,
  ],
  ['a zip bomb behind a harmless archive', () => twofold(docxOf(lease), docxOf(['Lease'], { more: bomb })), /damaged/],
  [
    'a ZIP archive that is no document',
    () => zipOf([{ name: 'a.txt', bytes: Buffer.from('a') }]),
    /not a Word document/,
  ],
  ['half a DOCX', () => docxOf(lease).subarray(0, 600), /damaged/],
  ['a DOCX without words', () => docxOf([]), /no text in it/],
  ['a PDF with a password', () => pdfOf([lease], { isLocked: true }), /protected by a password/],
  ['a broken PDF', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2000, 'x')]), /damaged/],
  ['a PDF without words', () => pdfOf([[]]), /no printed text was recognised/],
  ['an empty file', () => Buffer.alloc(0), /empty/],
  [
    'a Word file of the older kind',
    () => Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)]),
    /\(\.doc\)/,
  ],
  [
    'a DOCX with a password',
    () =>
      Buffer.concat([
        Buffer.from('d0cf11e0a1b11ae1', 'hex'),
        Buffer.alloc(600),
        Buffer.from('EncryptedPackage', 'utf16le'),
      ]),
    /protected by a password/,
  ],
  ['half a photo', () => scan.subarray(0, 4000), /damaged/],
  ['a program', () => Buffer.from('#!/bin/sh\necho $0'), /This file type cannot be read/],
]

test.each(unreadable)(
  '%s is said to be unreadable, and nothing is made up',
  async (_, bytes, note) => {
    const { reading, peakBytes } = await read(bytes(), 'lease')
    expect(reading).toMatchObject({
      status: 'unreadable',
      engine: null,
      findings: [],
      characters: 0,
      notes: [expect.stringMatching(note)],
    })
    expect(peakBytes).toBeLessThan(450e6)
  },
  30_000,
)

test('where pages can not be drawn, the text is read and the scans are named', async () => {
  const never = { recognise: () => Promise.reject(new Error('not asked')) }
  const result = await readPdf(pdfOf([lease, []]), never, () => Promise.reject(new Error('not for this system')))
  expect(result).toMatchObject({
    engine: 'pdf-text',
    notes: ["Page 2 has no text of its own, and pages can't be turned into pictures on this system to be recognised."],
  })
  expect(result.text.map(({ page }) => page)).toEqual([1])
})

test('a file is what its bytes are: a PDF is read whatever it was called', async () => {
  expect((await read(Buffer.concat([Buffer.from('GARBAGE\n'), pdfOf([invoice])]), 'other')).reading.engine).toBe(
    'pdf-text',
  )
})

test('reading that takes too long, or too much memory, is ended', async () => {
  const many = pdfOf(Array.from({ length: 100 }, () => lease))
  await expect(processReader({ ...processLimits, ms: 60 })(many, 'lease')).rejects.toMatchObject({ reason: 'time' })
  await expect(processReader({ ...processLimits, rssBytes: 30e6 })(many, 'lease')).rejects.toMatchObject({
    reason: 'memory',
  })
  await expect(processReader({ ...processLimits, heapMegabytes: 8 })(many, 'lease')).rejects.toMatchObject({
    reason: 'memory',
  })
  await expect(processReader({ ...processLimits, answerBytes: 100 })(many, 'lease')).rejects.toMatchObject({
    reason: 'crash',
  })
  const stopping = new AbortController()
  const stopped = read(many, 'lease', stopping.signal)
  stopping.abort()
  await expect(stopped).rejects.toMatchObject({ reason: 'stopped' })
})

test('whatever runs in that process sees no environment, no other file, starts nothing, and reaches nobody', async () => {
  let asked = 0
  const server = createServer((_, response) => {
    asked++
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const probe = `
    const tried = async (what, run) => { try { await run(); return what + ' went through' } catch { return what + ' failed' } }
    const here = async () => [
      Object.keys(process.env).length === 0 ? 'environment empty' : 'environment full',
      await tried('read', async () => (await import('node:fs')).readFileSync('/etc/hostname')),
      await tried('write', async () => (await import('node:fs')).writeFileSync('/tmp/keyhold-probe', '')),
      await tried('spawn', async () => (await import('node:child_process')).execFileSync('true')),
      await tried('fetch', () => fetch('http://127.0.0.1:${port}')),
      await tried('connect', async () => { const { connect } = await import('node:net'); await new Promise((ok, no) => connect(${port}, '127.0.0.1', ok).on('error', no)) }),
      await tried('listen', async () => { const { createServer } = await import('node:net'); await new Promise((ok, no) => createServer().on('error', no).listen(0, ok)) }),
      await tried('resolve', async () => (await import('node:dns')).promises.lookup('localhost')),
    ]
    const { Worker } = await import('node:worker_threads')
    const inThread = await new Promise((ok) => new Worker('(' + (async (port) => {
      const { parentPort } = await import('node:worker_threads')
      parentPort.postMessage(await fetch('http://127.0.0.1:' + port).then(() => 'fetch went through', () => 'fetch failed'))
    }).toString() + ')(${port})', { eval: true }).once('message', ok))
    console.log(JSON.stringify([...(await here()), inThread]))`
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...flagsOf(processLimits), '--input-type=module', '-e', probe],
    { env: {} },
  )
  server.close()
  expect(JSON.parse(stdout)).toEqual([
    'environment empty',
    ...['read', 'write', 'spawn', 'fetch', 'connect', 'listen', 'resolve', 'fetch'].map((what) => `${what} failed`),
  ])
  expect(asked).toBe(0)
})

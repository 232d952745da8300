import { createHash } from 'node:crypto'
import { MIMEType } from 'node:util'
import type { SentFile } from '@keyhold/contracts/scalars'
import { Refusal, refuse } from './problem.ts'

/** Fields and files by name. */
export type Parts = Record<string, string | SentFile>

/** More than any of our forms has. Many small parts and headings are slow to parse: 25 MB of them would block a process for seconds. */
const maxParts = 100
const maxHeading = 8 * 1024

/** The fields and files of a body; the last one of each name. @throws Refusal 400 when it can't be parsed */
export async function readParts(bytes: Uint8Array, type: string | undefined): Promise<Parts> {
  try {
    const boundary = boundaryOf(type)
    refuseUnwieldy(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), `--${boundary}`)
    const read = new MIMEType('multipart/form-data')
    read.params.set('boundary', boundary)
    const form = await new Response(bytes as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': String(read) },
    }).formData()
    const parts = [...form].map(async ([name, value]): Promise<[string, string | SentFile]> => [
      name,
      typeof value === 'string' ? value : { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) },
    ])
    return Object.fromEntries(await Promise.all(parts))
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw new Refusal('unreadable-body', 'The request body is not readable multipart form data.', { cause: error })
  }
}

/** Reads the header once: one that names several types or boundaries is ambiguous. */
function boundaryOf(type: string | undefined): string {
  const { essence, params } = new MIMEType(type ?? '')
  const boundary = params.get('boundary')
  if (essence !== 'multipart/form-data' || !boundary) throw new Error(`No boundary in ${type}`)
  return boundary
}

function refuseUnwieldy(bytes: Buffer, delimiter: string): void {
  let count = 0
  for (let at = bytes.indexOf(delimiter); at >= 0; at = bytes.indexOf(delimiter, at + delimiter.length)) {
    const end = bytes.indexOf('\r\n\r\n', at)
    const heading = (end < 0 ? bytes.length : end) - at
    if (++count > maxParts || heading > maxHeading)
      refuse('unreadable-body', 'The form has too many parts, or headings that are too long.')
  }
}

/** A digest of the parts, independent of the boundaries. */
export const digestOf = (parts: Parts): string =>
  JSON.stringify(
    Object.entries(parts).map(([name, part]) => [
      name,
      typeof part === 'string' ? part : [part.name, createHash('sha256').update(part.bytes).digest('base64url')],
    ]),
  )

/** A body with these parts, as a browser sends it, and its content type. Parts that are undefined or null are left out. */
export async function writeParts(parts: Record<string, unknown>): Promise<{ bytes: Uint8Array; type: string }> {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts))
    if (isFile(part)) form.append(name, new Blob([part.bytes as Uint8Array<ArrayBuffer>]), part.name)
    else if (part !== undefined && part !== null)
      form.append(name, typeof part === 'string' ? part : JSON.stringify(part))
  const encoded = new Response(form)
  return { bytes: new Uint8Array(await encoded.arrayBuffer()), type: encoded.headers.get('content-type') ?? '' }
}

const isFile = (part: unknown): part is SentFile => typeof part === 'object' && part !== null && 'bytes' in part

import { createGzip, gzipSync } from 'node:zlib'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { respond } from '@keyhold/kit/runtime/http-server'
import type { ServiceResponse } from '@keyhold/kit/http/request'
import { writeStream } from '@keyhold/kit/http/write-stream'
import type { Context } from 'hono'
import { compressFromBytes } from '../../limits.ts'
import type { Env } from '../context.ts'

/** Whether an Accept-Encoding header accepts this coding; `q=0` excludes it. */
export const accepts = (header: string | undefined, coding: string): boolean =>
  (header ?? '')
    .toLowerCase()
    .split(',')
    .some((part) => {
      const [name, ...parameters] = part.split(';').map((one) => one.trim())
      return name === coding && !parameters.some((one) => /^q=0(\.0*)?$/.test(one))
    })

/** Images and archives are compressed already. */
const isCompressible = (body: ServiceResponse['body'], headers: ServiceResponse['headers']): boolean =>
  typeof body === 'string' || headers.some(([name, value]) => name === 'content-type' && /^text\/|json|xml/.test(value))

/**
 * Writes an answer straight to the socket, compressed if the client accepts that. Building a `Response` and reading it back as a
 * stream costs more than the rest of the gateway (docs/decisions.md). `report` is called when a streamed answer fails underway.
 */
export async function send(
  c: Context<Env>,
  answer: ServiceResponse,
  report: (error: unknown) => void,
): Promise<Response> {
  const { status, body, stream, headers } = answer
  const outgoing = c.env?.outgoing
  if (!outgoing) return respond(c, answer, report)
  const flat = ['vary', 'accept-encoding']
  for (const [name, value] of headers) flat.push(name, value)
  if (stream) {
    const isZipped = isCompressible(body, headers) && accepts(c.req.header('accept-encoding'), 'gzip')
    if (isZipped) flat.push('content-encoding', 'gzip')
    const through = isZipped ? createGzip({ level: 3 }) : undefined
    await writeStream(outgoing, { status, headers: flat, stream, through }, report)
    return RESPONSE_ALREADY_SENT
  }
  let bytes: string | Uint8Array = body ?? ''
  if (
    bytes.length >= compressFromBytes &&
    isCompressible(body, headers) &&
    accepts(c.req.header('accept-encoding'), 'gzip')
  ) {
    // Synchronous: it takes a fraction of a millisecond, and the thread pool is needed for password hashes.
    bytes = gzipSync(bytes, { level: 3 })
    flat.push('content-encoding', 'gzip')
  }
  // The client has disconnected.
  if (outgoing.destroyed) return RESPONSE_ALREADY_SENT
  if (body !== null)
    flat.push('content-length', String(typeof bytes === 'string' ? Buffer.byteLength(bytes) : bytes.length))
  outgoing.writeHead(status, flat)
  outgoing.end(bytes)
  return RESPONSE_ALREADY_SENT
}

import { createReadStream, existsSync, statSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Context, Hono } from 'hono'
import type { Edge, Env } from './context.ts'
import { pageHeaders } from './headers.ts'
import { originOf } from './origin.ts'

const dist = fileURLToPath(new URL('../../../../web/dist/', import.meta.url))

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  woff2: 'font/woff2',
  json: 'application/json',
  txt: 'text/plain; charset=utf-8',
  webmanifest: 'application/manifest+json',
}

/** The page's files: those with a hash in their name may be kept for ever, every other path is the page itself. */
export function addPages(app: Hono<Env>, edge: Edge, root: string = dist): void {
  app.get('*', (c) => {
    const path = c.req.path
    const file = fileOf(root, path)
    if (!file && (path.startsWith('/assets/') || path.startsWith('/internal/') || path.startsWith('/dev/'))) return c.text('Not found', 404)
    return sendFile(c, edge, file ?? join(root, 'index.html'), path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
  })
}

function fileOf(root: string, path: string): string | undefined {
  const file = normalize(join(root, path))
  if (!file.startsWith(root) || path.endsWith('/') || path.includes('\0')) return undefined
  return existsSync(file) && statSync(file).isFile() ? file : undefined
}

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

function sendFile(c: Context<Env>, edge: Edge, file: string, cache: string): Response {
  for (const [name, value] of pageHeaders(originOf(c.env?.incoming, edge.trusted).secure)) c.header(name, value)
  if (!existsSync(file)) return c.text('The page is not built yet: run npm start, or npm run build.', 503)
  const accepted = c.req.header('accept-encoding') ?? ''
  const packed = encodings.find(([name, suffix]) => accepted.includes(name) && existsSync(file + suffix))
  const chosen = packed ? file + packed[1] : file
  const { size, mtimeMs } = statSync(chosen)
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
  c.header('cache-control', cache)
  c.header('vary', 'accept-encoding')
  c.header('etag', etag)
  if (c.req.header('if-none-match') === etag) return c.body(null, 304)
  if (packed) c.header('content-encoding', packed[0])
  c.header('content-type', types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
  c.header('content-length', String(size))
  return c.body(Readable.toWeb(createReadStream(chosen)) as ReadableStream)
}

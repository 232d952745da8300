import { createReadStream, existsSync, statSync } from 'node:fs'
import { join, normalize, sep } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Context, Hono } from 'hono'
import type { Edge, Env } from './context.ts'
import { pageHeaders } from './headers.ts'
import { originOf } from './origin.ts'
import { accepts } from './send.ts'

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
export function addPages(app: Hono<Env>, edge: Pick<Edge, 'trusted'>, root: string = dist): void {
  app.get('*', (c) => {
    const path = c.req.path
    const file = fileOf(root, path)
    if (!file && (path.startsWith('/assets/') || path.startsWith('/internal/') || path.startsWith('/dev/'))) return c.notFound()
    return sendFile(
      c,
      edge,
      file ?? join(root, 'index.html'),
      file && path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    )
  })
  app.notFound((c) => {
    addPageHeaders(c, edge)
    return c.text('Not found', 404)
  })
}

function addPageHeaders(c: Context<Env>, { trusted }: Pick<Edge, 'trusted'>): void {
  for (const [name, value] of pageHeaders(originOf(c.env?.incoming, trusted).secure)) c.header(name, value)
}

function fileOf(root: string, path: string): string | undefined {
  const file = normalize(join(root, path))
  if (!file.startsWith(root.endsWith(sep) ? root : root + sep) || path.endsWith('/') || path.includes('\0')) return undefined
  return existsSync(file) && statSync(file).isFile() ? file : undefined
}

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

function sendFile(c: Context<Env>, edge: Pick<Edge, 'trusted'>, file: string, cache: string): Response {
  addPageHeaders(c, edge)
  if (!existsSync(file)) return c.text('The page is not built yet: run npm start, or npm run build.', 503)
  const packed = encodings.find(([name, suffix]) => accepts(c.req.header('accept-encoding'), name) && existsSync(file + suffix))
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
  // Nobody would read a stream that was opened for HEAD, and nobody would close it.
  if (c.req.method === 'HEAD') return c.body(null)
  return c.body(Readable.toWeb(createReadStream(chosen)) as ReadableStream)
}

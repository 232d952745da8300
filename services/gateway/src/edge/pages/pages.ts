import { createReadStream, existsSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join, normalize, sep } from 'node:path'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { cookieName } from '@keyhold/kit/http/cookies'
import type { Context, Hono } from 'hono'
import { getCookie } from 'hono/cookie'
import type { EdgeContext, Env } from '../context.ts'
import type { Site } from '../hosts.ts'
import { pageHeaders } from '../headers.ts'
import { originOf } from '../origin.ts'
import { accepts } from '../api/send.ts'

const dist = fileURLToPath(new URL('../../../../../web/dist/', import.meta.url))

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

type PageEdge = Pick<EdgeContext, 'trusted' | 'usesStripe'>

/** The page's files: those with a hash in their name can be cached for ever, and every other path is the page itself. */
export function addPages(app: Hono<Env>, edge: PageEdge, root: string = dist): void {
  app.get('*', (c) => {
    const path = c.req.path
    const file = fileOf(root, path)
    if (!file && (path.startsWith('/assets/') || path.startsWith('/internal/') || path.startsWith('/dev/')))
      return c.notFound()
    if (file && !file.endsWith('.html'))
      return sendFile(c, edge, file, path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    return sendPage(c, edge, root)
  })
  app.notFound((c) => {
    addPageHeaders(c, edge)
    return c.text('Not found', 404)
  })
}

function addPageHeaders(c: Context<Env>, { trusted, usesStripe }: PageEdge): void {
  const isLandlords = c.get('site') !== undefined
  for (const [name, value] of pageHeaders(originOf(c.env?.incoming, trusted).secure, { usesStripe, isLandlords }))
    c.header(name, value)
}

function fileOf(root: string, path: string): string | undefined {
  const file = normalize(join(root, path))
  if (!file.startsWith(root.endsWith(sep) ? root : root + sep) || path.endsWith('/') || path.includes('\0'))
    return undefined
  return existsSync(file) && statSync(file).isFile() ? file : undefined
}

/** The entry page (`web/build/entry-pages.ts`). Without a session cookie it is the visitors' page, which does not ask who is signed in. */
function sendPage(c: Context<Env>, edge: PageEdge, root: string): Response | Promise<Response> {
  const site = c.get('site')
  // A landlord's own host opens with signing in.
  const forVisitors = c.req.path === '/' && !site ? ['landing.html', 'visitor.html'] : ['visitor.html']
  const { secure } = originOf(c.env?.incoming, edge.trusted)
  const visitorPages = getCookie(c, cookieName('kh_access', secure)) === undefined ? forVisitors : []
  const name = visitorPages.find((one) => existsSync(join(root, one))) ?? 'index.html'
  c.header('vary', 'cookie')
  if (site) return sendBranded(c, edge, join(root, name), site)
  return sendFile(c, edge, join(root, name), 'no-cache')
}

/** The page as a landlord's own host serves it: it says the look, so that nothing of Keyhold's shows first (`web/src/lib/site.ts`). */
async function sendBranded(c: Context<Env>, edge: PageEdge, file: string, site: Site): Promise<Response> {
  addPageHeaders(c, edge)
  if (!existsSync(file)) return c.text('The page is not built yet: run npm start, or npm run build.', 503)
  const { name, logo, colors } = site
  const look = `<meta name="branding" content="${escaped(JSON.stringify({ name, logo, colors }))}" /></head>`
  const page = (await readFile(file, 'utf8'))
    // As functions: a name may contain "$&".
    .replace('</head>', () => look)
    .replace('<title>Keyhold</title>', (plain) => (name === null ? plain : `<title>${escaped(name)}</title>`))
  c.header('cache-control', 'no-cache')
  return c.body(page, 200, { 'content-type': types.html ?? '' })
}

const entities: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replaceAll(/[&"<>]/g, (found) => entities[found] ?? '')

const encodings = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

function sendFile(c: Context<Env>, edge: PageEdge, file: string, cache: string): Response {
  addPageHeaders(c, edge)
  if (!existsSync(file)) return c.text('The page is not built yet: run npm start, or npm run build.', 503)
  const compressed = encodings.find(
    ([name, suffix]) => accepts(c.req.header('accept-encoding'), name) && existsSync(file + suffix),
  )
  const chosen = compressed ? file + compressed[1] : file
  const { size, mtimeMs } = statSync(chosen)
  // With the file name, because two pages may have the same size and time.
  const etag = `"${basename(chosen)}-${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
  c.header('cache-control', cache)
  c.header('vary', 'accept-encoding', { append: true })
  c.header('etag', etag)
  if (c.req.header('if-none-match') === etag) return c.body(null, 304)
  if (compressed) c.header('content-encoding', compressed[0])
  c.header('content-type', types[file.split('.').at(-1) ?? ''] ?? 'application/octet-stream')
  c.header('content-length', String(size))
  // A stream opened for HEAD would be neither read nor closed.
  if (c.req.method === 'HEAD') return c.body(null)
  return c.body(Readable.toWeb(createReadStream(chosen)) as ReadableStream)
}

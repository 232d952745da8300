import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { Agent, type Dispatcher, request } from 'undici'
import { feedTimeoutMs, maxFeedBytes, maxRedirects } from '../../domain/feeds/limits.ts'
import { isPublicAddress } from './public-address.ts'

/** What the server answered last time. */
export interface Validators {
  etag: string | null
  lastModified: string | null
}

export type Fetched =
  | ({ outcome: 'text'; text: string; bytes: number } & Validators)
  | { outcome: 'unchanged' }
  /** A sentence for the landlord; it never contains the address. */
  | { outcome: 'failed'; error: string; status: number | null }

export interface CalendarClient {
  fetch(url: string, known: Validators, signal?: AbortSignal): Promise<Fetched>
  /** Why an address can't be read, in a sentence; undefined where it can. Asks no server. */
  problemWith(url: string): string | undefined
  close(): Promise<void>
}

interface Options {
  /** Private addresses and plain http are read, too: for tests and development. */
  allowsLocal?: boolean
  timeoutMs?: number
  /** The addresses of a name. */
  resolve?: (hostname: string) => Promise<LookupAddress[]>
}

class Refused extends Error {}

const refusedAddress = 'The address leads into a private network, which is not allowed.'

/**
 * Fetches calendars from addresses that strangers name. Names are resolved here, every address is checked, and the connection goes to the checked
 * one, so that a name which changes its address in between gains nothing. Redirects are followed one by one, each checked like the first.
 */
export function openCalendarClient({
  allowsLocal = false,
  timeoutMs = feedTimeoutMs,
  resolve = (hostname) => lookup(hostname, { all: true, verbatim: true }),
}: Options = {}): CalendarClient {
  const isAllowed = (address: string) => allowsLocal || isPublicAddress(address)
  async function checkedAddresses(hostname: string): Promise<[Error | null, LookupAddress[]]> {
    try {
      const found = await resolve(hostname)
      const isFine = found.length > 0 && found.every(({ address }) => isAllowed(address))
      return isFine ? [null, found] : [new Refused(refusedAddress), []]
    } catch (error) {
      return [error instanceof Error ? error : new Error('The name could not be resolved', { cause: error }), []]
    }
  }
  const agent = new Agent({
    connect: {
      timeout: timeoutMs,
      async lookup(hostname, _, done) {
        done(...(await checkedAddresses(hostname)))
      },
    },
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    // One calendar is read every quarter of an hour at most.
    keepAliveTimeout: 1_000,
    maxResponseSize: maxFeedBytes,
  })

  function problemWith(text: string): string | undefined {
    const url = parse(text)
    if (!url) return 'This is not the address of a calendar.'
    if (url.username || url.password) return 'The address must not contain a user name or a password.'
    if (url.protocol !== 'https:' && !(allowsLocal && url.protocol === 'http:'))
      return 'The address must begin with https://'
    if (!allowsLocal && url.port !== '') return 'The address must not contain a port.'
    const host = url.hostname.replace(/^\[|\]$/g, '')
    if (isIP(host) > 0 && !isAllowed(host)) return refusedAddress
    if (!allowsLocal && (!host.includes('.') || /\.(localhost|local|internal|lan|home|arpa)$/i.test(host)))
      return refusedAddress
    return undefined
  }

  async function ask(text: string, headers: Record<string, string>, signal: AbortSignal) {
    let url = text
    for (let hops = 0; ; hops++) {
      const problem = problemWith(url)
      if (problem) throw new Refused(problem)
      const answer = await request(parse(url)!, { dispatcher: agent, headers, signal })
      const next = [301, 302, 303, 307, 308].includes(answer.statusCode) && answer.headers.location
      if (typeof next !== 'string') return answer
      await answer.body.dump()
      if (hops === maxRedirects) throw new Refused('The address leads from one to the next without an end.')
      url = URL.parse(next, url)?.href ?? ''
    }
  }

  return {
    problemWith,
    async fetch(url, { etag, lastModified }, stop) {
      const limit = AbortSignal.timeout(timeoutMs)
      const signal = stop ? AbortSignal.any([limit, stop]) : limit
      const headers = {
        accept: 'text/calendar, */*;q=0.1',
        'accept-encoding': 'gzip',
        'user-agent': 'Keyhold calendar sync',
        ...(etag ? { 'if-none-match': etag } : {}),
        ...(lastModified ? { 'if-modified-since': lastModified } : {}),
      }
      try {
        const answer = await ask(url, headers, signal)
        return await read(answer)
      } catch (error) {
        stop?.throwIfAborted()
        return { outcome: 'failed', error: sentenceOf(error, limit), status: null }
      }
    },
    close: () => agent.destroy(),
  }
}

/** `webcal://` is https by another name. */
const parse = (text: string): URL | null => URL.parse(text.replace(/^webcals?:\/\//i, 'https://'))

async function read({ statusCode, headers, body }: Dispatcher.ResponseData): Promise<Fetched> {
  if (statusCode === 304) {
    await body.dump()
    return { outcome: 'unchanged' }
  }
  if (statusCode !== 200) {
    await body.dump()
    return { outcome: 'failed', error: statusSentence(statusCode), status: statusCode }
  }
  const raw = Buffer.from(await body.arrayBuffer())
  const isZipped = headers['content-encoding'] === 'gzip'
  const bytes = isZipped ? gunzipSync(raw, { maxOutputLength: maxFeedBytes }) : raw
  return {
    outcome: 'text',
    text: bytes.toString('utf8'),
    bytes: bytes.length,
    etag: one(headers.etag),
    lastModified: one(headers['last-modified']),
  }
}

const one = (header: string | string[] | undefined): string | null =>
  typeof header === 'string' && header.length <= 500 ? header : null

function statusSentence(status: number): string {
  if (status === 404 || status === 410) return 'There is no calendar at this address any more.'
  if (status === 401 || status === 403) return 'The site does not let us read this calendar.'
  if (status === 429) return 'The site says that it was asked too often.'
  return `The site answered with an error (${status}).`
}

function sentenceOf(error: unknown, limit: AbortSignal): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if (at instanceof Refused) return at.message
    const code = 'code' in at ? String(at.code) : ''
    if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE' || code === 'ERR_BUFFER_TOO_LARGE')
      return 'The calendar is larger than 2 MB.'
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'No site was found under this address.'
    if (/^(ERR_TLS|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code)) return 'The site’s certificate is not valid.'
    if (/TIMEOUT/.test(code)) return 'The site did not answer in time.'
  }
  return limit.aborted ? 'The site did not answer in time.' : 'The site could not be reached.'
}

import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Endpoint } from '@keyhold/contracts/endpoint'
import { sql } from 'drizzle-orm'
import type { Actor } from '../runtime/actor.ts'
import type { Database, Tx } from '../database/database.ts'
import { refuse } from './problem.ts'
import type { ServiceRequest, ServiceResponse, Tools } from './request.ts'

const keptFor = 24 * 60 * 60 * 1000

/** In place of a status: the work is done, and its answer is not stored yet. */
const underWay = 0
const patience = 2_000

/** Two requests with one key ran at once and the other one won: its answer is used. */
class AlreadyDone extends Error {}

/**
 * Runs `work` once per caller and `Idempotency-Key` within 24 hours, and replays its answer afterwards. The key commits with the
 * work's first transaction, so a crash leaves both or neither. Answers are encrypted with the caller's key, of which only a hash is
 * stored: they can contain what is stored nowhere else in clear text, such as an invitation link.
 */
export async function runOnce(
  { key: given, endpoint, request, tools }: { key: string; endpoint: Endpoint; request: ServiceRequest; tools: Tools },
  work: (db: Database) => Promise<ServiceResponse>,
): Promise<ServiceResponse> {
  if (given.length > 200) refuse('invalid-input', 'The Idempotency-Key is too long: at most 200 characters.')
  const caller = callerOf(request.actor, request.ip)
  const key = createHash('sha256').update(given).digest('base64url')
  const box = boxOf(given, caller)
  // An unkeyed hash of a sign-up would be a fast hash of a password.
  const hash = box.mark(`${endpoint.method} ${endpoint.path}\n${JSON.stringify(request.params)}\n`, request.body)
  const settled = async (done: Done) =>
    replay(endpoint, await outcomeOf(done, () => find(tools, caller, key)), hash, box)
  const done = await find(tools, caller, key)
  if (done) return settled(done)

  let claimed = false
  let kept: string | undefined
  const db: Database = {
    ...tools.db,
    transaction: (actor, fn) =>
      tools.db
        .transaction(actor, async (tx) => {
          if (claimed) return fn(tx)
          await claim(tx, { caller, key, hash, now: tools.clock.now() })
          const value = await fn(tx)
          // Usually the transaction's result is the answer. Otherwise the answer is stored when it is known.
          const answer = endpoint.response.safeParse(value)
          kept = answer.success ? (JSON.stringify(answer.data) ?? 'null') : undefined
          await keep(tx, {
            caller,
            key,
            status: kept === undefined ? underWay : endpoint.status,
            body: box.close(kept ?? 'null'),
          })
          return value
        })
        .then((value) => {
          claimed = true
          return value
        }),
  }
  try {
    const response = await work(db)
    // `serve` makes sure that idempotent endpoints answer text.
    const text = response.body as string | null
    if (claimed && text !== kept)
      await tools.db.transaction(request.actor, (tx) =>
        keep(tx, { caller, key, status: response.status, body: box.close(text ?? 'null') }),
      )
    return response
  } catch (error) {
    if (!(error instanceof AlreadyDone)) throw error
    const other = await find(tools, caller, key)
    return other ? settled(other) : refuse('conflict', 'The same request is being processed. Please try again.')
  }
}

/** Deletes keys older than a day. */
export async function pruneKeys(db: Database, now: Date): Promise<void> {
  await db.adminTransaction('forget old idempotency keys', (tx) =>
    tx.execute(
      sql`delete from idempotency where created_at < ${new Date(now.getTime() - keptFor).toISOString()}::timestamptz`,
    ),
  )
}

interface Done {
  bodyHash: string
  status: number
  /** The answer's JSON, encrypted. */
  response: string
}

interface Box {
  /** A keyed hash of call and body. */
  mark(call: string, body: string | Uint8Array): string
  close(text: string): string
  open(box: string): string
}

/** AES-256-GCM with a key derived from the caller's Idempotency-Key. */
function boxOf(key: string, caller: string): Box {
  const secret = Buffer.from(hkdfSync('sha256', key, caller, 'keyhold idempotent answer', 32))
  return {
    mark: (call, body) => createHmac('sha256', secret).update(call).update(body).digest('base64url'),
    close(text) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', secret, nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString(
        'base64url',
      )
    },
    open(box) {
      const bytes = Buffer.from(box, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', secret, bytes.subarray(0, 12)).setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

function callerOf(actor: Actor, ip: string): string {
  if (actor.role === 'visitor') return `ip:${ip}`
  return actor.role === 'service' ? `service:${actor.name}` : actor.userId
}

async function find({ db, clock }: Tools, caller: string, key: string): Promise<Done | undefined> {
  const since = new Date(clock.now().getTime() - keptFor).toISOString()
  const [row] = await db.read<Done[]>(
    { role: 'visitor', ip: '' },
    (read) =>
      read`select body_hash, status, response from idempotency where caller = ${caller} and key = ${key} and created_at > ${since}`,
  )
  return row
}

/** The stored answer; waits a moment for one that is not stored yet. */
async function outcomeOf(done: Done, again: () => Promise<Done | undefined>): Promise<Done> {
  for (const end = performance.now() + patience; done.status === underWay && performance.now() < end;) {
    await sleep(25)
    done = (await again()) ?? done
  }
  return done
}

function replay(endpoint: Endpoint, done: Done, hash: string, box: Box): ServiceResponse {
  if (done.bodyHash !== hash) refuse('idempotency-key-reused', 'This Idempotency-Key was used for another request.')
  // Its process died after the work and before the answer was stored.
  if (done.status === underWay)
    refuse('conflict', 'This request was already processed, but the response was lost. Please check the list.')
  return {
    status: done.status,
    body: box.open(done.response),
    headers: [
      ['content-type', 'application/json; charset=utf-8'],
      ['idempotency-replayed', 'true'],
    ],
  }
}

async function claim(
  tx: Tx,
  { caller, key, hash, now }: { caller: string; key: string; hash: string; now: Date },
): Promise<void> {
  const at = now.toISOString()
  const stale = new Date(now.getTime() - keptFor).toISOString()
  const rows = await tx.execute(sql`
    insert into idempotency (caller, key, body_hash, status, response, created_at) values (${caller}, ${key}, ${hash}, 0, '', ${at}::timestamptz)
    on conflict (caller, key) do update set body_hash = excluded.body_hash, created_at = excluded.created_at where idempotency.created_at <= ${stale}::timestamptz
    returning key`)
  if (rows.length === 0) throw new AlreadyDone()
}

async function keep(
  tx: Tx,
  { caller, key, status, body }: { caller: string; key: string; status: number; body: string },
): Promise<void> {
  await tx.execute(
    sql`update idempotency set status = ${status}, response = ${body} where caller = ${caller} and key = ${key}`,
  )
}

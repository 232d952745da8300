import type { AuthenticationAct } from '@keyhold/contracts/identity/sessions'
import type { Database } from '@keyhold/kit/database/database'
import type { ServiceRequest } from '@keyhold/kit/http/request'
import type { UserActor } from '@keyhold/kit/runtime/actor'
import type { Log } from '@keyhold/kit/runtime/log'
import { userAgentLength } from '../../limits.ts'
import { authenticationLog } from '../../schema/sessions.ts'

interface Act {
  what: AuthenticationAct
  /** Null where nobody is signed in. */
  userId: string | null
  email: string
  request: Pick<ServiceRequest, 'ip' | 'header' | 'requestId'>
}

/** Writes who signed in or tried to, to the authentication log and to the log of the process. */
export async function logAuthentication(
  { db, log }: { db: Database; log: Log },
  { what, userId, email, request }: Act,
  now: Date,
): Promise<void> {
  const { ip, requestId } = request
  log.info({ authentication: what, userId, email, ip, requestId }, 'authentication')
  const userAgent = request.header('user-agent')?.slice(0, userAgentLength) ?? null
  await db.adminTransaction('the authentication log', (tx) =>
    tx.insert(authenticationLog).values({ what, userId, email, ip: ip || null, userAgent, at: now.toISOString() }),
  )
}

/** The same for somebody who is signed in. */
export async function logOwn(
  { db, log }: { db: Database; log: Log },
  actor: UserActor,
  what: AuthenticationAct,
  request: Act['request'],
  now: Date,
): Promise<void> {
  const [own] = await db.read(
    actor,
    (sql) => sql<{ email: string }[]>`select email from users where id = ${actor.userId}`,
  )
  if (own) await logAuthentication({ db, log }, { what, userId: actor.userId, email: own.email, request }, now)
}

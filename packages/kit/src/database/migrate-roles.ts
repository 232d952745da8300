import postgres, { type Sql } from 'postgres'
import { setTimeout as sleep } from 'node:timers/promises'

/** The roles of a service: its login role, and the one that `db.adminTransaction` switches to. */
export const rolesOf = (service: string) => ({ login: `keyhold_${service}`, system: `keyhold_${service}_system` })

/** The owner's URL with a service's login in place of the owner's. */
export function serviceUrl(ownerUrl: string, service: string, password: string): string {
  const url = new URL(ownerUrl)
  url.username = rolesOf(service).login
  url.password = encodeURIComponent(password)
  return url.href
}

/** Creates both roles and their membership. Roles belong to the server: other databases may be creating the same ones at this moment. */
export async function ensureRoles(
  sql: Sql,
  { url, service, password }: { url: string; service: string; password: string },
): Promise<void> {
  const { login, system } = rolesOf(service)
  await despiteOthers(() => sql.unsafe(`create role ${system} nologin`), ['42710', '23505'])
  await despiteOthers(
    () => sql.unsafe(`create role ${login} login noinherit password ${literal(password)}`),
    ['42710', '23505'],
  )
  // Only when needed: two sessions that alter one role at the same time get an error.
  if (!(await canLogIn(serviceUrl(url, service, password))))
    await despiteOthers(() => sql.unsafe(`alter role ${login} login password ${literal(password)}`))
  const [member] = await sql`
    select from pg_auth_members
    where roleid = ${system}::regrole and member = ${login}::regrole and set_option and not inherit_option`
  // Not inherited: without `set local role` the service sees as little as any actor.
  if (!member)
    await despiteOthers(() => sql.unsafe(`grant ${system} to ${login} with inherit false, set true`), ['23505'])
}

/** Retries while others change the same catalog row. `done` lists error codes that mean it exists already. */
async function despiteOthers(statement: () => Promise<unknown>, done: string[] = []): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await statement()
      return
    } catch (error) {
      const { code, message } = error as postgres.PostgresError
      if (done.includes(code)) return
      if (attempt === 20 || code !== 'XX000' || !/concurrently/.test(message)) throw error
      await sleep(5 + Math.random() * 20)
    }
  }
}

async function canLogIn(url: string): Promise<boolean> {
  const sql = postgres(url, { max: 1, fetch_types: false, onnotice: () => {}, connect_timeout: 5 })
  try {
    await sql`select 1`
    return true
  } catch (error) {
    if ((error as postgres.PostgresError).code === '28P01' || (error as postgres.PostgresError).code === '28000')
      return false
    throw error
  } finally {
    await sql.end({ timeout: 1 })
  }
}

const literal = (value: string) => `'${value.replaceAll("'", "''")}'`

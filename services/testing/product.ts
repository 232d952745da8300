import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BodyInput, Endpoint, ParamsOf, QueryInput, ResponseOf } from '@keyhold/contracts/endpoint'
import type { Problem } from '@keyhold/contracts/errors'
import { login, signup, type User } from '@keyhold/contracts/identity/accounts'
import type { OutboxMessage } from '@keyhold/contracts/messaging/dev-outbox'
import { createInvitation, registerTenant } from '@keyhold/contracts/tenancy/invitations'
import type { z } from '@keyhold/contracts/zod'
import { systemClock, type Clock } from '@keyhold/kit/runtime/clock'
import { mediaTypes } from '@keyhold/kit/http/call'
import type { Environment } from '@keyhold/kit/runtime/config'
import type { Log } from '@keyhold/kit/runtime/log'
import { writeParts } from '@keyhold/kit/http/multipart'
import { freshDatabase, testRoleSecret } from '@keyhold/kit/testing/database'
import type { DemoAccount } from '../demo/accounts.ts'
import { main } from '../main.ts'
import { loadServices } from '../registry.ts'

export const superAdmin = {
  email: 'root@keyhold.test',
  name: 'Robin Root',
  phone: '+1 555 010 0000',
  password: 'correct-horse-77',
}

export interface Response<E extends Endpoint = Endpoint> {
  status: number
  body: ResponseOf<E>
  problem: Problem
  headers: Headers
  text: string
}

interface Input<E extends Endpoint> {
  params?: ParamsOf<E> | Record<string, string>
  query?: QueryInput<E> | Record<string, unknown>
  body?: BodyInput<E> | Record<string, unknown>
  /** Sent as it is, in place of `body`. */
  raw?: string
  headers?: Record<string, string>
}

/** A program that talks to the product over HTTP and keeps its cookies. */
export interface Client {
  cookies: Map<string, string>
  api<E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<Response<E>>
  fetch(path: string, init?: RequestInit): Promise<globalThis.Response>
}

export function createClient(url: string): Client {
  const cookies = new Map<string, string>()
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers)
    if (cookies.size) headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(url + path, { ...init, headers, redirect: 'manual' })
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const [name = '', ...value] = pair.split('=')
      if (/max-age=0/i.test(line) || value.join('=') === '') cookies.delete(name)
      else cookies.set(name, value.join('='))
    }
    return response
  }
  return {
    cookies,
    fetch: request,
    async api(endpoint, input = {}) {
      const params: Record<string, string> = input.params ?? {}
      const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
      const query = new URLSearchParams(
        Object.fromEntries(
          Object.entries((input.query ?? {}) as Record<string, string | number | boolean | undefined>).flatMap(
            ([name, value]) => (value === undefined ? [] : [[name, String(value)]]),
          ),
        ),
      ).toString()
      const { body, type } = await encoded(endpoint, input)
      const response = await request(query ? `${path}?${query}` : path, {
        method: endpoint.method,
        headers: { ...(body === undefined ? {} : { 'content-type': type }), ...input.headers },
        ...(body === undefined ? {} : { body: body as Uint8Array<ArrayBuffer> }),
      })
      const text = await response.text()
      const json: unknown =
        response.headers.get('content-type')?.includes('json') && text ? JSON.parse(text) : undefined
      return {
        status: response.status,
        body: json as ResponseOf<typeof endpoint>,
        problem: json as Problem,
        headers: response.headers,
        text,
      }
    },
  }
}

/** The body as its contract says it arrives. */
async function encoded(
  { encoding }: Endpoint,
  { raw, body }: Pick<Input<Endpoint>, 'raw' | 'body'>,
): Promise<{ body?: string | Uint8Array; type: string }> {
  const type = mediaTypes[encoding]
  if (raw !== undefined) return { body: raw, type }
  if (body === undefined) return { type }
  if (body instanceof Uint8Array) return { body, type }
  if (encoding === 'form') return { body: new URLSearchParams(body as Record<string, string>).toString(), type }
  if (encoding !== 'multipart') return { body: JSON.stringify(body), type }
  const parts = await writeParts(body as Record<string, unknown>)
  return { body: parts.bytes, type: parts.type }
}

export interface Person extends Client {
  user: User
  email: string
  password: string
}

export interface Product {
  url: string
  databaseUrl: string
  /** Who can sign in to the demo portfolio; nobody unless it was asked for. */
  demo: DemoAccount[]
  visitor(): Client
  landlord(name: string): Promise<Person>
  signIn(email: string, password: string, userType: User['userType']): Promise<Person>
  superAdmin(): Promise<Person>
  /** A person whom this landlord invited, who registered from the link and signed in. */
  tenantOf(landlord: Person, details?: { email?: string; propertyId?: string }): Promise<Person>
  outbox(): Promise<z.output<typeof OutboxMessage>[]>
  /** Runs what is due by the clock. */
  tick(): Promise<void>
  stop(): Promise<void>
}

export const testPassword = 'correct-horse-42'

/** The whole product in this process, on a database of its own, listening on loopback. */
export async function startProduct({
  env = {},
  clock = systemClock,
  log,
}: { env?: Environment; clock?: Clock; log?: Log } = {}): Promise<Product> {
  const database = await freshDatabase(await loadServices())
  const folder = await mkdtemp(join(tmpdir(), 'keyhold-product-'))
  const running = await main({
    argv: [],
    clock,
    ...(log ? { log } : {}),
    env: {
      DATABASE_URL: database.url,
      DATABASE_ROLE_SECRET: testRoleSecret,
      DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'silent',
      DEV_OUTBOX: 'on',
      SIGNUPS_PER_HOUR: '0',
      TEST_CARDS: 'on',
      SUPER_ADMIN_EMAIL: superAdmin.email,
      SUPER_ADMIN_NAME: superAdmin.name,
      SUPER_ADMIN_PHONE: superAdmin.phone,
      RATE_LIMIT_PER_SECOND: '100000',
      RATE_LIMIT_BURST: '200000',
      ...env,
    },
  })
  const visitor = () => createClient(running.url)
  const outbox = async () => (await (await visitor().fetch('/dev/outbox')).json()) as z.output<typeof OutboxMessage>[]

  async function signIn(email: string, password: string, userType: User['userType']): Promise<Person> {
    const client = visitor()
    const answer = await client.api(login, { body: { email, password, userType } })
    if (answer.status !== 200 || 'secondStep' in answer.body)
      throw new Error(`${email} could not sign in: ${answer.text}`)
    return { ...client, user: answer.body, email, password }
  }

  return {
    url: running.url,
    databaseUrl: database.url,
    demo: running.demo ?? [],
    visitor,
    signIn,
    outbox,
    tick: () => running.tick(),
    async landlord(name) {
      const email = `${name.toLowerCase()}@landlords.test`
      const answer = await visitor().api(signup, {
        body: {
          email,
          password: testPassword,
          firstName: name,
          lastName: 'Lord',
          phone: '+1 555 010 0100',
          userType: 'landlord',
        },
      })
      if (answer.status !== 201) throw new Error(`${name} could not sign up: ${answer.text}`)
      return signIn(email, testPassword, 'landlord')
    },
    async tenantOf(landlord, { email = `tenant.of.${landlord.email}`, propertyId } = {}) {
      const invitation = await landlord.api(createInvitation, {
        body: { email, firstName: 'Toni', propertyId, separate: true },
      })
      if (invitation.status !== 201) throw new Error(`${email} could not be invited: ${invitation.text}`)
      const token = new URL(invitation.body.inviteLink).searchParams.get('token') ?? ''
      const registered = await visitor().api(registerTenant, {
        body: { token, firstName: 'Toni', lastName: 'Tenant', password: testPassword },
      })
      if (registered.status !== 201) throw new Error(`${email} could not register: ${registered.text}`)
      return signIn(email, testPassword, 'tenant')
    },
    async superAdmin() {
      const client = visitor()
      const body = {
        email: superAdmin.email,
        password: superAdmin.password,
        firstName: 'Robin',
        lastName: 'Root',
        phone: superAdmin.phone,
        userType: 'super_admin' as const,
        adminName: superAdmin.name,
        adminPhone: superAdmin.phone,
      }
      const answer = await client.api(signup, { body })
      if (answer.status !== 201) throw new Error(`the super admin could not sign up: ${answer.text}`)
      const mail = (await outbox()).find((message) => message.to === superAdmin.email)
      const token = /token=([\w-]+)/.exec(mail?.body ?? '')?.[1]
      await client.fetch('/api/auth/confirm', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      })
      return signIn(superAdmin.email, superAdmin.password, 'super_admin')
    },
    async stop() {
      await running.stop()
      await database.drop()
      await rm(folder, { recursive: true })
    },
  }
}

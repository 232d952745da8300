import { createTenant, listTenants, updateTenant } from '@keyhold/contracts/tenancy/tenants'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actors, startTenancyApp } from '../../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startTenancyApp>>
beforeAll(async () => {
  app = await startTenancyApp()
})
afterAll(() => app?.stop())

const ann = { firstName: 'Ann', lastName: 'Archer', email: 'ann@example.com' }

async function add(landlord: LandlordActor, body: Record<string, unknown> = {}) {
  const answer = await app.send(createTenant, landlord, { body: { ...ann, ...body } })
  expect(answer.status, answer.problem?.detail).toBe(201)
  return answer.body
}

test('the list is searched, filtered, sorted and paged, with the total count', async () => {
  const landlord = actors.landlord()
  const { propertyId } = app.property(landlord)
  for (const [index, [firstName, lastName]] of [
    ['Cara', 'Zoe'],
    ['Abe', 'young'],
    ['Bea', 'Xu'],
    ['Dan', '100%_\\'],
  ].entries()) {
    app.clock.advance(index === 2 ? 0 : 1000) // two in the same instant
    await add(landlord, {
      firstName,
      lastName,
      email: `p${index}@example.com`,
      phone: index === 0 ? '212 555-0177' : '',
      propertyId: index === 1 ? propertyId : '',
    })
  }
  const list = async (query: Record<string, unknown>) => {
    const answer = await app.send(listTenants, landlord, { query })
    return {
      names: answer.body.map(({ firstName }) => firstName),
      total: answer.headers['x-total-count'],
      next: /cursor=([\w-]+)/.exec(answer.headers.link ?? '')?.[1],
    }
  }
  expect((await list({})).names).toEqual(['Dan', 'Bea', 'Abe', 'Cara'])
  for (const sort of ['newest', 'name'] as const) {
    const all = (await list({ sort })).names
    const seen: string[] = []
    for (let cursor: string | undefined = '', first = true; first || cursor; first = false) {
      const page = await list({ sort, limit: 1, ...(cursor ? { cursor } : {}) })
      expect(page.total).toBe('4')
      seen.push(...page.names)
      cursor = page.next
    }
    expect(seen).toEqual(all)
  }
  expect((await list({ sort: 'name' })).names).toEqual(['Dan', 'Bea', 'Abe', 'Cara'])
  expect(await list({ q: 'ABE Y' })).toMatchObject({ names: ['Abe'], total: '1' })
  expect((await list({ q: 'p2@example' })).names).toEqual(['Bea'])
  expect((await list({ q: '2125550177' })).names).toEqual(['Cara'])
  expect((await list({ q: '212.555.0177' })).names).toEqual(['Cara'])
  expect((await list({ q: '%' })).names).toEqual(['Dan'])
  expect((await list({ q: '_\\' })).names).toEqual(['Dan'])
  expect((await list({ propertyId })).names).toEqual(['Abe'])
  const { body } = await app.send(listTenants, landlord, { query: { q: 'cara' } })
  await app.send(updateTenant, landlord, { params: { id: body[0]!.id }, body: { isActive: false } })
  expect((await list({ status: 'inactive' })).names).toEqual(['Cara'])
  expect((await list({ status: 'active' })).total).toBe('3')
  for (const cursor of ['nonsense', 'W10', Buffer.from('["x","y"]').toString('base64url')])
    expect((await app.send(listTenants, landlord, { query: { cursor } })).status).toBe(400)
})

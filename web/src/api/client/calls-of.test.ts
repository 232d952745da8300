import type * as tenantUsers from '@keyhold/contracts/identity/tenant-users'
import * as tenantUserRoutes from '@keyhold/contracts/identity/tenant-users.routes'
import type * as vendors from '@keyhold/contracts/maintenance/vendors'
import * as vendorRoutes from '@keyhold/contracts/maintenance/vendors.routes'
import { expect, test } from 'vitest'
import { callsOf } from './calls-of.ts'

const { query, pages, call, url } = callsOf<typeof vendors>(vendorRoutes)

test('a call has the method and the path of its contract; the other fields are the query of a GET and the body of a PUT', () => {
  expect(url('listVendors', { q: 'joe & sons', trade: 'plumbing' })).toBe('/api/vendors?q=joe+%26+sons&trade=plumbing')
  expect(query('updateVendor').query({ id: 'a/b', name: 'Joe' })).toEqual({
    method: 'PUT',
    url: '/api/vendors/a%2Fb',
    body: { name: 'Joe' },
  })
  expect(call('deleteVendor', { id: 'v1' })).toEqual({ method: 'DELETE', url: '/api/vendors/v1' })
})

test('a paged list continues at the cursor of the page before', () => {
  const { query: pageOf, transformResponse, infiniteQueryOptions } = pages('listVendors')
  expect(pageOf({ queryArg: { q: 'joe' }, pageParam: null }).url).toBe('/api/vendors?q=joe')
  expect(pageOf({ queryArg: undefined, pageParam: 'next' }).url).toBe('/api/vendors?cursor=next')
  const page = transformResponse([], { next: 'c2', total: 7 })
  expect(page).toEqual({ items: [], next: 'c2', total: 7 })
  expect(infiniteQueryOptions.getNextPageParam(page)).toBe('c2')
})

test('a wrong method, path, name or field does not compile', () => {
  const { listVendors } = vendorRoutes
  // @ts-expect-error The contract says GET.
  callsOf<typeof vendors>({ ...vendorRoutes, listVendors: { ...listVendors, method: 'POST' as const } })
  // @ts-expect-error The contract says /api/vendors.
  callsOf<typeof vendors>({ ...vendorRoutes, listVendors: { ...listVendors, path: '/api/vendor' as const } })
  // @ts-expect-error The routes of another resource.
  callsOf<typeof tenantUsers>(vendorRoutes)
  callsOf<typeof tenantUsers>(tenantUserRoutes)
  // @ts-expect-error No such endpoint.
  expect(() => query('listVendor').query()).toThrow(TypeError)
  // @ts-expect-error A schema of the same file is no endpoint.
  expect(() => query('VendorForm').query()).toThrow(TypeError)
  // @ts-expect-error The path needs an id.
  query('updateVendor').query({ name: 'Joe' })
  // @ts-expect-error The contract has no such field.
  query('createVendor').query({ name: 'Joe', fax: '1' })
})

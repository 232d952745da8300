import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import type { Vendor } from '@keyhold/contracts/maintenance/vendors'
import { describe, expect, it } from 'vitest'
import { vendorFields, vendorOptions, withOwn, withoutEmpty } from './form.ts'

const before = { vendorName: 'Northside', vendorContact: null } as MaintenanceRequest

describe('what the request dialog sends', () => {
  it('leaves empty fields out', () => {
    expect(
      withoutEmpty({ title: 'Gutters', tenantId: null, estimatedCost: undefined, actualCost: 0 }, undefined),
    ).toEqual({
      title: 'Gutters',
      actualCost: 0,
    })
  })

  it('sends a field that the edit has emptied as null', () => {
    expect(withoutEmpty({ vendorName: null, vendorContact: null }, before)).toEqual({ vendorName: null })
  })

  it("still offers the request's property if it is no longer in the list", () => {
    const loft = { value: 'a', label: 'Loft' }
    expect(withOwn([loft], 'b', 'Old House')).toEqual([loft, { value: 'b', label: 'Old House' }])
    expect(withOwn([loft], 'a', 'Loft')).toEqual([loft])
    expect(withOwn([loft], null, null)).toEqual([loft])
  })
})

describe('the vendor of a request', () => {
  const pipes = { id: 'v1', name: 'Pipes Ltd' } as Vendor

  it('is sent by its id if it is saved, by its name if it is new', () => {
    expect(vendorFields({ vendor: 'v1', vendorName: 'typed before', vendorContact: '555' })).toEqual({
      vendorId: 'v1',
      vendorContact: '555',
    })
    expect(vendorFields({ vendor: 'new', vendorName: 'Sparks', vendorContact: null })).toEqual({
      vendorName: 'Sparks',
      vendorContact: null,
    })
  })

  it('is removed as a whole, and one that is no longer saved keeps its name', () => {
    expect(withoutEmpty(vendorFields({ vendor: '' }), before)).toEqual({ vendorName: null })
    expect(vendorFields({ vendor: 'unlisted', vendorName: 'x', vendorContact: '555' })).toEqual({
      vendorContact: '555',
    })
  })

  it("is chosen from the saved ones, the request's own, and a new name", () => {
    expect(vendorOptions([pipes], undefined).map(({ label }) => label)).toEqual(['Pipes Ltd', 'Another vendor…'])
    expect(vendorOptions([pipes], before).map(({ label }) => label)).toEqual([
      'Pipes Ltd',
      'Northside (not on your list)',
      'Another vendor…',
    ])
    const named = { vendorId: 'v2', vendorName: 'Old Name' } as MaintenanceRequest
    expect(vendorOptions([pipes], named).map(({ value }) => value)).toEqual(['v1', 'v2', 'new'])
  })
})

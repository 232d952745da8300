import type { MaintenanceRequest } from '@keyhold/contracts/maintenance'
import { describe, expect, it } from 'vitest'
import { withOwn, withoutEmpty } from './form.ts'

const before = { vendorName: 'Northside', vendorContact: null } as MaintenanceRequest

describe('what the request dialog sends', () => {
  it('leaves empty fields out', () => {
    expect(withoutEmpty({ title: 'Gutters', tenantId: null, estimatedCost: undefined, actualCost: 0 }, undefined)).toEqual({
      title: 'Gutters',
      actualCost: 0,
    })
  })

  it('sends a field that the edit has emptied, as none', () => {
    expect(withoutEmpty({ vendorName: null, vendorContact: null }, before)).toEqual({ vendorName: null })
  })

  it('keeps offering the property that a request has, though it is gone from the list', () => {
    const loft = { value: 'a', label: 'Loft' }
    expect(withOwn([loft], 'b', 'Old House')).toEqual([loft, { value: 'b', label: 'Old House' }])
    expect(withOwn([loft], 'a', 'Loft')).toEqual([loft])
    expect(withOwn([loft], null, null)).toEqual([loft])
  })
})

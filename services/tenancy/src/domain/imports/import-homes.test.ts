import { expect, test } from 'vitest'
import { createHomeFinder } from './import-homes.ts'

const elm = { propertyId: 'elm', name: 'Elm House', address: '1 Elm Street' }
const court = { propertyId: 'court', name: 'Maple Court', address: '7 Maple Avenue' }
const unit = (propertyId: string, unitId: string, name: string) => ({ propertyId, unitId, name })
const units = [
  unit('elm', 'elm', 'Unit 1'),
  unit('court', 'court', 'Unit 1'),
  unit('court', 'a', 'Apt 2B'),
  unit('court', 'b', '2b East'),
]
const find = createHomeFinder([elm, court], units)

test('a property is found by name or address, with any case and spacing', () => {
  for (const text of ['Elm House', ' elm  HOUSE ', '1 elm street'])
    expect(find(text, ''), text).toEqual({ propertyId: 'elm', unitId: 'elm' })
  expect(find('', '')).toEqual({ propertyId: null, unitId: null })
  expect(find('Elm', '')).toEqual({ path: 'property', message: 'None of your properties has this name or address' })
})

test('a name of two properties matches neither', () => {
  const twins = createHomeFinder([elm, { ...court, address: 'ELM HOUSE' }], units)
  expect(twins('Elm House', '')).toMatchObject({
    path: 'property',
    message: expect.stringMatching(/^2 of your properties/),
  })
  expect(twins('1 Elm Street', '')).toEqual({ propertyId: 'elm', unitId: 'elm' })
})

test('a unit is found by its name within the property, with or without a word such as "Apt"', () => {
  for (const text of ['Apt 2B', '2b', '#2B', 'unit 2B', 'Apartment 2b'])
    expect(find('Maple Court', text), text).toEqual({ propertyId: 'court', unitId: 'a' })
  expect(find('Maple Court', '1')).toEqual({ propertyId: 'court', unitId: 'court' })
  expect(find('Maple Court', '9')).toEqual({ path: 'unit', message: 'This property has no unit of this name' })
  expect(find('Elm House', '2B')).toEqual({ path: 'unit', message: 'This property has no unit of this name' })
})

test('no unit is chosen where a property has several', () => {
  expect(find('Maple Court', '')).toEqual({ path: 'unit', message: 'This property has 3 units: enter one' })
  const twice = createHomeFinder([court], [unit('court', 'a', 'Apt 2B'), unit('court', 'b', 'Unit 2B')])
  expect(twice('Maple Court', '2B')).toEqual({ path: 'unit', message: '2 units of this property have this name' })
  expect(twice('Maple Court', 'apt 2b')).toEqual({ propertyId: 'court', unitId: 'a' })
})

test('a unit without a property is an issue', () => {
  expect(find('', '2B')).toEqual({ path: 'property', message: 'Enter the property of this unit' })
})

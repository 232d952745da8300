import { expect, test } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { aProperty, id, landlordId, times } from '~/testing/records.ts'
import { button, fill, show } from '~/testing/render.tsx'
import { UnitDialog } from './unit-dialog.tsx'

const server = useFakeServer()
const property = aProperty({ id: id(20), unitCount: 1 })
const first = {
  id: id(20),
  landlordId,
  propertyId: id(20),
  name: 'Unit 1',
  bedrooms: null,
  bathrooms: null,
  squareFeet: null,
  marketRent: null,
  isFirst: true,
  isOccupied: false,
  ...times,
}

test('the first unit that is added names the home that is there too, so that Upper and Lower are two', async () => {
  server.answer({ [`PUT /api/units/${id(20)}`]: first, [`POST /api/properties/${id(20)}/units`]: first })
  const { user } = show(<UnitDialog property={property} unit={undefined} first={first} onClose={() => {}} />)
  await fill(user, { 'Existing unit': 'Upper', 'New unit': 'Lower' })
  await user.click(button('Add unit'))
  await expect
    .poll(() => server.sent)
    .toMatchObject([
      { method: 'PUT', path: `/api/units/${id(20)}`, body: { name: 'Upper' } },
      { method: 'POST', path: `/api/properties/${id(20)}/units`, body: { name: 'Lower' } },
    ])
})

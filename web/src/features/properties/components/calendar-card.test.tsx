import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aProperty, id } from '~/testing/records.ts'
import { button, fill, show } from '~/testing/render.tsx'
import { CalendarCard } from './calendar-card.tsx'

const server = useFakeServer()
const property = aProperty({ id: id(20), unitCount: 1 })
const unit = { id: id(20), landlordId: id(1), propertyId: id(20), name: 'Unit 1', isFirst: true, isOccupied: false }
const claim = { id: id(50), propertyId: id(20), unitId: id(20), sourceId: null, expiresAt: null }
const nights = `GET /api/properties/${id(20)}/nights`
const units = { [`GET /api/properties/${id(20)}/units`]: [unit] }

test('leases and blocks show who has which nights, and only a block can be deleted', async () => {
  server.answer({
    ...units,
    [nights]: [
      { ...claim, kind: 'lease', from: '2026-01-01', until: null, label: 'Ann Archer' },
      { ...claim, id: id(51), kind: 'block', from: '2026-07-01', until: '2026-07-05', label: 'Painting' },
    ],
  })
  show(<CalendarCard property={property} />)
  expect(await screen.findByText('Ann Archer')).toBeTruthy()
  expect(screen.getByText('Jan 1, 2026 on, without an end')).toBeTruthy()
  expect(screen.getAllByRole('button', { name: /Delete block/ })).toHaveLength(1)
})

test('dates that are taken are refused beside the first night, with the sentence of the server', async () => {
  const sentence = 'These dates are taken: the lease of Ann Archer has Jan 1, 2026 on, without an end.'
  server.answer({
    ...units,
    [nights]: [],
    [`POST /api/units/${id(20)}/blocks`]: refusal(409, sentence, { code: 'nights-taken' }),
  })
  const { user } = show(<CalendarCard property={property} />)
  expect(await screen.findByText('Nothing is planned')).toBeTruthy()
  await expect.poll(() => button('Block dates').hasAttribute('disabled')).toBe(false)
  await user.click(button('Block dates'))
  await fill(user, { 'First night': '2026-07-01', 'Free again on': '2026-07-05', Reason: 'Painting' })
  await user.click(screen.getAllByRole('button', { name: 'Block dates' }).at(-1)!)
  expect(await screen.findByText(sentence)).toBeTruthy()
})

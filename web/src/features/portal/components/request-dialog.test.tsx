import { fireEvent, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aRequest, id } from '~/testing/records.ts'
import { button, field, show } from '~/testing/render.tsx'
import { TenantRequestDialog } from './request-dialog.tsx'

const server = useFakeServer()
const request = aRequest()
const path = `/api/tenant/maintenance-requests/${request.id}`

function open(fields: object = {}, answers: object = {}) {
  const given = { ...request, history: [], visits: [], canRate: false, canReopen: false, ...fields }
  server.answer({ [`GET ${path}`]: given, ...answers })
  return show(<TenantRequestDialog id={request.id} canAdd onClose={() => {}} />)
}

test('a tenant reads the steps and answers; a failed answer keeps the text', async () => {
  const entry = { id: id(1), at: request.createdAt, by: 'landlord', author: null, note: 'On Friday.', isShared: true }
  const changes = [{ field: 'waitingFor', from: null, to: 'A new valve' }]
  const { user } = open(
    { history: [{ ...entry, changes }], waitingFor: 'A new valve', status: 'in_progress' },
    { [`POST ${path}/messages`]: refusal(429, 'You have written a lot.') },
  )
  await screen.findByText('On Friday.')
  expect(screen.getAllByText('Waiting for: A new valve').length).toBeGreaterThan(0)
  await user.type(field('Write to your landlord'), 'Thanks')
  await user.click(button('Send'))
  await screen.findByText('You have written a lot.')
  expect(field('Write to your landlord')).toHaveProperty('value', 'Thanks')
})

test('a tenant picks one of the times that were offered, and cannot pick their own', async () => {
  const visit = { date: '2030-03-20', from: '09:00', to: '11:00', status: 'offered', createdAt: request.createdAt }
  const { user } = open(
    {
      visits: [
        { ...visit, id: id(1), by: 'landlord' },
        { ...visit, id: id(2), by: 'tenant' },
      ],
    },
    { [`POST ${path}/visits/${id(1)}/choice`]: visit },
  )
  const picks = await screen.findAllByRole('button', { name: /^Pick this time/ })
  expect(picks).toHaveLength(1)
  await user.click(picks[0]!)
  expect(server.sent).toMatchObject([{ path: `${path}/visits/${id(1)}/choice` }])
})

test('a proposed time must have a day and end after it begins', async () => {
  const { user } = open({}, { [`POST ${path}/visits`]: [] })
  await user.click(await screen.findByRole('button', { name: 'Propose times' }))
  await user.click(button('Propose'))
  await screen.findByText('Choose a day.')
  fireEvent.change(field('Day'), { target: { value: '2030-03-20' } })
  fireEvent.change(field('To'), { target: { value: '08:00' } })
  await user.click(button('Propose'))
  await screen.findByText('The visit must end after it begins.')
  expect(server.sent).toEqual([])
  fireEvent.change(field('To'), { target: { value: '12:00' } })
  await user.click(button('Propose'))
  expect(server.sent[0]?.body).toEqual({ visits: [{ date: '2030-03-20', from: '09:00', to: '12:00' }] })
})

test('completed work is rated with stars and words, and opened again with what is wrong', async () => {
  const { user } = open(
    { status: 'completed', canRate: true, canReopen: true },
    { [`POST ${path}/rating`]: request, [`POST ${path}/reopening`]: request },
  )
  await user.click(await screen.findByRole('button', { name: 'Rate the work' }))
  await screen.findByText('Choose 1 to 5 stars.')
  await user.click(screen.getByRole('radio', { name: '4 stars' }))
  await user.click(button('Rate the work'))
  await user.click(button('It is not fixed'))
  await user.type(field('What is still wrong?'), 'It drips again.')
  await user.click(button('Open again'))
  expect(server.sent.map(({ body }) => body)).toEqual([{ rating: 4 }, { note: 'It drips again.' }])
})

import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { aRequest, id } from '~/testing/records.ts'
import { button, field, show } from '~/testing/render.tsx'
import { RequestDetails } from './request-details.tsx'

const server = useFakeServer()
const request = aRequest()
const path = `/api/maintenance-requests/${request.id}`

function open(fields: object = {}) {
  server.answer({
    [`GET ${path}`]: { ...request, history: [], visits: [], workOrders: [], bills: [], ...fields },
    [`GET ${path}/photos`]: [],
    'GET /api/vendors': [],
    [`POST ${path}/notes`]: {},
    [`POST ${path}/suggestion`]: request,
    [`POST ${path}/alert-confirmation`]: request,
    [`PUT ${path}`]: request,
  })
  return show(
    <RequestDetails id={request.id} onClose={() => {}} onMove={vi.fn()} onEdit={vi.fn()} moving={undefined} />,
  )
}

test('a note goes to the tenant unless it is made internal', async () => {
  const { user } = open()
  await user.type(await screen.findByLabelText('Write to Ann Archer'), 'On Friday.')
  await user.click(button('Send'))
  await user.click(screen.getByLabelText('Visible to the tenant'))
  await user.type(field('Internal note'), 'Slow payer.')
  await user.click(button('Add note'))
  expect(server.sent.map(({ body }) => body)).toEqual([
    { note: 'On Friday.', isShared: true },
    { note: 'Slow payer.', isShared: false },
  ])
})

test('a suggestion shows the words it rests on and is accepted with one click', async () => {
  const { user } = open({
    title: 'Gas smell',
    suggestion: { category: 'plumbing', priority: 'emergency', words: ['gas smell'] },
  })
  await screen.findByText('Suggested: Emergency, plumbing')
  expect(screen.getByText(/By the words “gas smell”\. The tenant chose medium, general\./)).toBeTruthy()
  await user.click(button('Accept'))
  expect(server.sent).toMatchObject([{ path: `${path}/suggestion`, body: { accept: true } }])
})

test('an emergency that sounds can be confirmed', async () => {
  const { user } = open({ alert: 'sounding', priority: 'emergency' })
  await user.click(await screen.findByRole('button', { name: 'I am on it' }))
  expect(server.sent).toMatchObject([{ path: `${path}/alert-confirmation` }])
})

test('what the work waits for is said to the tenant, with a note', async () => {
  const { user } = open({ status: 'in_progress' })
  await user.click(await screen.findByRole('button', { name: 'Waiting for parts…' }))
  await user.type(field(/^What does it wait for/), 'A new valve')
  await user.click(button('Save'))
  expect(server.sent).toMatchObject([{ method: 'PUT', body: { waitingFor: 'A new valve' } }])
})

test('a bill of a vendor is accepted as the cost; without vendors the dialog says what to do first', async () => {
  const bill = {
    id: id(70),
    workOrderId: id(60),
    vendorName: 'Pipes Ltd',
    amount: 180.5,
    fileName: 'bill.pdf',
    url: '/api/maintenance-bills/1/file',
    status: 'proposed',
    createdAt: request.createdAt,
  }
  const { user } = open({ bills: [bill] })
  server.answer({ [`POST ${path}/bills/${bill.id}/decision`]: { ...bill, status: 'accepted' } })
  await user.click(await screen.findByRole('button', { name: 'Accept cost' }))
  expect(server.sent).toMatchObject([{ path: `${path}/bills/${bill.id}/decision`, body: { accept: true } }])
  await user.click(button('Send to vendor'))
  await screen.findByText('No vendors yet')
})

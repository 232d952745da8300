import type { VendorView } from '@keyhold/contracts/maintenance/vendor-links'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { button, field, show } from '~/testing/render.tsx'
import { Component as WorkOrderPage } from './work-order-page.tsx'

const server = useFakeServer()
const path = '/api/work-orders/secret'
const work: VendorView = {
  title: 'Kitchen tap drips',
  description: 'Since Monday.',
  category: 'plumbing',
  priority: 'high',
  landlordName: 'Lee Lord',
  vendorName: 'Pipes Ltd',
  propertyName: 'Oak House',
  address: '12 Oak St',
  unitName: null,
  accessNotes: 'Key at the desk.',
  tenant: null,
  showsMoreOnceAccepted: false,
  status: 'sent',
  isClosed: false,
  scheduledDate: null,
  scheduledFrom: null,
  scheduledTo: null,
  visits: [],
  photos: [],
  entries: [],
  bills: [],
  expiresAt: '2030-01-01T00:00:00.000Z',
}

const open = (fields: object = {}) => {
  server.answer({
    [`GET ${path}`]: { ...work, ...fields },
    [`POST ${path}/answer`]: work,
    [`POST ${path}/bills`]: work,
  })
  return show(<WorkOrderPage />, { at: '/work-order?token=secret' })
}

test('a vendor sees the work and accepts it; the rest comes after that', async () => {
  const { user } = open()
  await screen.findByRole('heading', { level: 1, name: 'Kitchen tap drips' })
  expect(screen.getByText('Key at the desk.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Send invoice' })).toBeNull()
  await user.click(button('Accept'))
  expect(server.sent).toMatchObject([{ path: `${path}/answer`, body: { accept: true } }])
})

test('declining asks for a reason', async () => {
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Decline…' }))
  await user.click(button('Decline the work'))
  await screen.findByText('Write something first.')
  await user.type(field('Why do you decline?'), 'On holiday.')
  await user.click(button('Decline the work'))
  expect(server.sent).toMatchObject([{ body: { accept: false, reason: 'On holiday.' } }])
})

test('an invoice needs an amount and a file', async () => {
  const { user } = open({ status: 'accepted' })
  await user.click(await screen.findByRole('button', { name: 'Send invoice' }))
  await screen.findByText('Enter the amount.')
  await user.type(field('Amount'), '180.50')
  await user.click(button('Send invoice'))
  await screen.findByText('Choose the file of your invoice.')
  expect(server.sent).toEqual([])
})

test.each([
  'This link is not valid. Ask the landlord to send you a new one.',
  'This link has expired. Ask the landlord to send you a new one.',
  'This link was revoked by the landlord. Contact them if you still work on this.',
])('a link that does not work says why: %s', async (sentence) => {
  server.answer({ [`GET ${path}`]: refusal(404, sentence, { code: 'link-invalid' }) })
  show(<WorkOrderPage />, { at: '/work-order?token=secret' })
  await screen.findByRole('heading', { level: 1, name: 'This link does not work' })
  expect(screen.getByText(sentence)).toBeTruthy()
})

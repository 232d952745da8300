import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal, type Sent, useFakeServer } from '~/testing/fake-server.ts'
import { aProperty, aTenant, aUser, id } from '~/testing/records.ts'
import { button, choose, field, show } from '~/testing/render.tsx'
import type { Notification } from '../words.ts'
import { Component } from './notifications-page.tsx'

const server = useFakeServer()

const aNotification = (fields: Partial<Notification> = {}): Notification => ({
  id: id(70),
  title: 'Water off on Friday',
  message: 'From 9 to 11.',
  tenantId: null,
  tenantName: null,
  propertyId: null,
  propertyName: null,
  notificationType: 'custom',
  deliveryMethod: 'portal',
  status: 'sent',
  reason: null,
  isRead: false,
  scheduledFor: null,
  scheduledLocal: null,
  sentAt: '2026-03-05T15:00:00.000Z',
  createdAt: '2026-03-05T15:00:00.000Z',
  dueDate: null,
  effectiveDate: null,
  isRecurring: false,
  recurringType: null,
  recurringDay: null,
  nextSendDate: null,
  lastSentDate: '2026-03-05',
  isSending: false,
  progress: { recipients: 2, prepared: 2, sent: 2, pending: 0, failed: 0, problems: 0 },
  ...fields,
})

function open(list: Notification[] = [], at = '/tenant-notifications') {
  const count = (status: string) => list.filter((one) => one.status === status).length
  server.answer({
    'GET /api/tenant-notifications': list,
    'GET /api/tenant-notifications/summary': {
      all: list.length,
      sent: count('sent'),
      pending: count('pending'),
      failed: count('failed'),
      unread: list.filter((one) => one.status === 'sent' && !one.isRead).length,
    },
    'GET /api/properties': [aProperty()],
    'GET /api/tenants': [aTenant()],
  })
  return show(<Component />, { as: aUser(), at })
}

test('without notifications the page says so and offers to create one', async () => {
  const { user } = open()
  await screen.findByText('No notifications yet')
  await user.click(screen.getAllByRole('button', { name: 'Create Notification' }).at(-1)!)
  expect(await screen.findByRole('dialog', { name: 'Create Notification' })).toBeTruthy()
})

test('the filters and tiles count, and Mark as Read is offered for sent and unread ones only', async () => {
  const { user } = open([
    aNotification(),
    aNotification({ id: id(71), title: 'Read', isRead: true }),
    aNotification({ id: id(72), title: 'Broken', status: 'failed', reason: 'There is nobody to send it to.' }),
    aNotification({
      id: id(73),
      title: 'Later',
      status: 'pending',
      sentAt: null,
      scheduledFor: '2026-03-20T14:00:00.000Z',
      scheduledLocal: '2026-03-20T10:00',
    }),
  ])
  await screen.findByText('There is nobody to send it to.')
  const filters = screen.getByRole('group', { name: 'Show' })
  const counts = ['All 4', 'Sent 2', 'Pending 1', 'Failed 1', 'Unread 1']
  await waitFor(() =>
    expect(
      within(filters)
        .getAllByRole('button')
        .map((one) => one.textContent),
    ).toEqual(counts.map((one) => one.replace(' ', ''))),
  )
  expect(screen.getAllByRole('button', { name: 'Mark as Read' })).toHaveLength(1)
  expect(screen.getByText(/^Scheduled for Mar 20, 2026, 10:00\sAM, at each tenant’s home$/)).toBeTruthy()
  const asked: Sent['query'][] = []
  server.answer({
    'GET /api/tenant-notifications': (call: Sent) => {
      asked.push(call.query)
      return []
    },
    [`PATCH /api/tenant-notifications/${id(70)}/read`]: aNotification({ isRead: true }),
  })
  await user.click(screen.getByRole('button', { name: 'Mark as Read' }))
  await waitFor(() => expect(server.sent).toMatchObject([{ method: 'PATCH' }]))
  await user.click(within(filters).getByRole('button', { name: /Failed/ }))
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ show: 'failed' }))
  await screen.findByText('No notifications match')
})

test('choosing a type fills in its template, keeps own words, and sends only what applies', async () => {
  const { user } = open()
  await user.click((await screen.findAllByRole('button', { name: 'Create Notification' }))[0]!)
  await screen.findByRole('dialog')
  expect(button('Send Notification')).toHaveProperty('disabled', true)
  await choose(user, 'Type', 'Rent reminder')
  expect((field(/^Title/) as HTMLInputElement).value).toBe('Rent reminder for [PROPERTY_NAME]')
  await user.clear(field(/^Title/))
  await user.type(field(/^Title/), 'My own title')
  await choose(user, 'Type', 'Policy update')
  expect((field(/^Title/) as HTMLInputElement).value).toBe('My own title')
  await choose(user, 'Type', 'Rent reminder')
  await user.clear(field(/^Message/))
  await user.type(field(/^Message/), 'Please pay')
  await user.click(screen.getByRole('switch', { name: 'Send regularly' }))
  await choose(user, 'How often', 'Weekly')
  server.answer({
    'POST /api/tenant-notifications': aNotification({ status: 'pending', scheduledFor: '2026-03-20T14:00:00.000Z' }),
  })
  await user.click(button('Schedule Notification'))
  // Beside it the form asks for a preview.
  const created = () => server.sent.filter(({ path }) => path === '/api/tenant-notifications')
  await waitFor(() => expect(created()).toHaveLength(1))
  const body = created()[0]!.body as Record<string, unknown>
  expect(body).toMatchObject({
    title: 'My own title',
    message: 'Please pay',
    notificationType: 'rent_reminder',
    scheduledFor: null,
    isRecurring: true,
    recurringType: 'weekly',
  })
  for (const absent of ['tenantId', 'propertyId', 'recurringDay']) expect(body).not.toHaveProperty(absent)
})

test('a failure to create is shown in the dialog, which stays open', async () => {
  const { user, toast } = open()
  await user.click((await screen.findAllByRole('button', { name: 'Create Notification' }))[0]!)
  await user.type(await screen.findByLabelText(/^Title/), 'Hello')
  await user.type(field(/^Message/), 'On [DUE_DATE]')
  const issue = { path: 'message', message: 'Replace [DUE_DATE] with your own words.' }
  server.answer({ 'POST /api/tenant-notifications': refusal(400, issue.message, { issues: [issue] }) })
  await user.click(button('Send Notification'))
  expect(await screen.findByText(issue.message)).toBeTruthy()
  server.answer({ 'POST /api/tenant-notifications': refusal(503, 'Messaging is down.') })
  await user.type(field(/^Message/), '!')
  await user.click(button('Send Notification'))
  await waitFor(() =>
    expect(toast()).toMatchObject({ title: 'Failed to create the notification', description: 'Messaging is down.' }),
  )
  expect(screen.getByRole('dialog', { name: 'Create Notification' })).toBeTruthy()
})

test('a pending one is cancelled after a question', async () => {
  const pending = aNotification({ status: 'pending', sentAt: null, scheduledFor: '2026-03-20T14:00:00.000Z' })
  const { user } = open([pending])
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  server.answer({ [`DELETE /api/tenant-notifications/${pending.id}`]: new Response(null, { status: 204 }) })
  expect(server.sent).toEqual([])
  await user.click(await screen.findByRole('button', { name: 'Cancel notification' }))
  await waitFor(() => expect(server.sent).toMatchObject([{ method: 'DELETE' }]))
})

test('the recipients say what happened on each channel, and a failed message is sent again', async () => {
  const one = aNotification()
  server.answer({
    [`GET /api/tenant-notifications/${one.id}`]: one,
    [`GET /api/tenant-notifications/${one.id}/recipients`]: [
      {
        id: id(80),
        tenantId: id(10),
        name: 'Ann Archer',
        readAt: null,
        createdAt: one.createdAt,
        channels: [
          { channel: 'portal', status: 'sent', reason: null, to: null, canRetry: false },
          { channel: 'sms', status: 'failed', reason: 'The carrier refused it.', to: '+1', canRetry: true },
        ],
      },
    ],
  })
  const { user } = open([one], `/tenant-notifications?notification=${one.id}`)
  await screen.findByText('Text: The carrier refused it.')
  await user.click(button('Send again'))
  await waitFor(() =>
    expect(server.sent).toMatchObject([
      { path: `/api/tenant-notifications/${one.id}/retry`, body: { recipientId: id(80) } },
    ]),
  )
})

test('reminder rules are off, say so, and can be switched on and tried', async () => {
  const rule = {
    id: id(90),
    trigger: 'rent_due',
    days: 3,
    title: 'Rent due on [DUE_DATE]',
    message: '[AMOUNT]',
    deliveryMethod: 'portal',
    isOn: false,
    isPreset: true,
    sent: 0,
    skipped: 0,
    lastSentAt: null,
  }
  server.answer({
    'GET /api/reminder-rules': [rule],
    [`PUT /api/reminder-rules/${rule.id}`]: { ...rule, isOn: true },
    [`POST /api/reminder-rules/${rule.id}/preview`]: {
      sample: {
        recipient: 'Ann Archer',
        record: '$900.00 due',
        title: 'Rent due on March 1, 2026',
        message: '$900.00',
      },
    },
  })
  const { user } = open([], '/tenant-notifications?view=reminders')
  await screen.findByText(/All are off until you switch them on/)
  await user.click(await screen.findByRole('switch', { name: /^Rent is due soon: 3 days before it is due/ }))
  await waitFor(() => expect(server.sent).toMatchObject([{ method: 'PUT', body: { isOn: true } }]))
  await user.click(button(/^More about/))
  await user.click(await screen.findByRole('menuitem', { name: 'Try it…' }))
  await screen.findByText('Rent due on March 1, 2026')
})

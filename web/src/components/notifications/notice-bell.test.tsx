import { screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { aUser, id } from '~/testing/records.ts'
import { button, show } from '~/testing/render.tsx'
import { noticeCenter } from './lazy-center.ts'
import { NoticeBell } from './notice-bell.tsx'

const server = useFakeServer()
beforeAll(() => noticeCenter.load())

const Place = () => <output data-testid="place">{useLocation().pathname + useLocation().search}</output>

function open(unread: number) {
  server.answer({
    'GET /api/notifications/summary': { unread },
    'GET /api/notifications':
      unread === 0
        ? []
        : [
            {
              id: id(5),
              topic: 'rent',
              title: 'Tess reported a payment',
              message: 'Confirm it.',
              path: '/payments?verify=1',
              isRead: false,
              createdAt: '2026-03-05T15:00:00.000Z',
            },
          ],
    [`PATCH /api/notifications/${id(5)}/read`]: {},
    'POST /api/notifications/read-all': { read: 1 },
  })
  return show(
    <>
      <NoticeBell />
      <Place />
    </>,
    { as: aUser() },
  )
}

test('the bell counts what is unread; opening one marks it as read and leads to what it is about', async () => {
  const { user } = open(1)
  await user.click(await screen.findByRole('button', { name: 'Notifications: 1 unread' }))
  await user.click(await screen.findByRole('button', { name: /Tess reported a payment/ }))
  await waitFor(() => expect(server.sent).toMatchObject([{ method: 'PATCH' }]))
  expect(screen.getByTestId('place').textContent).toBe('/payments?verify=1')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('all are marked as read at once', async () => {
  const { user } = open(1)
  await user.click(await screen.findByRole('button', { name: 'Notifications: 1 unread' }))
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(server.sent).toMatchObject([{ path: '/api/notifications/read-all' }]))
})

test('without anything the list says so', async () => {
  const { user } = open(0)
  await user.click(button('Notifications'))
  expect(await screen.findByText('No notifications yet')).toBeTruthy()
})

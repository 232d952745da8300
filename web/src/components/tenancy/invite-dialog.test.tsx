import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { aProperty, aTenancy, aTenant, aUser, id } from '~/testing/records.ts'
import { button, choose, fill, show } from '~/testing/render.tsx'
import { InviteDialog, type InviteDialogProps } from './invite-dialog.tsx'

const server = useFakeServer()

const loft = aProperty()

function open(props: Partial<InviteDialogProps> = {}) {
  server.answer({
    'GET /api/properties': [loft],
    [`GET /api/properties/${loft.id}/units`]: [],
    'GET /api/tenancies': [aTenancy()],
    'POST /api/tenant-invitations': { inviteLink: 'https://rent.test/register?token=t' },
  })
  return show(<InviteDialog by="link" onClose={vi.fn()} {...props} />, { as: aUser() })
}

test('an invitation into an occupied home asks how the tenant lives there before it is sent', async () => {
  const { user } = open()
  await fill(user, { Email: 'cleo@example.com' })
  await choose(user, 'Property', /Alder Loft/)
  const together = await screen.findByRole('radio', { name: /Together with Ann Archer/ })
  await user.click(button('Send Invitation'))
  expect(await screen.findByText('Choose how the new tenant lives there.')).toBeTruthy()
  expect(server.sent).toEqual([])
  await user.click(together)
  await user.click(button('Send Invitation'))
  await waitFor(() => expect(server.sent).toHaveLength(1))
  expect(server.sent[0]!.body).toMatchObject({ propertyId: loft.id, tenancyId: id(30), separate: false })
})

test('with a tenancy of their own the invitation says so', async () => {
  const { user } = open({ invitee: { email: 'cleo@example.com', propertyId: loft.id } })
  await user.click(await screen.findByRole('radio', { name: /With a separate tenancy/ }))
  await user.click(button('Send Invitation'))
  await waitFor(() => expect(server.sent).toHaveLength(1))
  expect(server.sent[0]!.body).toMatchObject({ propertyId: loft.id, separate: true })
})

test('a tenant who lives there is invited without the question', async () => {
  const { user } = open({ tenant: aTenant() })
  await user.click(button('Send Invitation'))
  await waitFor(() => expect(server.sent).toHaveLength(1))
  expect(server.sent[0]!.body).toMatchObject({ email: 'ann@example.com', propertyId: loft.id, separate: false })
})

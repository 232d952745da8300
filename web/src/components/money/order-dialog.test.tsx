import type { Ledger } from '@keyhold/contracts/payments/ledgers'
import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { id } from '~/testing/records.ts'
import { button, show } from '~/testing/render.tsx'
import { OrderDialog } from './order-dialog.tsx'

const server = useFakeServer()
const path = `/api/tenants/${id(10)}/allocation-order`
const ledger = { tenantId: id(10), names: 'Ann Archer', allocationOrder: 'oldest_first' } as Ledger

test('the order is chosen for one ledger, and who set it when is shown', async () => {
  const set = { order: 'rent_first', setAt: '2026-02-02T10:00:00.000Z', setBy: id(1), setByName: 'Lee Landlord' }
  server.answer({
    [`GET ${path}`]: {
      order: 'oldest_first',
      history: [{ ...set, order: 'oldest_first', setAt: '2026-02-03T10:00:00.000Z' }, set],
    },
    [`PUT ${path}`]: { order: 'rent_first', history: [] },
  })
  const onClose = vi.fn()
  const { user, toast } = show(<OrderDialog ledger={ledger} onClose={onClose} />)
  expect((await screen.findAllByText(/by Lee Landlord, Feb [23], 2026/)).length).toBe(2)
  expect(screen.getByRole('radio', { name: /Oldest due date first/ }).getAttribute('aria-checked')).toBe('true')
  await user.click(screen.getByRole('radio', { name: /Rent first/ }))
  await user.keyboard('{Escape}')
  await screen.findByRole('alertdialog', { name: 'Discard your changes?' })
  await user.click(button('Keep editing'))
  await user.click(button('Save'))
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(server.sent).toMatchObject([{ method: 'PUT', path, body: { order: 'rent_first' } }])
  expect(toast()?.description).toBe('Rent first, from now on.')
})

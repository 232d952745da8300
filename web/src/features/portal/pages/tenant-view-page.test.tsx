import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { aUser } from '~/testing/records.ts'
import { button, show } from '~/testing/render.tsx'
import { Component as TenantViewPage } from './tenant-view-page.tsx'

useFakeServer()

test('the preview shows the portal over sample records, asks no server, and its buttons explain', async () => {
  const asked = vi.fn<typeof fetch>()
  vi.stubGlobal('fetch', asked)
  const { user, toast } = show(<TenantViewPage />, { as: aUser() })
  expect(await screen.findByText('Preview with sample content')).toBeTruthy()
  expect(await screen.findByText('Lease.pdf')).toBeTruthy()
  expect(screen.getByText('You are all paid up')).toBeTruthy()
  expect(screen.queryByText('Live Portal')).toBeNull()
  await user.click(button(/Contact Landlord/))
  await waitFor(() => expect(toast()?.title).toBe('Contact landlord'))
  await user.click(screen.getByRole('link', { name: /View Documents/ }))
  await waitFor(() => expect(toast()?.description).toContain('nothing is sent'))
  expect(asked).not.toHaveBeenCalled()
})

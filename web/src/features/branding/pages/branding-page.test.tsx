import type { BrandingSettings } from '@keyhold/contracts/identity/branding'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { useFakeServer } from '~/testing/fake-server.ts'
import { aUser } from '~/testing/records.ts'
import { show } from '~/testing/render.tsx'
import { Component as BrandingPage } from './branding-page.tsx'

const server = useFakeServer()

const settings = (changes: Partial<BrandingSettings> = {}): BrandingSettings => ({
  name: null,
  logo: null,
  colors: null,
  host: null,
  isApplied: true,
  ...changes,
})

test('colors that cannot be read together are said at once, and not sent', async () => {
  const user = userEvent.setup()
  server.answer({ 'GET /api/branding': settings() })
  show(<BrandingPage />, { as: aUser() })
  const main = await screen.findByRole('textbox', { name: 'Main color' })
  await user.clear(main)
  await user.type(main, '#e0a030')
  expect(await screen.findByText(/the contrast is 2\.2 to 1/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Text on it' }).getAttribute('aria-invalid')).toBe('true'),
  )
})

test('without the plan it says that what is set is kept, and takes no changes', async () => {
  const colors = { primary: '#7a1f3d', text: '#ffffff' }
  server.answer({ 'GET /api/branding': settings({ name: 'Oak Homes', colors, isApplied: false }) })
  show(<BrandingPage />, { as: aUser() })
  expect(await screen.findByText('Your plan does not include a look of your own')).toBeTruthy()
  expect(screen.getByText(/What you have set is kept/)).toBeTruthy()
  // The test's DOM does not pass it on to the fields.
  expect(screen.getByRole('textbox', { name: /^Name/ }).closest('fieldset')?.disabled).toBe(true)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Choose a logo' }).disabled).toBe(true)
})

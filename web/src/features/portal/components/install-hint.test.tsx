import { act, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { prepareInstall } from '~/lib/install.ts'
import { button, show } from '~/testing/render.tsx'
import { InstallHint } from './install-hint.tsx'

afterEach(() => {
  localStorage.clear()
  vi.restoreAllMocks()
})

const offer = () => {
  const prompt = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt,
    userChoice: Promise.resolve({ outcome: 'accepted' as const }),
  })
  act(() => void dispatchEvent(event))
  return { prompt, event }
}

test('the hint appears with the browser’s offer, installs once, and is gone afterwards', async () => {
  prepareInstall()
  prepareInstall()
  const { user } = show(<InstallHint />)
  expect(screen.queryByRole('region', { name: 'Install as an app' })).toBeNull()
  const { prompt, event } = offer()
  expect(event.defaultPrevented).toBe(true)
  await user.click(button('Install'))
  expect(prompt).toHaveBeenCalledOnce()
  expect(screen.queryByText(/Install Keyhold/)).toBeNull()
})

test('a closed hint stays closed', async () => {
  prepareInstall()
  const { user } = show(<InstallHint />)
  offer()
  await user.click(button('Close the hint'))
  offer()
  expect(screen.queryByText(/Install Keyhold/)).toBeNull()
})

import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { sessionLost, signedIn } from '~/api/client/session-slice.ts'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aUser } from '~/testing/records.ts'
import { button, show } from '~/testing/render.tsx'
import { bindToast } from './toast.ts'
import { useSignOut } from './use-logout.ts'

const server = useFakeServer()
afterEach(() => void Reflect.deleteProperty(navigator, 'serviceWorker'))

function SignOut() {
  const [signOut] = useSignOut()
  return <button onClick={signOut}>Sign Out</button>
}

test.each([
  ['one that worked', { signedOut: true }, 'Logged out successfully'],
  ['one that failed', refusal(503, 'In a moment.'), 'Logout failed'],
])(
  'the message about signing out survives the reload, and that its stream ends says nothing: %s',
  async (_, answer, title) => {
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    const { user, toast, store } = show(<SignOut />)
    store.dispatch(signedIn(aUser()))
    server.answer({ 'POST /api/auth/logout': answer })
    await user.click(button('Sign Out'))
    store.dispatch(sessionLost())
    expect(store.getState().session.status).toBe('leaving')
    await waitFor(() => expect(reload).toHaveBeenCalled())
    expect(toast()?.title).toBe(title)
    const shownAfter: unknown[] = []
    bindToast(((action: unknown) => shownAfter.push(action)) as never)
    expect(shownAfter).toMatchObject([{ payload: { title } }])
    bindToast((() => shownAfter.push('again')) as never)
    expect(shownAfter).toHaveLength(1)
    expect(screen.getByText('Sign Out')).toBeTruthy()
  },
)

test('signing out ends push messages on the device, so that the next person is not shown those of the last', async () => {
  vi.spyOn(location, 'reload').mockImplementation(() => {})
  const unsubscribe = vi.fn(() => Promise.resolve(true))
  const registration = { pushManager: { getSubscription: () => Promise.resolve({ unsubscribe }) } }
  const serviceWorker = { getRegistration: () => Promise.resolve(registration) }
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker })
  const { user, store } = show(<SignOut />)
  store.dispatch(signedIn(aUser()))
  server.answer({ 'POST /api/auth/logout': { signedOut: true } })
  await user.click(button('Sign Out'))
  await waitFor(() => expect(unsubscribe).toHaveBeenCalledOnce())
})

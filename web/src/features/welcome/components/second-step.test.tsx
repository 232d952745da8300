import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aUser } from '~/testing/records.ts'
import { button, field, fill, show } from '~/testing/render.tsx'
import { SignInForm } from './sign-in-form.tsx'

const server = useFakeServer()

async function typePassword(methods: string[]) {
  server.answer({
    'POST /api/auth/account-type': { userType: 'landlord' },
    'POST /api/auth/login': { secondStep: methods },
    'GET /api/auth/memberships': [],
  })
  const shown = show(<SignInForm />)
  await fill(shown.user, { 'Email Address': 'maya@example.com', Password: 'correct-horse-42' })
  await shown.user.click(button('Sign in'))
  return shown
}

test('after the password a code is asked for; a wrong one is refused beside the field, a right one signs in', async () => {
  const { user, toast } = await typePassword(['app', 'recovery_code'])
  const label = 'Code from your authenticator app'
  await screen.findByLabelText(label)
  server.answer({
    'POST /api/auth/second-step': refusal(400, 'This code is wrong or was already used.', { code: 'invalid-input' }),
  })
  await fill(user, { [label]: '000000' })
  await user.click(button('Continue'))
  await screen.findByText('This code is wrong or was already used.')
  server.answer({ 'POST /api/auth/second-step': aUser({ firstName: 'Maya' }) })
  await fill(user, { [label]: '123456' })
  await user.click(button('Continue'))
  await waitFor(() => expect(toast()?.title).toBe('Login Successful'))
  expect(server.sent.at(-1)).toMatchObject({ path: '/api/auth/second-step', body: { code: '123456' } })
})

test('a recovery code can be typed instead, and one can go back to the password', async () => {
  const { user } = await typePassword(['app', 'recovery_code'])
  await user.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
  expect(field('Recovery code')).toBeTruthy()
  await user.click(button('Back to sign-in'))
  expect(field('Password')).toBeTruthy()
})

test('a second step that took too long leads back to the password', async () => {
  const { user, toast } = await typePassword(['app'])
  server.answer({
    'POST /api/auth/second-step': refusal(403, 'This sign-in took too long. Please start again.', {
      code: 'sign-in-expired',
    }),
  })
  await screen.findByLabelText('Code from your authenticator app')
  await fill(user, { 'Code from your authenticator app': '123456' })
  await user.click(button('Continue'))
  await screen.findByLabelText('Password')
  expect(toast()?.description).toBe('This sign-in took too long. Please start again.')
})

test('where the browser has no passkeys none is offered', async () => {
  show(<SignInForm />)
  expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
})

import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { signingInAs } from '~/lib/go-to.ts'
import { refusal, useFakeServer } from '~/testing/fake-server.ts'
import { aUser } from '~/testing/records.ts'
import { button, field, fill, show } from '~/testing/render.tsx'
import { SignInForm } from './sign-in-form.tsx'

const server = useFakeServer()
const type = () => (field('Account Type') as HTMLSelectElement).value
const hint = () => screen.queryByText('Check the account type too; yours may be different.')

test('the account type follows the address, as the server says', async () => {
  const { user } = show(<SignInForm />)
  server.answer({ 'POST /api/auth/account-type': { userType: 'super_admin' } })
  await fill(user, { 'Email Address': 'root@example.com' })
  await user.tab()
  await waitFor(() => expect(type()).toBe('super_admin'))
  server.answer({ 'POST /api/auth/account-type': { userType: 'landlord' } })
  await fill(user, { 'Email Address': 'maya@example.com' })
  await user.tab()
  await waitFor(() => expect(type()).toBe('landlord'))
})

test('a form that is sent at once waits for the account type; a type that was chosen stays, and nothing is asked', async () => {
  const { user } = show(<SignInForm />)
  server.answer({
    'POST /api/auth/account-type': { userType: 'super_admin' },
    'POST /api/auth/login': aUser({ userType: 'super_admin' }),
  })
  await fill(user, { 'Email Address': 'root@example.com', Password: 'correct-horse-42' })
  await user.click(button('Sign in'))
  await waitFor(() => expect(server.sent.at(-1)).toMatchObject({ body: { userType: 'super_admin' } }))
  server.sent.length = 0
  await user.selectOptions(field('Account Type'), 'tenant')
  await fill(user, { 'Email Address': 'other@example.com' })
  await user.click(button('Sign in'))
  await waitFor(() => expect(server.sent.map(({ path }) => path)).toEqual(['/api/auth/login']))
  expect(server.sent[0]).toMatchObject({ body: { userType: 'tenant' } })
})

test('a failed sign-in says that the account type may be another one; without an answer about it the form works', async () => {
  const { user } = show(<SignInForm />)
  server.answer({
    'POST /api/auth/account-type': refusal(429, 'Too many'),
    'POST /api/auth/login': refusal(401, 'Invalid email or password', { code: 'invalid-credentials' }),
  })
  await fill(user, { 'Email Address': 'maya@example.com', Password: 'wrong' })
  expect(hint()).toBeNull()
  await user.click(button('Sign in'))
  await screen.findByText('Invalid email or password')
  expect(hint()).toBeTruthy()
  expect(server.sent.at(-1)).toMatchObject({ path: '/api/auth/login', body: { userType: 'landlord' } })
})

test('who comes from their registration finds their address and account type filled in', async () => {
  const { user } = show(<SignInForm />, {
    at: { pathname: '/login', state: signingInAs({ email: 'tess@example.com', userType: 'tenant' }) },
  })
  server.answer({ 'POST /api/auth/login': aUser({ userType: 'tenant' }) })
  await fill(user, { Password: 'correct-horse-42' })
  await user.click(button('Sign in'))
  await waitFor(() => expect(server.sent).toMatchObject([{ body: { email: 'tess@example.com', userType: 'tenant' } }]))
})

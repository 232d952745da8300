import { oneTimeCode } from '@keyhold/kit/testing/one-time-code'
import { expect, test } from 'vitest'
import { inventPerson, sendSignIn, signIn, signUp } from './steps/accounts.ts'
import { addVirtualAuthenticator } from './steps/authenticators.ts'
import { answer, button, dialog, fill, see, seeToast } from './steps/page.ts'
import { type Person, useWorld, whileSignedOut } from './steps/world.ts'

// Two-step sign-in: an authenticator app, recovery codes, and a passkey that the browser makes itself.

/** What the settings page asked for when the session ended is refused. */
const afterSignOut = [...whileSignedOut, /GET \S+\/api\/user\/proofs 401$/]
const world = useWorld({ host: 'localhost' })
const wanda = inventPerson('Wanda', 'Wary')
let landlord: Person
let secret: string
let codes: string[]

async function signOut() {
  await landlord.page.goto('/')
  await button(landlord.page, 'Logout').click()
  await landlord.page.waitForURL('**/login')
}
const atHome = () => landlord.page.waitForURL((url) => url.pathname === '/')

test('an authenticator app is set up on the settings page', async () => {
  landlord = await world.meet()
  const { page, expectClean } = landlord
  await addVirtualAuthenticator(page)
  await signUp(page, wanda)
  await signIn(page, wanda, 'landlord')
  await page.goto('/user-settings')
  await page.getByRole('button', { name: 'Set up authenticator app' }).click()
  const setUp = dialog(page, 'Set up an authenticator app')
  secret = await setUp.locator('code').innerText()
  expect(await setUp.getByRole('img').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await fill(setUp, { '6-digit code': oneTimeCode(secret) })
  await button(setUp, 'Turn on').click()
  const saved = dialog(page, 'Save your recovery codes')
  await saved.getByRole('listitem').first().waitFor()
  codes = await saved.getByRole('listitem').allInnerTexts()
  expect(codes).toHaveLength(10)
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    saved.getByRole('link', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('keyhold-recovery-codes.txt')
  await button(saved, 'I saved them').click()
  await see(page, '10 codes left.')
  expectClean(...whileSignedOut)
})

test('signing in then takes the password and a code', async () => {
  const { page, expectClean } = landlord
  await signOut()
  await sendSignIn(page, wanda, 'landlord')
  await fill(page, { 'Code from your authenticator app': oneTimeCode(secret) })
  await button(page, 'Continue').click()
  await see(page, 'This code is wrong or was already used.')
  await fill(page, { 'Code from your authenticator app': oneTimeCode(secret, { periods: 1 }) })
  await button(page, 'Continue').click()
  await atHome()
  expectClean(...afterSignOut, /POST \S+\/api\/auth\/second-step 400$/)
})

test('a recovery code does as well, once', async () => {
  const { page, expectClean } = landlord
  await signOut()
  await sendSignIn(page, wanda, 'landlord')
  await button(page, 'Use a recovery code').click()
  await fill(page, { 'Recovery code': codes[0]! })
  await button(page, 'Continue').click()
  await atHome()
  await page.goto('/user-settings')
  await see(page, '9 codes left.')
  await see(page, 'Recovery code used')
  expectClean(...afterSignOut)
})

test('a passkey is added, and signs in without a password', async () => {
  const { page, expectClean } = landlord
  await button(page, 'Add a passkey').click()
  await fill(dialog(page, 'Add a passkey'), { Name: 'This laptop' })
  await button(dialog(page, 'Add a passkey'), 'Continue').click()
  await seeToast(page, 'Passkey added', 'You can now sign in with the passkey “This laptop”.')
  await signOut()
  await button(page, 'Sign in with a passkey').click()
  await atHome()
  await page.goto('/user-settings')
  await see(page, 'Signed in with a passkey')
  expectClean(...afterSignOut)
})

test('a passkey is the second step after the password', async () => {
  const { page, expectClean } = landlord
  await signOut()
  await sendSignIn(page, wanda, 'landlord')
  await button(page, 'Use a passkey').click()
  await atHome()
  expectClean(...afterSignOut)
})

test('a passkey is renamed and removed', async () => {
  const { page, expectClean } = landlord
  await page.goto('/user-settings')
  await button(page, 'Rename This laptop').click()
  await fill(dialog(page, 'Rename passkey'), { Name: 'Old laptop' })
  await button(dialog(page, 'Rename passkey'), 'Save').click()
  await button(page, 'Remove Old laptop').click()
  await answer(page, 'Remove')
  await seeToast(page, 'Passkey removed')
  expectClean(...afterSignOut)
})

import { expect, test } from 'vitest'
import { inventPerson, sendSignIn, signIn, signUp } from './steps/accounts.ts'
import { button, dialog, fill, see, seeToast } from './steps/page.ts'
import { type Person, useWorld, whileSignedOut } from './steps/world.ts'

// One's own account, the portal logins a landlord makes, and every way a session ends.

const world = useWorld()
const sara = inventPerson('Sara', 'Settings')
const tom = inventPerson('Tom', 'Tenant')
let landlord: Person

test('the account settings show who one is, and change the password', async () => {
  landlord = await world.meet()
  const { page, expectClean } = landlord
  await signUp(page, sara)
  await signIn(page, sara, 'landlord')
  await page.goto('/user-settings')
  for (const text of [sara.firstName, sara.lastName, sara.email, 'Landlord']) await see(page, text)
  const change = button(page, 'Change Password')
  expect(await change.isDisabled(), 'the button waits for all three fields').toBe(true)

  const next = `${sara.password}-next`
  await fill(page, { 'Current Password': sara.password, 'New Password': next, 'Confirm New Password': `${next}!` })
  await change.click()
  await seeToast(page, 'Password Mismatch', 'New password and confirmation do not match')
  await fill(page, { 'New Password': 'abc', 'Confirm New Password': 'abc' })
  await change.click()
  await seeToast(page, 'Password Too Short', 'Password must be at least 6 characters long')
  expectClean(...whileSignedOut)
  await fill(page, { 'Current Password': 'not-this-one', 'New Password': next, 'Confirm New Password': next })
  await change.click()
  await seeToast(page, 'Update Failed')
  expectClean(/POST \S+\/api\/user\/update-password 400$/)
  await fill(page, { 'Current Password': sara.password, 'New Password': next, 'Confirm New Password': next })
  await change.click()
  await seeToast(page, 'Password Updated')
  sara.password = next
  expectClean()
})

test('another session is seen and ended', async () => {
  const other = await world.meet()
  await signIn(other.page, sara, 'landlord')
  const { page } = landlord
  await page.goto('/user-settings')
  await button(page, 'Sign out everywhere else').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await seeToast(page, 'Signed out everywhere else', '1 session ended.')
  await other.page.goto('/properties')
  await other.page.getByRole('heading', { name: 'Sign In to Your Account' }).waitFor()
  landlord.expectClean()
})

test('a session ended elsewhere says so and leads to sign-in', async () => {
  const other = await world.meet()
  await signIn(other.page, sara, 'landlord')
  const second = await other.context.newPage()
  await second.goto('/properties')
  await second.getByRole('heading', { level: 1, name: 'Properties' }).waitFor()
  await landlord.page.goto('/user-settings')
  await button(landlord.page, 'Sign out everywhere else').click()
  await landlord.page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await seeToast(landlord.page, 'Signed out everywhere else')
  // The other pages stand open, and nobody touches them.
  for (const page of [other.page, second]) {
    await seeToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
    await page.waitForURL('**/login')
  }
})

test('portal logins are made, edited, given a password and deleted', async () => {
  const { page, expectClean } = landlord
  await page.goto('/user-management')
  await button(page, 'Add First User').click()
  await fill(dialog(page, 'Add User'), {
    Email: tom.email,
    'First Name': tom.firstName,
    'Last Name': tom.lastName,
    Phone: tom.phone,
    'Initial Password': tom.password,
  })
  await dialog(page, 'Add User').getByRole('button', { name: 'Add User' }).click()
  await seeToast(page, 'User Created')
  await see(page, tom.email)

  await button(page, 'Add User').click()
  await fill(dialog(page, 'Add User'), { Email: tom.email, 'Initial Password': tom.password })
  await dialog(page, 'Add User').getByRole('button', { name: 'Add User' }).click()
  await seeToast(page, 'Creation Failed')
  expectClean(/POST \S+\/api\/landlord\/tenant-users 409$/)
  await dialog(page, 'Add User').getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('searchbox').fill(tom.lastName)
  await page.getByRole('button', { name: /^Edit/ }).first().click()
  const edit = page.getByRole('dialog')
  await fill(edit, { 'First Name': 'Thomas' })
  await edit.getByRole('button', { name: /Save|Update/ }).click()
  await see(page, `Thomas ${tom.lastName}`)

  await page
    .getByRole('button', { name: /^Reset Password/ })
    .first()
    .click()
  tom.password = `${tom.password}-reset`
  await page
    .getByRole('dialog')
    .getByLabel(/New Password/)
    .fill(tom.password)
  await page.getByRole('dialog').getByRole('button', { name: 'Reset Password' }).click()
  await seeToast(page, 'Password Reset')
  const tenant = await world.meet()
  await signIn(tenant.page, tom, 'tenant')

  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await see(page, 'Are you sure you want to delete this user?')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await seeToast(page, 'User Deleted')
  await tenant.page.goto('/login')
  await sendSignIn(tenant.page, tom, 'tenant')
  await seeToast(tenant.page, 'Login Failed')
  expectClean()
})

test('signing out says so', async () => {
  const { page } = await world.meet()
  await signIn(page, sara, 'landlord')
  await button(page, 'Logout').click()
  await seeToast(page, 'Logged out successfully', 'You have been signed out of your account.')
  await page.waitForURL('**/login')
  await page.goto('/properties')
  await page.waitForURL('**/login')
})

test('signing out without the server says so too', async () => {
  const { page, context } = await world.meet()
  await signIn(page, sara, 'landlord')
  await button(page, 'Logout').waitFor()
  await context.setOffline(true)
  await button(page, 'Logout').click()
  await seeToast(page, 'Logout failed')
  await page.waitForURL('**/login')
})

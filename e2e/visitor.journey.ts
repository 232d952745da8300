import { expect, test } from 'vitest'
import { inventPerson, linkInMail, openAdministrator, sendSignIn, signIn, signUp } from './steps/accounts.ts'
import { administrator } from './product.ts'
import { button, fill, see, seeToast } from './steps/page.ts'
import { useWorld, whileSignedOut } from './steps/world.ts'

// Someone who is not signed in: what they see, how they get in, and what keeps them out.

const world = useWorld()
const nora = inventPerson('Nora', 'Newcomer')

test('the landing page has its three tabs', async () => {
  const { page, expectClean } = await world.meet()
  await page.goto('/')
  for (const [tab, heading] of [
    ['Sign In', 'Sign In to Your Account'],
    ['Create Account', 'Start Your Free Trial'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await page.getByRole('heading', { name: heading }).waitFor()
  }
  await page.getByRole('tab', { name: 'Get Started' }).click()
  for (const text of [
    'Starter',
    'Professional',
    'Enterprise',
    '$29',
    '$79',
    '$199',
    'Most Popular',
    /14-day/i,
    /no credit card/i,
  ])
    await see(page, text)
  expectClean(...whileSignedOut)
})

test('signing up says what went wrong and what went well', async () => {
  const { page, expectClean } = await world.meet()
  await page.goto('/signup')
  await button(page, 'Start Free 14-Day Trial').click()
  await see(page, 'First name is required')
  expect(await page.getByLabel('Email Address').getAttribute('type')).toBe('email')
  expect(await page.getByLabel('Phone Number').getAttribute('type')).toBe('tel')

  await signUp(page, nora)
  expect(new URL(page.url()).pathname, 'nobody is signed in by signing up').toBe('/')
  expectClean(...whileSignedOut)

  await page.goto('/signup')
  await fill(page, {
    'First Name': nora.firstName,
    'Last Name': nora.lastName,
    'Email Address': nora.email.toUpperCase(),
    'Phone Number': nora.phone,
    Password: nora.password,
  })
  await button(page, 'Start Free 14-Day Trial').click()
  await seeToast(page, 'Signup Failed', 'An account with this email already exists')
  expectClean(...whileSignedOut, /POST \S+\/api\/auth\/signup 409$/)

  await page.getByLabel('Account Type').selectOption('super_admin')
  await see(page, 'Super Admin Verification Required')
  await fill(page, { 'Full Name': 'Somebody Else', 'Authorized Phone Number': administrator.phone })
  await button(page, 'Start Free 14-Day Trial').click()
  await seeToast(
    page,
    'Super Admin Verification Failed',
    'Invalid super admin credentials. Only authorized personnel can create super admin accounts.',
  )
  expectClean(/POST \S+\/api\/auth\/signup 403$/)
})

test('the administrator gets in by the link in the mail', async () => {
  const { page, expectClean } = await world.meet()
  const ada = await openAdministrator(page, world.product)
  await signIn(page, ada, 'super_admin')
  await see(page, 'SUPER ADMIN')
  expectClean(...whileSignedOut)
})

test('signing in says what went wrong and what went well', async () => {
  const { page, expectClean } = await world.meet()
  await page.goto('/login')
  await page.getByRole('heading', { name: 'Sign In to Your Account' }).waitFor()
  await sendSignIn(page, { ...nora, password: 'not-this-one' }, 'landlord')
  await seeToast(page, 'Login Failed', 'Invalid email or password')
  // The first message may still stand there: the answer tells the two apart.
  const answered = page.waitForResponse('**/api/auth/login')
  await sendSignIn(page, nora, 'tenant')
  expect((await answered).status(), 'the wrong account type').toBe(401)
  await seeToast(page, 'Login Failed', 'Invalid email or password')
  expectClean(...whileSignedOut, /POST \S+\/api\/auth\/login 401$/)

  // The answer is held back until the waiting was seen.
  let letGo = () => {}
  const seen = new Promise<void>((resolve) => (letGo = resolve))
  await page.route('**/api/auth/login', async (route) => {
    await seen
    await route.continue()
  })
  await sendSignIn(page, nora, 'landlord')
  await button(page, 'Signing in...').waitFor()
  letGo()
  await seeToast(page, 'Login Successful', `Welcome back, ${nora.firstName}`)
  await page.waitForURL((url) => url.pathname === '/')
  expectClean()
})

test('a forgotten password is set anew by the mailed link', async () => {
  const { page, expectClean } = await world.meet()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  // The page before has a field of the same name.
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
  await fill(page, { 'Email Address': nora.email })
  await button(page, 'Send the link').click()
  await see(page, 'Check your email')
  await page.goto(await linkInMail(world.product, nora.email, '/reset-password'))
  const password = `${nora.password}-anew`
  await fill(page, { 'New Password': password, 'Confirm New Password': password })
  await button(page, 'Set new password').click()
  await see(page, 'Password changed')
  await button(page, 'Sign in').click()
  await sendSignIn(page, { ...nora, password }, 'landlord')
  await page.getByRole('heading', { level: 1, name: `Welcome back, ${nora.firstName}` }).waitFor()
  expectClean(...whileSignedOut)
})

test('every protected address leads to sign-in, an unknown one nowhere', async () => {
  const { page, expectClean } = await world.meet()
  for (const path of [
    '/properties',
    '/properties/some-id',
    '/payments',
    '/super-admin',
    '/subscribe?plan=basic',
    '/user-settings',
    '/tenant-view',
    '/reports',
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { name: 'Sign In to Your Account' }).waitFor()
    expect(new URL(page.url()).pathname, path).toBe('/login')
  }
  await page.goto('/api/login')
  await page.waitForURL((url) => url.pathname === '/login')
  await page.goto('/nowhere/at/all')
  await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
  expectClean(...whileSignedOut)
})

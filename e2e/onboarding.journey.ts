import { expect, test } from 'vitest'
import { inventPerson, nameOf, signIn, signUp } from './steps/accounts.ts'
import { firstOfMonth, today } from './steps/calendar.ts'
import { pdfFile } from './steps/documents.ts'
import { call } from './steps/ledger.ts'
import { button, dialog, fill, see, seeToast } from './steps/page.ts'
import { register } from './steps/tenant.ts'
import { type Person, phone, useWorld, whileSignedOut } from './steps/world.ts'

// A new tenant settles in on a phone; the landlord sees how far they are.

const world = useWorld()
const nadia = inventPerson('Nadia', 'Lowe')
const tim = inventPerson('Tim', 'Arden')
const start = firstOfMonth(today())

let landlord: Person
let tenant: Person
let tenantId: string

test('a tenant registers on a phone and finds the journey on the portal’s first screen', async () => {
  landlord = await world.meet()
  const { page } = landlord
  await signUp(page, nadia)
  await signIn(page, nadia, 'landlord')
  const home = { address: '9 Harbor Lane', type: 'house', monthlyRent: 1500, bedrooms: 2, bathrooms: 1 }
  const { id: propertyId } = await call<{ id: string }>(page, 'POST', '/api/properties', home)
  const { firstName, lastName, email } = tim
  const lease = { propertyId, leaseStartDate: start, monthlyRent: 1500 }
  const added = { firstName, lastName, email, ...lease }
  ;({ id: tenantId } = await call<{ id: string }>(page, 'POST', '/api/tenants', added))
  const { inviteLink } = await call<{ inviteLink: string }>(page, 'POST', '/api/tenant-invitations', {
    email,
    firstName,
    lastName,
    propertyId,
  })
  await page.goto(`/tenants/${tenantId}`)
  await see(page, '0 of 6 steps, 0 points, level 1')

  tenant = await world.meet(phone)
  await register(tenant.page, inviteLink, tim, nameOf(nadia))
  await signIn(tenant.page, tim, 'tenant')
  await see(tenant.page, '6 short steps to everything you need here.')
  tenant.expectClean(...whileSignedOut)
})

test('steps earn points, and the landlord sees them without reloading', async () => {
  const { page } = tenant
  await page.getByRole('link', { name: 'Start Journey' }).click()
  // The registration asked for the phone number and the emergency contact.
  await button(page, 'Complete step').click()
  await seeToast(page, 'Step Completed! 🎉', 'You earned 50 points! Keep going!')
  await see(page, '1 of 6 steps completed (17%)')
  await see(landlord.page, '1 of 6 steps, 60 points, level 1')
  await button(page, 'Complete step').click()
  await see(page, '2 of 6 steps completed (33%)')
  expect(await page.getByText('Locked', { exact: true }).count()).toBe(3)
  tenant.expectClean()
})

test('the profile and the insurance with its proof reach the landlord as the tenant’s own', async () => {
  const { page } = tenant
  await page.goto('/')
  await page.getByRole('link', { name: /Update Profile/ }).click()
  await fill(page, { 'Employer Name': 'Harbor Works' })
  await button(page, 'Update Profile').click()
  await seeToast(page, 'Profile updated')
  await fill(page, { Insurer: 'Acme Mutual', 'Policy Number': 'R-771', Coverage: '100000' })
  await fill(page, { 'Effective Date': start, 'Expiry Date': firstOfMonth(start, 12) })
  await page.locator('input[type=file]').setInputFiles(pdfFile('Policy.pdf', [['Renters policy R-771']]))
  await button(page, 'Save insurance').click()
  await seeToast(page, 'Renters insurance saved')
  await see(page, 'Proof of insurance')
  await see(landlord.page, 'Employer name changed by the tenant')
  await see(landlord.page, 'Acme Mutual')
  tenant.expectClean()
})

test('pay, report, ask, the reason of the balance and the lease are at most three taps away', async () => {
  const { page } = tenant
  await page.goto('/')
  await page.getByRole('button', { name: 'Why this number? Current Balance' }).click()
  await see(page.getByRole('dialog'), 'Your balance')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /Contact Landlord/ }).click()
  await fill(dialog(page, 'Contact Landlord'), { Message: 'the mailbox key is missing' })
  await button(page, 'Send Message').click()
  await seeToast(page, 'Message Sent')
  await button(page, 'Submit New Request').click()
  await button(dialog(page, 'Submit New Request'), 'Cancel').click()
  await page.getByRole('link', { name: /View Documents/ }).click()
  await see(page, 'Policy.pdf')
  tenant.expectClean()
})

test('without a connection the app says so, and comes back with it', async () => {
  const { page, context } = tenant
  await page.goto('/')
  await page.evaluate('navigator.serviceWorker.ready.then(() => true)')
  await context.setOffline(true)
  await page.reload().catch(() => undefined)
  await see(page, 'You are offline')
  await context.setOffline(false)
  await see(page, `Welcome, ${tim.firstName}!`)
})

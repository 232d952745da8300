import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inventPerson, nameOf, signIn, signUp } from './steps/accounts.ts'
import { firstOfMonth, today } from './steps/calendar.ts'
import { lease as leaseFile, pdfFile } from './steps/documents.ts'
import { call } from './steps/ledger.ts'
import { answer, button, dialog, fill, see, seeToast } from './steps/page.ts'
import { png } from './steps/pictures.ts'
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

/** One task of a tenant from the portal's first screen. Typing and the phone's own file chooser are not counted. */
async function inThreeTaps(task: (page: Page, tap: (what: Locator) => Promise<void>) => Promise<void>) {
  const { page } = tenant
  await page.goto('/')
  let taps = 0
  await task(page, (what) => {
    taps += 1
    return what.click()
  })
  expect(taps).toBeLessThanOrEqual(3)
}

test('on a phone, paying is at most three taps away', () =>
  inThreeTaps(async (page, tap) => {
    await tap(button(page, 'Make Payment'))
    await tap(button(dialog(page, 'Make Payment'), 'Submit Payment'))
    await seeToast(page, 'Payment Submitted')
  }))

test('on a phone, reporting a leak with a photo is at most three taps away', () =>
  inThreeTaps(async (page, tap) => {
    await tap(button(page, 'Submit New Request'))
    const form = dialog(page, 'Submit New Request')
    await fill(form, { Title: 'Leak under the sink', Description: 'Water under the sink since noon.' })
    await see(form, /^Suggested: .*plumbing$/i)
    const chooser = page.waitForEvent('filechooser')
    await tap(button(form, 'Add photos'))
    await (await chooser).setFiles([png('leak.png', [30, 90, 160])])
    await button(form, 'Remove leak.png').waitFor()
    await tap(button(form, 'Submit Request'))
    await seeToast(page, 'Maintenance Request Submitted', 'Your request has been sent to the landlord.')
    // The sentence stays while the photo is on its way, and the photo arrives.
    await page.getByRole('list', { name: 'Photos of Leak under the sink' }).waitFor()
    await seeToast(page, 'Maintenance Request Submitted')
  }))

test('on a phone, a question is at most three taps away', () =>
  inThreeTaps(async (page, tap) => {
    await tap(page.getByRole('button', { name: /Contact Landlord/ }))
    await fill(dialog(page, 'Contact Landlord'), { Message: 'the mailbox key is missing' })
    await tap(button(page, 'Send Message'))
    await seeToast(page, 'Message Sent')
  }))

test('on a phone, the reason of the balance is at most three taps away', () =>
  inThreeTaps(async (page, tap) => {
    await tap(page.getByRole('button', { name: 'Why this number? Current Balance' }))
    await see(page.getByRole('dialog'), 'Your balance')
    await see(page.getByRole('dialog'), /that you reported is not subtracted until your landlord confirms it/)
  }))

test('on a phone, the lease is one tap away, without scrolling, and opens in the page', async () => {
  const { id, fileName } = await upload(landlord.page, tenantId)
  await inThreeTaps(async (page, tap) => {
    const lease = page.getByRole('link', { name: 'Lease Status' })
    await lease.waitFor()
    const box = await lease.boundingBox()
    expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThan(phone.viewport.height)
    await tap(lease)
    await page.waitForURL(`**/documents?document=${id}`)
    await page.getByRole('dialog', { name: fileName }).locator('canvas').first().waitFor()
  })
  tenant.expectClean()
})

/** The landlord shares a lease with the tenant. */
async function upload(page: Page, to: string) {
  const { name, mimeType, buffer } = leaseFile
  const sent = await page.request.post('/api/documents/upload', {
    multipart: { file: { name, mimeType, buffer }, category: 'lease', tenantId: to },
  })
  expect(sent.status()).toBe(201)
  return (await sent.json()) as { id: string; fileName: string }
}

test('the landlord’s own look is on the tenant’s phone and desk at once, on the next invitation and its mail, and gone with a reset', async () => {
  const { page } = landlord
  await page.goto('/user-settings')
  await page.getByRole('link', { name: 'Open branding' }).click()
  await fill(page, { Name: 'Harbor Homes', 'Main color': '#e0a030' })
  await see(page, /the contrast is 2\.2 to 1/)
  await button(page, 'Save').click()
  await expect.poll(() => page.getByLabel('Text on it', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await fill(page, { 'Main color': '#7a1f3d' })
  await see(page.getByRole('region', { name: 'Preview' }), 'Harbor Homes')
  await button(page, 'Save').click()
  await seeToast(page, 'Saved')

  // The portal is open on the phone.
  await tenant.page.goto('/')
  const home = tenant.page.getByRole('link', { name: 'Harbor Homes, home' })
  await home.and(tenant.page.locator(':visible')).waitFor()
  await page.locator('input[type=file]').setInputFiles(png('logo.png', [122, 31, 61]))
  await seeToast(page, 'Logo saved')
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1440, height: 900 },
  ]) {
    await tenant.page.setViewportSize(viewport)
    await home.and(tenant.page.locator(':visible')).getByRole('img', { name: 'Harbor Homes' }).waitFor()
    expect(await tenant.page.title()).toBe('Tenant Portal · Harbor Homes')
    expect(await tenant.page.evaluate('getComputedStyle(document.documentElement).getPropertyValue("--pine")')).toBe(
      '#7a1f3d',
    )
    expect(await tenant.page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width)
  }
  await tenant.page.setViewportSize(phone.viewport)
  expect(await page.title()).toBe('Branding · Keyhold')

  const invited = { email: 'nell@journey.test', firstName: 'Nell' }
  const { inviteLink } = await call<{ inviteLink: string }>(page, 'POST', '/api/tenant-invitations', invited)
  const visitor = await world.meet(phone)
  await visitor.page.goto(inviteLink)
  await see(visitor.page, `${nameOf(nadia)} invites you to Harbor Homes`)
  const mail = (await world.product.outbox()).find(({ to }) => to === invited.email)
  expect(mail?.fromName).toBe('Harbor Homes')

  await button(page, 'Reset to Keyhold’s look').click()
  await answer(page, 'Go back')
  await seeToast(page, 'Your tenants see the look of Keyhold again')
  await tenant.page.getByRole('link', { name: 'Keyhold, home' }).and(tenant.page.locator(':visible')).waitFor()
  landlord.expectClean()
  tenant.expectClean()
  visitor.expectClean(...whileSignedOut)
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

import { expect, test } from 'vitest'
import { inventPerson, nameOf, signIn, signUp } from './steps/accounts.ts'
import { addProperty, closeInvitation, inviteBySms, requestRow } from './steps/landlord.ts'
import { button, choose, dialog, fill, follow, go, see, seeToast } from './steps/page.ts'
import { png } from './steps/pictures.ts'
import { line, linkInText, register, textsTo } from './steps/tenant.ts'
import { patience, type Person, phone, useWorld, whileSignedOut } from './steps/world.ts'

// A leak from the report to the reopening: a landlord at a desk, a tenant and a vendor with phones, and a vendor who has no account.

const world = useWorld()
const owner = inventPerson('Rhea', 'Mender')
const renter = inventPerson('Tomas', 'Leaky')
const plumber = inventPerson('Jo', 'Pipes')
const home = { name: 'Willow Row', address: '4 SE Willow Row', rent: 150_000 }
const leak = { title: 'Water leak', description: 'The pipe under the kitchen sink leaks since this morning.' }
let landlord: Person
let tenant: Person
let vendor: Person

const future = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const details = () => dialog(landlord.page, leak.title)
const report = () => dialog(tenant.page, leak.title)

test('a tenant reports a leak with a photo, and the landlord accepts what triage suggests', async () => {
  ;[landlord, tenant, vendor] = await Promise.all([world.meet(), world.meet(phone), world.meet(phone)])
  await signUp(landlord.page, owner)
  await signIn(landlord.page, owner, 'landlord')
  landlord.expectClean(...whileSignedOut)
  await addProperty(landlord.page, home)
  await inviteBySms(landlord.page, renter, home)
  await closeInvitation(landlord.page)
  await register(tenant.page, await linkInText(world.product, renter), renter, nameOf(owner))
  await signIn(tenant.page, renter, 'tenant')
  tenant.expectClean(...whileSignedOut)
  await follow(landlord.page, 'Maintenance')

  await go(tenant.page, '/tenant-maintenance')
  await button(tenant.page, 'New Request').first().click()
  const form = dialog(tenant.page, 'New Request')
  // The emergency steps stand there as soon as the words do, and go with them.
  await fill(form, { Title: 'I smell gas' })
  await see(form, 'Gas: do this first')
  await fill(form, { Title: leak.title, Description: leak.description })
  await expect.poll(() => form.getByText('Gas: do this first').count()).toBe(0)
  await choose(tenant.page, form, 'Category', 'General')
  const chooser = tenant.page.waitForEvent('filechooser')
  await button(form, 'Add photos').click()
  await (await chooser).setFiles([png('leak.png', [30, 90, 160])])
  await button(form, 'Submit Request').dblclick()
  await seeToast(tenant.page, 'Request Submitted')

  await see(requestRow(landlord.page, leak.title), 'Suggested: High, plumbing')
  await landlord.page.getByRole('link', { name: leak.title }).click()
  await see(details(), 'By the words')
  await button(details(), 'Accept').click()
  await seeToast(landlord.page, 'Suggestion accepted')
  await see(details(), 'Plumbing')
})

test('the landlord sends the work to a vendor, who accepts and proposes a time that the tenant picks', async () => {
  const made = await landlord.page.request.post('/api/vendors', {
    data: { name: nameOf(plumber), phone: plumber.phone },
  })
  expect(made.status()).toBe(201)
  await button(details(), 'Send to vendor').click()
  const form = dialog(landlord.page, 'Send to vendor')
  await form.getByLabel('Vendor', { exact: true }).selectOption({ label: nameOf(plumber) })
  await fill(form, { 'Access notes': 'Key at the desk.' })
  await button(form, 'Send').click()
  await button(dialog(landlord.page, 'Work order'), 'Done').click()

  const [text = ''] = await expect
    .poll(() => textsTo(world.product, plumber), { timeout: patience })
    .not.toEqual([])
    .then(() => textsTo(world.product, plumber))
  const link = /https?:\/\/\S+/.exec(text)?.[0] ?? ''
  const { page } = vendor
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: leak.title }).waitFor()
  expect(await page.locator('body').innerText()).not.toContain('Key at the desk.')
  expect(await page.locator('body').innerText()).not.toContain(renter.lastName)
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth'), { timeout: patience }).toBe(390)
  await button(page, 'Accept').click()
  await seeToast(page, 'Accepted')
  await see(page, 'Key at the desk.')
  const times = page.getByRole('form', { name: 'Propose a time' })
  await fill(times, { Day: future(3), From: '09:00', To: '11:00' })
  await button(times, 'Propose this time').click()
  await seeToast(page, 'Time proposed')

  await line(tenant.page, leak.title).getByRole('link', { name: leak.title }).click()
  await report()
    .getByRole('button', { name: /^Pick this time/ })
    .click()
  await see(report(), /^Planned for/)
  await see(details(), 'Agreed')
  vendor.expectClean(...whileSignedOut)
})

test('the vendor sends an invoice and is done; the landlord accepts the cost and completes', async () => {
  const { page } = vendor
  const chooser = page.waitForEvent('filechooser')
  await button(page, 'Choose the file').click()
  await (
    await chooser
  ).setFiles([{ name: 'invoice.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF\n') }])
  await fill(page, { Amount: '180.50' })
  await button(page, 'Send invoice').click()
  await seeToast(page, 'Invoice sent')
  await button(page, 'The work is done').click()
  await fill(page, { 'What was done?': 'New washer fitted.' })
  await button(page, 'Mark as done').click()
  await seeToast(page, 'Marked as done')
  await see(details(), 'New washer fitted.')
  await button(details(), 'Accept cost').click()
  await seeToast(landlord.page, 'Invoice accepted')
  await button(details(), 'Start Work').click()
  await button(details(), 'Complete').click()
  await see(report(), 'Completed')
  expect(await report().innerText()).not.toMatch(/180|Pipes|washer/)
  vendor.expectClean()
})

test('the tenant rates the work and opens it again; the landlord sees both at once', async () => {
  await report().locator('label').filter({ hasText: '4 stars' }).click()
  await button(report(), 'Rate the work').click()
  await seeToast(tenant.page, 'Thank you for your rating')
  await see(details(), 'Rated 4 of 5')
  await button(report(), 'It is not fixed').click()
  await fill(report(), { 'What is still wrong?': 'It leaks again.' })
  await button(report(), 'Open again').click()
  await see(details(), 'It leaks again.')
  await see(details(), 'Reopened once')
  await see(report(), 'Opened again')
  landlord.expectClean()
  tenant.expectClean()
})

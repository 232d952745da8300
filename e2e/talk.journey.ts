import { expect, test } from 'vitest'
import { inventPerson, nameOf, signIn, signUp } from './steps/accounts.ts'
import { addProperty, closeInvitation, inviteBySms } from './steps/landlord.ts'
import { button, choose, dialog, fill, follow, see } from './steps/page.ts'
import { jpeg } from './steps/pictures.ts'
import { linkInText, register } from './steps/tenant.ts'
import { patience, type Person, phone, useWorld, whileSignedOut } from './steps/world.ts'

// A landlord at a desk and a tenant with a phone talk to each other.

const world = useWorld()
const owner = inventPerson('Greta', 'Halvorsen')
const renter = inventPerson('Milo', 'Ferreira')
let landlord: Person
let tenant: Person

const messages = ({ page }: Person) => page.getByRole('log', { name: 'Messages' })
const say = async ({ page }: Person, text: string) => {
  await page.getByLabel('Message', { exact: true }).fill(text)
  await page.getByLabel('Message', { exact: true }).press('Enter')
}

test('a message of the landlord is counted on the tenant’s phone, read there, and the landlord sees that', async () => {
  ;[landlord, tenant] = await Promise.all([world.meet(), world.meet(phone)])
  await signUp(landlord.page, owner)
  await signIn(landlord.page, owner, 'landlord')
  const home = { name: 'Aspen House', address: '12 NE Aspen Ct', rent: 120_000 }
  await addProperty(landlord.page, home)
  await inviteBySms(landlord.page, renter, home)
  await closeInvitation(landlord.page)
  await register(tenant.page, await linkInText(world.product, renter), renter, nameOf(owner))
  await signIn(tenant.page, renter, 'tenant')
  landlord.expectClean(...whileSignedOut)
  tenant.expectClean(...whileSignedOut)

  await follow(landlord.page, 'Tenant Portal')
  await button(landlord.page, 'New Conversation').first().click()
  const form = dialog(landlord.page, 'New Conversation')
  await fill(form, { Subject: 'The gutter' })
  await choose(landlord.page, form, 'Tenant', `${nameOf(renter)} · ${home.name}`)
  await button(form, 'Create Conversation').click()
  await see(landlord.page, `${nameOf(renter)} reads this conversation.`)
  await landlord.page.getByRole('checkbox', { name: 'AI assistance' }).uncheck()
  await say(landlord, 'The roofer comes on Friday at nine.')

  await tenant.page
    .getByRole('navigation')
    .getByRole('link', { name: /^Messages 1 unread$|^1 unread Messages$/ })
    .click()
  await tenant.page.getByRole('link', { name: /^The gutter/ }).click()
  await see(messages(tenant), 'The roofer comes on Friday at nine.')
  await see(messages(landlord), 'Read')
  await expect.poll(() => tenant.page.getByText('1 unread').count(), { timeout: patience }).toBe(0)
})

test('the landlord sees that the tenant writes, and what arrives; a quote and a photo are part of it', async () => {
  const box = tenant.page.getByLabel('Message', { exact: true })
  await box.pressSequentially('Fr')
  await see(landlord.page, `${nameOf(renter)} is writing…`)
  await box.fill('Friday is fine.')
  await tenant.page.getByRole('button', { name: 'Quote this message' }).first().click()
  await box.press('Enter')
  await see(messages(landlord), 'Friday is fine.')
  await see(messages(landlord).locator('blockquote'), 'The roofer comes on Friday at nine.')

  const chooser = tenant.page.waitForEvent('filechooser')
  await button(tenant.page, 'Attach photos or a PDF').click()
  await (await chooser).setFiles([jpeg('gutter.jpg')])
  await tenant.page.getByRole('button', { name: 'Remove gutter.jpg' }).waitFor()
  await expect.poll(() => button(tenant.page, 'Send').isEnabled(), { timeout: patience }).toBe(true)
  await say(tenant, 'This is how it looks.')
  await button(messages(landlord), 'Show gutter.jpg').click()
  await landlord.page.keyboard.press('Escape')
  landlord.expectClean()
  tenant.expectClean()
})

test('what is written without a connection is kept, sent when the line is back, and arrives once', async () => {
  await tenant.context.setOffline(true)
  await say(tenant, 'Written in the train.')
  await see(messages(tenant), 'Waiting for a connection')
  await tenant.context.setOffline(false)
  await see(messages(landlord), 'Written in the train.')
  await expect.poll(() => messages(tenant).getByText('Waiting for a connection').count(), { timeout: patience }).toBe(0)
  for (const person of [landlord, tenant])
    expect(await messages(person).getByText('Written in the train.').count()).toBe(1)
  tenant.expectClean(/ERR_INTERNET_DISCONNECTED/, /ERR_NETWORK_CHANGED/)
})

test('a text from the phone arrives in the thread, and STOP is shown there', async () => {
  await landlord.page.getByRole('checkbox', { name: 'Also as a text' }).check()
  await say(landlord, 'Please leave the gate open.')
  await see(messages(landlord), 'Text sent')
  const sent = (await world.product.outbox()).filter(({ body }) => body.includes('leave the gate open'))
  expect(sent.map(({ channel, to }) => [channel, to])).toEqual([['sms', renter.phone]])
  const reply = (body: string) => tenant.context.request.post('/dev/outbox', { form: { from: renter.phone, body } })
  await reply('Gate is open.')
  await see(messages(landlord), 'Gate is open.')
  await see(messages(landlord), 'Text message')
  await see(messages(tenant), 'Gate is open.')
  await reply('STOP')
  await see(messages(landlord), 'Texts to this phone are off until it sends START.')
  landlord.expectClean()
})

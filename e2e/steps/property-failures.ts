import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { inventPerson, signIn, type Who } from './accounts.ts'
import { answer, button, dialog, fill, follow, see, seeToast } from './page.ts'
import { card, fillHome, type FullHome, keep, keepHome, loseAnswer, openForm, rememberToasts } from './properties.ts'
import { type Person, whileSignedOut } from './world.ts'

// What can go wrong with a property and a form that stands open on it, and what is said of it. The person stands on the properties page.

const editing = (page: Page) => dialog(page, 'Edit Property')

/** The answer is lost on its way: asked again with the same key, there is one property, and it is said once that is sure. */
export async function addAndLoseAnswer({ page, expectClean }: Person, home: FullHome): Promise<void> {
  await loseAnswer(page, '**/api/properties', 'POST')
  const form = await openForm(page)
  await fillHome(page, form, home)
  await button(form, 'Add Property').click()
  await seeToast(page, 'Property created successfully')
  await form.waitFor({ state: 'detached' })
  await card(page, home.fields['Property Name']!).waitFor()
  expectClean(/POST \S+\/api\/properties net::ERR_CONNECTION_RESET$/)
}

export async function updateOffline({ page, context, expectClean }: Person, name: string): Promise<void> {
  await button(page, `Edit ${name}`).click()
  await fill(editing(page), { Bedrooms: '3' })
  await context.setOffline(true)
  await button(editing(page), 'Update').click()
  await seeToast(
    page,
    'Error',
    'Failed to update property: Keyhold could not be reached. Check your connection and try again.',
  )
  await expectInReach(page, button(editing(page), 'Update'))
  await context.setOffline(false)
  await button(editing(page), 'Update').click()
  await seeToast(page, 'Property updated successfully')
  await see(card(page, name), /3 bedrooms/)
  expectClean(/ERR_INTERNET_DISCONNECTED/)
}

/** The message that stands there leaves a button free. */
async function expectInReach(page: Page, wanted: Locator): Promise<void> {
  const [message, place] = await Promise.all([
    page.getByRole('region', { name: /^Notifications/, includeHidden: true }).boundingBox(),
    wanted.boundingBox(),
  ])
  const isApart =
    message!.x >= place!.x + place!.width ||
    message!.x + message!.width <= place!.x ||
    message!.y >= place!.y + place!.height
  expect(isApart, 'the message covers the button').toBe(true)
}

// A form that is open over a deleted property asks for its photos, whenever the stream tells of it.
const photosGone = /GET \S+\/api\/properties\/\S+\/photos 404$/

/** Deleted at the other desk meanwhile. */
export async function updateDeleted({ page, expectClean }: Person, other: Person, name: string): Promise<void> {
  await keepHome(page, name)
  await button(page, `Edit ${name}`).click()
  await follow(other.page, 'Properties')
  await button(other.page, `Delete ${name}`).click()
  await answer(other.page, 'Delete')
  await seeToast(other.page, 'Property deleted successfully')
  await button(editing(page), 'Update').click()
  await seeToast(page, 'Error', 'Failed to update property: 404: Property not found')
  expectClean(/PUT \S+\/api\/properties\/\S+ 404$/, photosGone)
  await button(editing(page), 'Cancel').click()
}

/** Someone moves in, so that it can't be deleted. */
export async function deleteInhabited({ page, expectClean }: Person, name: string, propertyId: string): Promise<void> {
  const { firstName, lastName, email } = inventPerson('Cecil', 'Settled')
  await keep(page, '/api/tenants', { firstName, lastName, email, propertyId })
  await see(card(page, name), 'Occupied')
  await button(page, `Delete ${name}`).click()
  await answer(page, 'Delete')
  await seeToast(
    page,
    'Failed to delete property',
    'This property has active tenants. Move them out or make them inactive before you delete it.',
  )
  expectClean(/DELETE \S+\/api\/properties\/\S+ 409$/, photosGone)
}

/** The session runs out under an open form, then the next one is ended at the other desk; afterwards the person is signed in anew. */
export async function updateSignedOut(
  { page, context, expectClean }: Person,
  other: Person,
  name: string,
  who: Who,
): Promise<void> {
  await button(page, `Edit ${name}`).click()
  const said = await rememberToasts(page)
  await context.clearCookies()
  await button(editing(page), 'Update').click()
  await seeToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
  expect(await said()).toContain('Failed to update property: Your session expired. Please log in again.')
  await page.waitForURL('**/login')
  await signIn(page, who, 'landlord')
  await follow(page, 'Properties')
  await button(page, `Edit ${name}`).click()

  await other.page.goto('/user-settings')
  await button(other.page, 'Sign out everywhere else').click()
  await answer(other.page, 'Sign out')
  await seeToast(other.page, 'Signed out everywhere else')
  // Nobody has to touch the page: it is cleared at once.
  await seeToast(page, 'Unauthorized', 'You are logged out. Logging in again...')
  await page.waitForURL('**/login')
  await signIn(page, who, 'landlord')
  expectClean(/ 401$/)
  other.expectClean(...whileSignedOut)
}

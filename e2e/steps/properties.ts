import type { Locator, Page } from 'playwright-core'
import { button, choose, fill, follow, see, seeToast } from './page.ts'

/** A home with all that the form can say, of the landlord's own choosing. */
export interface FullHome {
  fields: Record<string, string>
  type: string
  isOccupied?: boolean
  amenities?: string[]
}

/** All that the form can say. */
export const rosewood: FullHome = {
  fields: {
    'Property Name': 'Rosewood House',
    Address: '2210 SE Ankeny St',
    City: 'Portland',
    State: 'OR',
    'ZIP Code': '97214',
    'Monthly Rent': '1875.50',
    'Security Deposit': '0',
    Bedrooms: '2',
    Bathrooms: '1.5',
    'Square Feet': '1040',
    Description: 'Two floors below old roses, with a porch to the garden.',
  },
  type: 'Duplex',
  isOccupied: true,
  amenities: ['Parking', 'Laundry', 'Balcony'],
}
/** Only what it asks for. */
export const dogwood: FullHome = {
  fields: {
    'Property Name': 'Dogwood Flat',
    Address: '8 Dogwood Ln',
    City: 'Bend',
    State: 'OR',
    'ZIP Code': '97701',
    'Monthly Rent': '2400',
  },
  type: 'Apartment',
}
/** Fills the property form that stands open. */
export async function fillHome(
  page: Page,
  form: Locator,
  { fields, type, isOccupied, amenities = [] }: FullHome,
): Promise<void> {
  await fill(form, fields)
  await choose(page, form, 'Property Type', type)
  if (isOccupied) await form.getByRole('checkbox', { name: 'Property is currently occupied' }).click()
  for (const [index, amenity] of amenities.entries()) {
    await form.getByLabel(/^Amenities/).fill(amenity)
    // Either ends one.
    await form.getByLabel(/^Amenities/).press(index % 2 === 0 ? 'Enter' : ',')
  }
}

/** Sends the empty form that stands open, then fills in what is wrong: each fault is named. */
export async function misuseForm(page: Page, form: Locator): Promise<void> {
  await see(form.getByLabel('Property Type'), 'Apartment')
  await button(form, 'Add Property').click()
  await seeToast(page, 'Validation Error', 'Please fix the form errors before submitting')
  for (const missing of ['Property name', 'Address', 'City', 'State', 'ZIP code', 'Monthly rent'])
    await see(form, `${missing} is required`)
  // Judged as one types.
  await fill(form, {
    'Monthly Rent': '0',
    'Security Deposit': '-1',
    Bedrooms: '0',
    Bathrooms: '0',
    'Square Feet': '1.5',
  })
  await see(form, 'Monthly rent must be a valid positive number')
  await see(form, 'Security deposit must be a valid number')
  await see(form, 'Bedrooms must be a valid positive number')
  await see(form, 'Bathrooms must be a valid positive number')
  await see(form, 'Square feet must be a valid positive number')
  await fill(form, { Bathrooms: '1.2' })
  await see(form, 'Bathrooms must be a whole or half number')
}

/** Opens the form to add one, on the properties page. */
export async function openForm(page: Page): Promise<Locator> {
  await follow(page, 'Properties')
  await button(page, 'Add Property').click()
  return page.getByRole('dialog', { name: 'Add New Property' })
}

/** The card of a home on the properties page. */
export const card = (page: Page, name: string): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** The names on the properties page, in their order. */
export const cardNames = (page: Page): Promise<string[]> =>
  page.getByRole('article').getByRole('heading').allInnerTexts()

/** The same where they stand in a table. */
export async function rowNames(page: Page): Promise<string[]> {
  const links = await page.getByRole('table', { name: 'Properties' }).getByRole('row').getByRole('link').allInnerTexts()
  return links.map((text) => text.trim().split('\n')[0]!)
}

/** What is said once the first plan is full. */
export const seeLimitToast = (page: Page): Promise<void> =>
  seeToast(
    page,
    'Property Limit Reached',
    "You've reached the maximum of 5 properties for your current plan. Upgrade to add more properties.",
  )

/** Asks to delete the property whose page is open. */
export async function askToDelete(page: Page): Promise<void> {
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: 'Delete property' }).click()
  await see(page.getByRole('alertdialog'), 'Are you sure you want to delete this property?')
}

/** Adds a record as the signed-in user with the page's own call, and returns its id. For set-up that a journey is not about. */
export async function keep(page: Page, path: string, data: object): Promise<string> {
  const made = await page.request.post(path, { data })
  if (!made.ok()) throw new Error(`${path} answered ${made.status()}: ${await made.text()}`)
  return ((await made.json()) as { id: string }).id
}

/** A home of the landlord who is signed in. */
export const keepHome = (page: Page, name: string, more: object = {}): Promise<string> =>
  keep(page, '/api/properties', {
    name,
    address: `17 ${name} Road`,
    city: 'Portland',
    state: 'OR',
    zipCode: '97214',
    propertyType: 'apartment',
    monthlyRent: 1200,
    ...more,
  })

/** The next call of this kind reaches the server, which does as it is told; the line breaks before the answer is here. */
export async function loseAnswer(page: Page, url: string, method: string): Promise<void> {
  let isLost = false
  await page.route(url, async (route) => {
    if (isLost || route.request().method() !== method) return route.fallback()
    isLost = true
    await route.fetch()
    return route.abort('connectionreset')
  })
}

/** Keeps whatever the toasts of a page say from here on, even what another takes the place of at once. */
export async function rememberToasts(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(`(() => {
    window.toasted = ''
    const region = document.querySelector('[role=region][aria-label^=Notifications]')
    new MutationObserver(() => { window.toasted += region.innerText + '\\n' }).observe(region, { childList: true, subtree: true })
  })()`)
  return () => page.evaluate<string>('window.toasted')
}

import { expect, test } from 'vitest'
import { inventPerson, nameOf, signIn, signUp } from './steps/accounts.ts'
import { part } from './steps/dashboard.ts'
import { answer, button, dialog, fill, follow, holdBack, see, seeFigures, seeToast } from './steps/page.ts'
import { arrangePhotos, choosePhotos, jpeg, leafThrough, png } from './steps/pictures.ts'
import {
  askToDelete,
  card,
  cardNames,
  dogwood,
  fillHome,
  keepHome,
  misuseForm,
  openForm,
  rosewood,
  rowNames,
  seeLimitToast,
} from './steps/properties.ts'
import {
  addAndLoseAnswer,
  deleteInhabited,
  updateDeleted,
  updateOffline,
  updateSignedOut,
} from './steps/property-failures.ts'
import { patience, type Person, useWorld, whileSignedOut } from './steps/world.ts'

// A landlord's properties from the first to the fullest list, and everything that can go wrong with them.

const world = useWorld()
const paula = inventPerson('Paula', 'Propper')
const ids: Record<string, string> = {}
let landlord: Person
/** The same landlord at another desk. */
let other: Person

test('the first property is added with everything the form can say', async () => {
  landlord = await world.meet()
  const { page, expectClean } = landlord
  await signUp(page, paula)
  await signIn(page, paula, 'landlord')
  expectClean(...whileSignedOut)

  const letGo = await holdBack(page, '**/api/properties?*')
  await follow(page, 'Properties')
  await expect.poll(() => page.locator('main [aria-busy=true] > div').count(), { timeout: patience }).toBe(6)
  letGo()
  await see(page, '0 / 5 properties')
  await page.getByRole('heading', { name: 'No Properties Yet' }).waitFor()
  await see(page, 'Get started by adding your first rental property to the system.')
  await button(page, 'Add Your First Property').click()

  const form = dialog(page, 'Add New Property')
  await misuseForm(page, form)
  await fillHome(page, form, rosewood)
  await button(form, 'Remove Laundry').click()
  expect(
    await form.getByText(/is required|must be a valid|must be a whole or half number/).count(),
    'nothing is complained of any more',
  ).toBe(0)
  await button(form, 'Add Property').dblclick()
  await seeToast(page, 'Property created successfully')
  await form.waitFor({ state: 'detached' })

  const added = card(page, 'Rosewood House')
  for (const text of [
    '2210 SE Ankeny St, Portland',
    'Occupied',
    'Duplex · 2 bedrooms · 1.5 bathrooms · 1,040 sq ft',
    '$1,875.50',
    /old roses/,
  ])
    await see(added, text)
  for (const word of ['Edit', 'Delete']) await button(added, `${word} Rosewood House`).waitFor()
  await see(page, '1 / 5 properties')
  expect(await page.getByRole('article').count(), 'one, though the button was pressed twice').toBe(1)
  await added.getByRole('link', { name: 'Rosewood House' }).click()
  await page.getByRole('heading', { level: 1, name: 'Rosewood House' }).waitFor()
  ids['Rosewood House'] = page.url().split('/').at(-1)!
  expect(await page.getByRole('list', { name: 'Amenities' }).getByRole('listitem').allInnerTexts()).toEqual([
    'Parking',
    'Balcony',
  ])
  expectClean()
})

test('what is changed is saved, and what fails says why', async () => {
  const { page, expectClean } = landlord
  other = await world.meet()
  await signIn(other.page, paula, 'landlord')
  await seeFigures(other.page, () => ({ 'Total Properties': '1' }))

  await follow(page, 'Properties')
  await button(page, 'Edit Rosewood House').click()
  const edit = dialog(page, 'Edit Property')
  const owner = [edit.getByLabel('Landlord Name'), edit.getByLabel('Landlord Email')]
  expect(await Promise.all(owner.map((field) => field.inputValue()))).toEqual([nameOf(paula), paula.email])
  for (const field of owner) expect(await field.isEditable(), 'it is for reading').toBe(false)
  await button(edit, 'Cancel').click()
  await edit.waitFor({ state: 'detached' })
  await button(page, 'Edit Rosewood House').click()
  // A rent left empty stays what it is.
  await fill(edit, { 'Property Name': 'Rosewood Hall', 'Monthly Rent': '', 'Security Deposit': '500' })
  await button(edit, 'Update').click()
  await seeToast(page, 'Property updated successfully')
  await see(card(page, 'Rosewood Hall'), '$1,875.50')
  await see(other.page, 'Rosewood Hall')
  expectClean()

  await addAndLoseAnswer(landlord, dogwood)
  expect(await cardNames(page)).toEqual(['Dogwood Flat', 'Rosewood Hall'])
  await seeFigures(other.page, () => ({ 'Total Properties': '2' }))
  await updateOffline(landlord, 'Rosewood Hall')
  await updateDeleted(landlord, other, 'Birch House')
  ids['Cedar Studio'] = await keepHome(page, 'Cedar Studio', {
    propertyType: 'studio',
    city: 'Salem',
    monthlyRent: 950,
  })
  await deleteInhabited(landlord, 'Cedar Studio', ids['Cedar Studio'])
  await updateSignedOut(landlord, other, 'Rosewood Hall', paula)
})

test('photos are uploaded, ordered and removed', async () => {
  const { page, expectClean } = landlord
  const text = Buffer.from('Rent is due on the 1st.')
  await follow(page, 'Properties')
  await page.getByRole('link', { name: 'Rosewood Hall' }).click()
  await page.getByRole('heading', { level: 1, name: 'Rosewood Hall' }).waitFor()
  await choosePhotos(page, { name: 'notes.txt', mimeType: 'text/plain', buffer: text })
  await see(page, 'This is not a JPEG, PNG, WebP, GIF or AVIF image.')
  expectClean()
  await choosePhotos(page, { name: 'notes.jpg', mimeType: 'image/jpeg', buffer: text })
  await see(page, 'Images must be JPEG, PNG, WebP, GIF or AVIF. This file is something else.')
  expectClean(/POST \S+\/photos 415$/)
  for (const name of ['notes.txt', 'notes.jpg']) await button(page, `Remove ${name}`).click()

  await choosePhotos(page, png('front.png', [180, 60, 60]), jpeg('kitchen.jpg'), png('garden.png', [60, 160, 60]))
  await seeToast(page, '3 photos added')
  const garden = await arrangePhotos(page)
  await page.reload()
  await button(page, 'Photo 1 of 2').waitFor()
  expectClean()
  // As after five minutes without a call: a picture has nobody else to renew the session for it.
  const access = (await landlord.context.cookies()).find(({ name }) => name === 'kh_access')!
  await landlord.context.addCookies([{ ...access, value: 'run.out.token' }])
  await leafThrough(page, 'Rosewood Hall')
  expectClean(/^response: GET \S+\/api\/photos\/\S+ 401$/)

  await follow(page, 'Properties')
  const cover = card(page, 'Rosewood Hall').locator('img')
  const photo = garden.replace(/\/\w+$/, '')
  expect(await cover.getAttribute('src')).toBe(`${photo}/card`)
  await expect
    .poll(() => page.evaluate<number>("document.querySelector('article img').naturalWidth"), { timeout: patience })
    .toBeGreaterThan(0)
  expectClean()

  const stranger = await world.meet()
  expect((await stranger.page.request.get(`${photo}/full`)).status(), 'a visitor').toBe(401)
  const sol = inventPerson('Sol', 'Stranger')
  await signUp(stranger.page, sol)
  await signIn(stranger.page, sol, 'landlord')
  for (const size of ['thumbnail', 'card', 'full'])
    expect((await stranger.page.request.get(`${photo}/${size}`)).status(), `another landlord, ${size}`).toBe(404)
  expect((await page.request.get(`${photo}/full`)).headers()['content-type'], 'its landlord').toMatch(/^image\//)
  await stranger.page.goto(`/properties/${ids['Rosewood House']}`)
  await stranger.page.getByRole('heading', { name: 'Property Not Found' }).waitFor()
  await stranger.context.close()
})

test('the list is searched, filtered, sorted and shown as a table', async () => {
  const { page, expectClean } = landlord
  const expectCards = (...names: string[]) => expect.poll(() => cardNames(page), { timeout: patience }).toEqual(names)
  await expectCards('Cedar Studio', 'Dogwood Flat', 'Rosewood Hall')
  const search = page.getByRole('searchbox', { name: 'Search properties' })
  await search.fill('salem')
  await expectCards('Cedar Studio')
  await search.fill('nowhere')
  await see(page, 'No properties match')
  await button(page, 'Clear filters').click()
  await expectCards('Cedar Studio', 'Dogwood Flat', 'Rosewood Hall')
  await button(page, 'Vacant').click()
  await expectCards('Dogwood Flat')
  await button(page, 'Occupied').click()
  await expectCards('Cedar Studio', 'Rosewood Hall')
  await page.getByLabel('Property type').selectOption('duplex')
  await expectCards('Rosewood Hall')
  await page.getByLabel('Property type').selectOption('')
  await button(page, 'All').click()
  await page.getByLabel('Order').selectOption('rent')
  await expectCards('Cedar Studio', 'Rosewood Hall', 'Dogwood Flat')

  await button(page, 'Table').click()
  await expect
    .poll(() => rowNames(page), { timeout: patience })
    .toEqual(['Cedar Studio', 'Rosewood Hall', 'Dogwood Flat'])
  for (const text of ['$1,875.50', 'Occupied', /3 bedrooms/])
    await see(page.getByRole('row').filter({ hasText: 'Rosewood Hall' }), text)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ sort: 'rent', view: 'table' })

  // What one looks at can be handed on as an address.
  await other.page.goto('/properties?q=o&show=occupied&sort=rent-desc&view=table')
  await expect.poll(() => rowNames(other.page), { timeout: patience }).toEqual(['Rosewood Hall', 'Cedar Studio'])
  await button(page, 'Cards').click()
  expectClean()
  other.expectClean()
})

test('at the limit nothing can be added, and an upgrade is offered', async () => {
  const { page, expectClean } = landlord
  ids['Elm Cottage'] = await keepHome(page, 'Elm Cottage')
  await see(page, '4 / 5 properties')
  const form = await openForm(page)
  await fillHome(page, form, { ...dogwood, fields: { ...dogwood.fields, 'Property Name': 'One Too Many' } })
  // The last place is taken at the other desk meanwhile.
  ids['Fir Cabin'] = await keepHome(other.page, 'Fir Cabin')
  await button(form, 'Add Property').click()
  await seeToast(
    page,
    'Error',
    "Failed to create property: You've reached your property limit for your current plan. Please upgrade to add more properties.",
  )
  expectClean(/POST \S+\/api\/properties 403$/)
  await button(form, 'Cancel').click()
  await form.waitFor({ state: 'detached' })

  await see(page, '5 / 5 properties')
  const add = button(page, 'Add Property (5/5)')
  expect(await add.getAttribute('aria-disabled')).toBe('true')
  await add.click({ force: true })
  await seeToast(
    page,
    'Property Limit Reached',
    "You've reached the maximum of 5 properties for your current plan. Upgrade to add more properties.",
  )
  expect(await page.getByRole('dialog').count()).toBe(0)
  await see(page.locator('main'), 'Property Limit Reached')
  await page.locator('main').getByRole('link', { name: 'Upgrade Plan' }).click()
  await page.waitForURL('**/pricing')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expectClean()
})

test('an archived property comes back', async () => {
  const { page, expectClean } = landlord
  await follow(page, 'Properties')
  await button(page, 'Archive Cedar Studio').click()
  await seeToast(page, 'Failed to archive property', /This property has active tenants/)
  expectClean(/\/archive 409$/)
  await button(page, 'Archive Elm Cottage').click()
  await seeToast(page, 'Property archived', 'Elm Cottage no longer counts towards your lists, totals and limit.')
  await button(page.getByRole('region', { name: /^Notifications/ }), 'Undo').click()
  await seeToast(page, 'Property restored', 'Elm Cottage is back in your properties.')
  await button(page, 'Archive Elm Cottage').click()
  await card(page, 'Elm Cottage').waitFor({ state: 'detached' })
  await see(page, '4 / 5 properties')

  // Its place is taken: there is no way back until another goes.
  await keepHome(page, 'Ginkgo Place')
  await see(page, '5 / 5 properties')
  await button(page, 'Archived').click()
  await see(card(page, 'Elm Cottage'), 'Archived')
  expect(await cardNames(page)).toEqual(['Elm Cottage'])
  await button(page, 'Restore Elm Cottage').click()
  await seeLimitToast(page)
  expectClean(/\/restore 403$/)

  await page.goto(`/properties/${ids['Fir Cabin']}`)
  await askToDelete(page)
  await answer(page, 'Cancel')
  await page.getByRole('heading', { level: 1, name: 'Fir Cabin' }).waitFor()
  await askToDelete(page)
  await answer(page, 'Delete')
  await seeToast(page, 'Property deleted successfully')
  await page.waitForURL((url) => url.pathname === '/properties')
  await see(page, '4 / 5 properties')

  await page.goto(`/properties/${ids['Elm Cottage']}`)
  await see(page, /^Archived on /)
  await button(page, 'Restore').click()
  await seeToast(page, 'Property restored', 'Elm Cottage is back in your properties.')
  await see(page, 'Vacant')
  expectClean(/GET \S+\/api\/\S+ 404$/)
})

test('a property that is not there says so', async () => {
  const { page, expectClean } = landlord
  for (const id of ['0190a0b0-0000-7000-8000-000000000001', ids['Fir Cabin'], 'nonsense']) {
    await page.goto(`/properties/${id}`)
    await page.getByRole('heading', { level: 1, name: 'Property Not Found' }).waitFor()
    await see(page, "The property you're looking for doesn't exist.")
  }
  await page.getByRole('link', { name: 'Back to Properties' }).click()
  await card(page, 'Dogwood Flat').getByRole('link', { name: 'Dogwood Flat' }).click()
  await page.getByRole('heading', { level: 1, name: 'Dogwood Flat' }).waitFor()
  expectClean(/GET \S+\/api\/properties\/\S+ 40[04]$/)
})

test('the quick actions of a property carry it along', async () => {
  const { page, expectClean } = landlord
  const id = page.url().split('/').at(-1)!
  const actions = part(page, 'Quick Actions')
  for (const [label, path, sign] of [
    ['View Documents', `/documents?propertyId=${id}`, 'Documents'],
    ['View Payments', `/payments?propertyId=${id}`, 'Showing payments of Dogwood Flat'],
    ['Maintenance', `/maintenance?propertyId=${id}`, 'Showing requests of Dogwood Flat'],
    ['Market Analysis', `/market-pricing?propertyId=${id}`, 'Market Pricing'],
  ] as const) {
    await actions.getByRole('link', { name: label }).click()
    await page.waitForURL(`**${path}`)
    await see(page.locator('main'), sign)
    await page.goBack()
  }
  await button(actions, 'Edit Property').click()
  await page.waitForURL(`**/properties/edit/${id}`)
  await dialog(page, 'Edit Property').waitFor()
  await page.goBack()
  await dialog(page, 'Edit Property').waitFor({ state: 'detached' })
  await seeFigures(page, () => ({ 'Monthly Rent': '$2,400', Collected: '$0', Overdue: '$0', 'Open Requests': '0' }))
  await see(page, 'No tenants assigned to this property')

  await actions.getByRole('link', { name: 'Add Tenant' }).click()
  await page.waitForURL(`**/tenants/new?propertyId=${id}`)
  const form = dialog(page, 'Add New Tenant')
  await see(form.getByLabel('Property', { exact: true }), 'Dogwood Flat')
  const dora = inventPerson('Dora', 'Dogwood')
  await fill(form, { 'First Name': dora.firstName, 'Last Name': dora.lastName, Email: dora.email })
  await button(form, 'Add Tenant').click()
  await seeToast(page, 'Tenant added successfully')
  await page.goto(`/properties/${id}`)
  await page.getByRole('link', { name: nameOf(dora) }).waitFor()
  await actions.getByRole('link', { name: 'View Documents' }).waitFor()
  expect(await actions.getByRole('link', { name: 'Add Tenant' }).count(), 'one lives there').toBe(0)
  expectClean()
})

import { expect, test } from 'vitest'
import { inventPerson, nameOf, signIn, signUp } from './steps/accounts.ts'
import { dateWords, exact, firstOfMonth, today, typed } from './steps/calendar.ts'
import { part } from './steps/dashboard.ts'
import { faultsOf } from './steps/looks.ts'
import { answer, button, choose, dialog, fill, follow, go, see, seeFigures, seeToast } from './steps/page.ts'
import { keepHome } from './steps/properties.ts'
import { register } from './steps/tenant.ts'
import {
  finishAdding,
  fromMenu,
  giveCsv,
  importRow,
  introduce,
  ledgerRows,
  showLedgerUntil,
  openTenant,
  seeFact,
  seeLastChange,
  seeTenant,
  startAdding,
} from './steps/tenants.ts'
import { patience, type Person, useWorld, whileSignedOut } from './steps/world.ts'

// A new landlord's tenants: units, who lives together and who does not, terms, moving out and coming back, invitations and an import.

const world = useWorld()
const tilda = inventPerson('Tilda', 'Landlord')
const [ann, ben, cleo, dora] = [
  inventPerson('Ann', 'Archer'),
  inventPerson('Ben', 'Baker'),
  inventPerson('Cleo', 'Cooper'),
  inventPerson('Dora', 'Dyer'),
]
/** Whole cents. */
const [rent, raised] = [150_000, 160_000]
// The months of a lease are counted from one day: the clock may strike twelve meanwhile.
const start = firstOfMonth(today(), -1)
const raisedFrom = firstOfMonth(start, 4)
// After all rents that are charged.
const lastDay = firstOfMonth(start, 30)
let landlord: Person
let propertyId: string
/** Addresses of the pages of tenants. */
let annsPage: string
let bensPage: string

test('before the first tenant every view says what it is for', async () => {
  landlord = await world.meet()
  const { page, expectClean } = landlord
  await signUp(page, tilda)
  await signIn(page, tilda, 'landlord')
  expectClean(...whileSignedOut)
  await follow(page, 'Tenants')
  await page.getByRole('heading', { name: 'No Tenants Yet' }).waitFor()
  await page.getByRole('tab', { name: 'Invitations' }).click()
  await page.getByRole('heading', { name: 'No invitations yet' }).waitFor()
  await page.getByRole('tab', { name: 'Import' }).click()
  await see(page, 'Import tenants from a CSV file')
  await page.goBack()
  await page.getByRole('heading', { name: 'No invitations yet' }).waitFor()
  expectClean()
  await go(page, `/tenants/${crypto.randomUUID()}`)
  await page.getByRole('heading', { level: 1, name: 'Tenant Not Found' }).waitFor()
  await see(page, "The tenant you're looking for doesn't exist.")
  await page.getByRole('link', { name: 'Back to Tenants' }).click()
  await page.getByRole('heading', { name: 'No Tenants Yet' }).waitFor()
  expectClean(/^response: GET \S+\/api\/tenants\/[\da-f-]+ 404$/)
})

test('units are seen once there is a second one', async () => {
  const { page, expectClean } = landlord
  propertyId = await keepHome(page, 'Linden Court', { securityDeposit: 1200 })
  await go(page, `/properties/${propertyId}`)
  const units = part(page, 'Units')
  await see(units, 'A single home. Add units if this property is rented out as several.')
  await button(units, 'Add unit').click()
  const form = dialog(page, 'Add unit')
  expect(await form.getByLabel('Existing unit').inputValue()).toBe('Unit 1')
  expect(await form.getByLabel('New unit').inputValue()).toBe('Unit 2')
  await fill(form, { 'New unit': 'Upper floor', Bedrooms: '2', Bathrooms: '1.2', 'Market rent': typed(rent) })
  await button(form, 'Add unit').click()
  await see(form, 'Bathrooms must be a whole or half number')
  await fill(form, { Bathrooms: '1.5' })
  await button(form, 'Add unit').dblclick()
  await seeToast(page, 'Unit added')
  await form.waitFor({ state: 'detached' })
  await see(units, '0 of 2 units occupied')
  await see(units, '2 bd · 1.5 ba · $1,500/month')
  expect(await units.getByRole('listitem').count(), 'one, though the button was pressed twice').toBe(2)
  // A name stands for one unit.
  await button(units, 'Add unit').click()
  await fill(form, { 'Unit name': 'Upper floor' })
  await button(form, 'Add unit').click()
  await see(form, 'Another unit of this property has this name. Please choose a different one.')
  await button(form, 'Cancel').click()
  expectClean(/^response: POST \S+\/units 409$/)
})

test('a tenant is added to the unit one came from, on its terms', async () => {
  const { page, expectClean } = landlord
  await page.getByRole('link', { name: 'Add tenant to Upper floor' }).click()
  const form = dialog(page, 'Add New Tenant')
  await introduce(form, ann)
  await see(form.getByLabel('Unit'), 'Upper floor')
  await expect.poll(() => form.getByLabel(/^Monthly Rent/).inputValue(), { timeout: patience }).toBe('1500')
  await fill(form, { 'Lease Start': start, 'Lease End': start })
  await button(form, 'Add Tenant').click()
  await see(form, 'The lease must end after it starts')
  await fill(form, { 'Lease End': '' })
  await finishAdding(page, form, '12 monthly payments were created.')
  await page.waitForURL('**/tenants')
  annsPage = await openTenant(page, ann)
  await see(page, /^Linden Court, Upper floor · added/)
  await showLedgerUntil(page, lastDay)
  await expect.poll(() => ledgerRows(page).count(), { timeout: patience }).toBe(12)
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Tenants' }).waitFor()
  expectClean()
  // Two can't share an address.
  const again = await startAdding(page, { ...ann, firstName: 'Other' })
  await button(again, 'Add Tenant').click()
  await seeToast(page, 'Failed to create tenant', 'You already have an active tenant with this email address.')
  await button(again, 'Cancel').click()
  expectClean(/^response: POST \S+\/api\/tenants 409$/)
})

test('who moves in where somebody lives is asked about, and the keyboard answers', async () => {
  const { page, expectClean } = landlord
  const form = await startAdding(page, ben)
  await choose(page, form, 'Property', 'Linden Court')
  // The vacant one is meant, unless one says otherwise.
  await see(form.getByLabel('Unit'), 'Unit 1')
  expect(await form.getByText('Someone already lives there').count()).toBe(0)
  await choose(page, form, 'Unit', 'Upper floor')
  await see(form, 'Someone already lives there')
  await button(form, 'Add Tenant').click()
  await see(form, 'Choose how the new tenant lives there.')
  const together = form.getByRole('radio', { name: /^Together with Ann Archer/ })
  await expect
    .poll(() => together.evaluate((one) => one.ownerDocument.activeElement === one), { timeout: patience })
    .toBe(true)
  expect(await faultsOf(page, 'the question', '[role=dialog]')).toEqual([])
  await page.keyboard.press('Space')
  // An answer is for one home: another is asked about anew, or not at all.
  await choose(page, form, 'Unit', 'Unit 1')
  expect(await form.getByText('Someone already lives there').count()).toBe(0)
  await choose(page, form, 'Unit', 'Upper floor')
  await together.waitFor()
  await together.press('Space')
  await finishAdding(page, form)
  bensPage = await openTenant(page, ben)
  await seeFact(page, 'Lease Information', 'Together with', nameOf(ann))
  await seeFact(page, 'Lease Information', 'Monthly rent', exact(rent))
  await showLedgerUntil(page, lastDay)
  await expect.poll(() => ledgerRows(page).count(), { timeout: patience }).toBe(12)
  await part(page, 'Lease Information')
    .getByRole('link', { name: nameOf(ann) })
    .click()
  await seeTenant(page, ann)
  await seeFact(page, 'Lease Information', 'Together with', nameOf(ben))

  // A room of one's own in the same home is a tenancy apart.
  const own = await startAdding(page, cleo)
  await choose(page, own, 'Property', 'Linden Court')
  await choose(page, own, 'Unit', 'Upper floor')
  await own.getByRole('radio', { name: /^With a separate tenancy/ }).click()
  await fill(own, { 'Monthly Rent': '400', 'Lease Start': start })
  await finishAdding(page, own, '12 monthly payments were created.')
  await go(page, `/properties/${propertyId}`)
  const current = part(page, 'Current Tenants')
  for (const name of [nameOf(ann), nameOf(ben)]) await see(current, `Together with ${name}`)
  expect(
    await current
      .getByRole('listitem')
      .filter({ hasText: nameOf(cleo) })
      .innerText(),
  ).not.toContain('Together')
  await see(part(page, 'Units'), '1 of 2 units occupied')
  expectClean()
})

test('terms with a rent step hold for both, and the ledger says why each rent is what it is', async () => {
  const { page, expectClean } = landlord
  await go(page, annsPage)
  await seeTenant(page, ann)
  await button(page, 'Change terms').click()
  const form = dialog(page, 'Lease terms')
  await see(form, /^Ann Archer and Ben Baker\./)
  await button(form, 'Add a rent step').click()
  expect(await form.getByText(/Enter a date|must be a valid/).count(), 'nothing is wrong before it was typed').toBe(0)
  await form.getByLabel('From', { exact: true }).fill(start)
  await form.getByLabel('Rent', { exact: true }).fill(typed(raised))
  await button(form, 'Save terms').click()
  await see(form, 'A new rent begins after the start of the tenancy')
  expect(await faultsOf(page, 'terms', '[role=dialog]')).toEqual([])
  await form.getByLabel('From', { exact: true }).fill(raisedFrom)
  await button(form, 'Save terms').dblclick()
  await seeToast(page, 'Terms saved')
  await form.waitFor({ state: 'detached' })
  await seeLastChange(page, ['Changed', `Rent steps: ${exact(raised)} from ${dateWords(raisedFrom)}`])
  // Four rents before the step, eight from it on.
  const total = 4 * rent + 8 * raised
  for (const path of [annsPage, bensPage]) {
    await go(page, path)
    await seeFact(page, 'Lease Information', `Rent from ${dateWords(raisedFrom)}`, exact(raised))
    await showLedgerUntil(page, lastDay)
    await seeFact(page, 'Ledger', 'Closing balance', exact(total))
  }
  const step = ledgerRows(page).filter({ hasText: dateWords(raisedFrom) })
  await step.getByRole('button', { name: /^Why/ }).click()
  await see(page.getByRole('dialog'), `${exact(raised)} a month`)
  await page.keyboard.press('Escape')
  const statement = await page.request.get(`/api${bensPage}/statement`)
  expect([statement.status(), statement.headers()['content-type']]).toEqual([200, 'application/pdf'])
  expectClean()
})

test('rents that go on every month are prorated at the end, formula and all', async () => {
  const { page, expectClean } = landlord
  await go(page, annsPage)
  await seeTenant(page, ann)
  await button(page, 'Change terms').click()
  const form = dialog(page, 'Lease terms')
  await choose(page, form, 'Schedule', 'Monthly until the lease ends')
  await fill(form, { 'Day rent is due': '32', 'Charged in advance': '10' })
  await button(form, 'Save terms').click()
  await see(form, 'Enter a day from 1 to 31')
  const last = `${firstOfMonth(start, 6).slice(0, 8)}15`
  await fill(form, { 'Day rent is due': '1', 'Lease End': last })
  await choose(page, form, 'First and last month', '30-day month')
  await button(form, 'Save terms').click()
  await seeToast(page, 'Terms saved', 'Upcoming rents use the new terms.')
  await form.waitFor({ state: 'detached' })
  await seeFact(page, 'Lease Information', 'Rent schedule', 'Monthly, due on the 1st')
  await showLedgerUntil(page, lastDay)
  // Six whole months, and half of one.
  await seeFact(page, 'Ledger', 'Closing balance', exact(4 * rent + 2 * raised + raised / 2))
  await ledgerRows(page).last().getByRole('button', { name: /^Why/ }).click()
  await see(page.getByRole('dialog'), /15 .*30/)
  await page.keyboard.press('Escape')
  expectClean()
})

test('one of two moves out on a day to come and stays after all; then both leave', async () => {
  const { page, expectClean } = landlord
  const day = `${firstOfMonth(today(), 1).slice(0, 8)}20`
  await go(page, bensPage)
  await seeTenant(page, ben)
  await fromMenu(page, 'Record a move-out…')
  const form = dialog(page, 'Record a move-out')
  await see(form.getByLabel('Who moves out'), 'Ben Baker alone')
  await form.getByLabel('Move-out day').fill('2001-01-01')
  await button(form, 'Record move-out').click()
  await see(form, 'Nobody can move out before they moved in')
  expectClean(/^response: POST \S+\/move-out 400$/)
  await form.getByLabel('Move-out day').fill(day)
  await fill(form, { Reason: 'A new job' })
  await button(form, 'Record move-out').dblclick()
  await seeToast(page, 'Move-out recorded', `Ben Baker leaves on ${dateWords(day)}. Rent continues for the others.`)
  await see(page, `Moves out on ${dateWords(day)}`)
  await seeLastChange(page, ['Move-out recorded', `Move-out day: ${dateWords(day)}`, 'Reason: A new job'])
  await button(page, 'Undo move-out').click()
  await seeToast(page, 'Move-out undone')
  await expect.poll(() => page.getByText(/^Moves out on/).count(), { timeout: patience }).toBe(0)

  await fromMenu(page, 'Record a move-out…')
  await choose(page, form, 'Who moves out', 'All of them')
  await button(form, 'Record move-out').click()
  await seeToast(page, 'Move-out recorded', /^Rent ends on/)
  for (const path of [bensPage, annsPage]) {
    await go(page, path)
    await see(page.locator('main header, main'), 'Inactive')
  }
  // What they still owe, the earliest first.
  await seeFigures(page, () => ({ 'Oldest unpaid': new RegExp(`Due ${dateWords(start)}`) }))
  // Their room-mate has a tenancy apart, and stays.
  await go(page, `/properties/${propertyId}`)
  await expect.poll(() => part(page, 'Current Tenants').getByRole('listitem').count(), { timeout: patience }).toBe(1)
  expectClean()
})

test('a deleted tenant can be restored at once, or later from the archive', async () => {
  const { page, expectClean } = landlord
  const cleosPage = await openTenant(page, cleo)
  await showLedgerUntil(page, lastDay)
  await expect.poll(() => ledgerRows(page).count(), { timeout: patience }).toBe(12)
  await follow(page, 'Tenants')
  await button(page, `Delete ${nameOf(cleo)}`).click()
  await page.getByRole('alertdialog', { name: 'Are you sure you want to delete this tenant?' }).waitFor()
  await answer(page, 'Cancel')
  await button(page, `Delete ${nameOf(cleo)}`).click()
  await answer(page, 'Delete')
  await seeToast(page, 'Tenant deleted successfully')
  const card = page.getByRole('article').filter({ hasText: nameOf(cleo) })
  await card.waitFor({ state: 'detached' })
  await button(page, 'Undo').click()
  await seeToast(page, 'Tenant restored')
  await see(card, 'Active')
  await go(page, cleosPage)
  await showLedgerUntil(page, lastDay)
  await expect.poll(() => ledgerRows(page).count(), { timeout: patience }).toBe(12)

  await fromMenu(page, 'Delete tenant')
  await answer(page, 'Delete')
  await page.waitForURL('**/tenants')
  await button(page.getByRole('group', { name: 'Status' }), 'Archived').click()
  await page.waitForURL('**/tenants?status=archived')
  await card.getByRole('link', { name: nameOf(cleo) }).click()
  await see(page, /^Archived on/)
  await seeLastChange(page, ['Archived'])
  await button(page, 'Restore').click()
  await seeToast(page, 'Tenant restored')
  await button(page, 'Edit').first().waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Nothing is archived' }).waitFor()
  await page.goBack()
  expectClean()
})

test('a tenant is edited and screened', async () => {
  const { page, expectClean } = landlord
  await go(page, annsPage)
  await seeTenant(page, ann)
  await button(page, 'Edit').first().click()
  const form = dialog(page, 'Edit Tenant')
  await button(form, 'More details Date of birth, employment, emergency contact').click()
  await fill(form, { Phone: '+1 503 555 0142', 'Monthly Income': '5200', Employer: 'Oak Bakery' })
  await button(form, 'Save changes').dblclick()
  await seeToast(page, 'Tenant updated successfully')
  await form.waitFor({ state: 'detached' })
  await seeFact(page, 'Contact Information', 'Employer', 'Oak Bakery')
  await seeLastChange(page, [
    'Changed',
    'Phone: +1 503 555 0142',
    'Employer name: Oak Bakery',
    `Monthly income: ${exact(520_000)}`,
  ])
  expect(await page.getByRole('link', { name: /^Schedule Visit/ }).getAttribute('href')).toMatch(
    /^mailto:ann\.archer.*subject=Visit%20to%20Linden%20Court/,
  )
  await page.getByRole('button', { name: /^AI Screen/ }).click()
  const screening = dialog(page, `AI Screening: ${nameOf(ann)}`)
  for (const heading of ['Factors', 'Credit', 'Rental history'])
    await screening.getByRole('heading', { name: heading }).waitFor()
  await button(screening, 'Close').last().click()
  expectClean()
})

test('an invitation says what it sends, is revoked, and another one leads to a tenant', async () => {
  const { page, expectClean } = landlord
  await landlord.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await follow(page, 'Tenants')
  await button(page, 'Invite Tenant').first().click()
  const form = dialog(page, 'Invite Tenant')
  const texts = form.getByRole('checkbox', { name: 'Also send the link by SMS' })
  expect(await texts.isDisabled()).toBe(true)
  await button(form, 'Send Invitation').click()
  await see(form, 'Email is required')
  await fill(form, { Email: dora.email, Phone: dora.phone })
  if (!(await texts.isChecked())) await texts.click()
  expect(await form.getByText(/Reply STOP/).count(), 'there is nobody to greet yet').toBe(0)
  await fill(form, { 'First Name': dora.firstName, 'Last Name': dora.lastName })
  await see(form, /This link expires in 7 days\. Reply STOP to opt out\.$/)
  await button(form, 'Send Invitation').dblclick()
  await seeToast(page, 'SMS invitation sent successfully!')
  const done = dialog(page, 'Invitation created')
  const first = await done.getByLabel('Invitation link').inputValue()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(first)
  await button(done, 'Done').click()
  await page.getByRole('tab', { name: /^Invitations/ }).click()
  await button(page, 'Revoke').click()
  await answer(page, 'Revoke')
  await seeToast(page, 'Invitation revoked')
  await button(page, 'Invite again').click()
  await button(form, 'Send Invitation').click()
  const second = await done.getByLabel('Invitation link').inputValue()
  await button(done, 'Done').click()

  const tenant = await world.meet()
  await tenant.page.goto(first)
  await tenant.page.getByRole('heading', { level: 1, name: 'Invalid Invitation' }).waitFor()
  await see(tenant.page, /This invitation link is invalid, expired, or has already been used\./)
  await tenant.page.goto('/tenant-register')
  await tenant.page.waitForURL((url) => url.pathname === '/')
  tenant.expectClean(...whileSignedOut, /^response: GET \S+\/api\/tenant-invitations\/\S+ 404$/)
  await register(tenant.page, second, dora, nameOf(tilda))
  await tenant.page.goto(second)
  await tenant.page.getByRole('heading', { level: 1, name: 'Invalid Invitation' }).waitFor()
  await see(page.getByRole('table', { name: 'Invitations' }), 'Accepted')
  await openTenant(page, dora)
  await see(page, 'Portal active')
  expectClean()
})

test('a file of tenants is looked through, imported and taken back', async () => {
  const { page, expectClean } = landlord
  await page.goto('/tenants?view=import')
  await giveCsv(page, 'none.csv', ['Colour,Size', 'red,12'])
  await see(page.getByRole('alert'), 'This file could not be imported')
  expectClean(/^response: POST \S+\/api\/tenant-imports 400$/)
  const people = Array.from(
    { length: 120 },
    (_, index) => `Row${index},Import,row${index}.${tilda.email},Linden Court,Unit 1,${start},1000,blue`,
  )
  const faulty = 'Faye,,faye,Nowhere,,2026-13-01,much,blue'
  await giveCsv(page, 'tenants.csv', [
    'First Name,Last Name,Email,Building,Apt,Lease Start,Rent,Colour',
    faulty,
    ...people,
  ])
  await see(page, /rows in an occupied home$/)
  await button(page, 'They each have a separate tenancy').click()
  await see(page, '120 ready · 1 with errors')
  await see(page, 'Colour. Rename them in the file if they matter.')
  const wrong = await importRow(page, 'Faye').innerText()
  for (const words of [
    'Last name is required',
    'Lease start: This date does not exist',
    'Property: None of your properties',
  ])
    expect(wrong).toContain(words)
  const rows = page.getByRole('group', { name: 'Rows' })
  await button(rows, 'Ready 120').click()
  await importRow(page, 'Faye').waitFor({ state: 'detached' })
  await button(rows, 'Errors 1').click()
  await importRow(page, 'Row0').first().waitFor({ state: 'detached' })
  expect(await faultsOf(page, 'import')).toEqual([])
  // The address leads back to it.
  await page.reload()
  await button(page, 'Import 120 tenants').dblclick()
  await page.getByRole('progressbar', { name: 'Progress of the import' }).waitFor()
  await see(page, '1 with errors · 120 imported')
  const found = await page.request.get('/api/tenants?q=row2&limit=1')
  expect(found.headers()['x-total-count']).toBe('11')
  await button(page, 'Undo this import…').click()
  await answer(page, 'Undo import')
  await see(page, '1 with errors · 120 undone')
  const archived = await page.request.get('/api/tenants?status=archived&limit=1')
  expect(archived.headers()['x-total-count'], 'they never were').toBe('0')
  await button(page, 'All imports').click()
  await see(part(page, 'Imports'), 'Undone')
  expectClean()
})

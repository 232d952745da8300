import { expect, test } from 'vitest'
import { inventPerson, nameOf, signIn, signUp } from './steps/accounts.ts'
import { firstOfMonth, headline, today } from './steps/calendar.ts'
import { contact, edgeColor, part, themeColor } from './steps/dashboard.ts'
import {
  button,
  choose,
  dialog,
  expectStayed,
  fill,
  follow,
  markPage,
  see,
  seeFigures,
  seeToast,
} from './steps/page.ts'
import { keep, keepHome, seeLimitToast } from './steps/properties.ts'
import { textsTo } from './steps/tenant.ts'
import { patience, type Person, useWorld, whileSignedOut } from './steps/world.ts'

// The dashboard: from its samples to a landlord's own figures and findings, and the dialogs that stand on it.

const world = useWorld()
const dana = inventPerson('Dana', 'Board')
const tess = inventPerson('Tess', 'Texted')
const address = '31 NE Alberta St'
let landlord: Person
/** The same landlord at another desk. */
let other: Person
const homes: string[] = []

const partOf = (title: string) => part(landlord.page, title)
const findings = () => partOf('AI Market Insights').getByRole('listitem')

/** Opens a dialog by the quick action of its name. */
const open = (name: string) =>
  partOf('Quick Actions')
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .click()

/** Goes back to the dashboard by the sidebar. */
async function backHome(): Promise<void> {
  const { page } = landlord
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('heading', { level: 1, name: `Welcome back, ${dana.firstName}` }).waitFor()
}

test('a new landlord sees samples that say so', async () => {
  landlord = await world.meet()
  const { page, expectClean } = landlord
  await signUp(page, dana)
  await signIn(page, dana, 'landlord')
  await page.getByRole('heading', { level: 1, name: `Welcome back, ${dana.firstName}` }).waitFor()
  await seeFigures(page, () => ({
    'Total Properties': '0',
    'Active Tenants': '0',
    'Monthly Revenue': '$0',
    'Due Now': '$0',
  }))
  for (const title of ['No Properties Yet', 'No Tenants Yet'])
    await page.getByRole('heading', { name: title }).waitFor()
  await see(page, 'Examples of what you’ll see here once you’ve added your properties.')
  const kinds = [
    { priority: 'High priority', color: 'danger', leadsTo: '/properties' },
    { priority: 'Medium priority', color: 'info', leadsTo: '/tenants' },
    { priority: 'Low priority', color: 'success', leadsTo: '/maintenance' },
  ]
  expect(await findings().count()).toBe(kinds.length)
  for (const [index, { priority, color, leadsTo }] of kinds.entries()) {
    const sample = findings().nth(index)
    await see(sample, priority)
    await see(sample, 'Sample')
    expect(await edgeColor(page, index), `${priority} is ${color}`).toBe(await themeColor(page, color))
    await sample.getByRole('link', { name: /^Take Action/ }).click()
    await page.waitForURL((url) => url.pathname === leadsTo)
    await backHome()
  }
  expect(
    await page.getByRole('button', { name: /^Dismiss/ }).count(),
    'a sample can be put away as little as it can be acted on',
  ).toBe(0)
  expectClean(...whileSignedOut)
})

test('the dialogs of the dashboard add a property and a tenant and text an invitation', async () => {
  const { page, expectClean } = landlord
  await open('Add Property')
  const property = dialog(page, 'Add Property')
  await button(property, 'Add Property').click()
  for (const message of ['Address is required', 'Monthly rent is required', /^Bedrooms must be/, /^Bathrooms must be/])
    await see(property, message)
  await see(property.getByLabel('Property Type'), 'Apartment')
  await fill(property, { Address: address, 'Monthly Rent': '1400', Bedrooms: '2', Bathrooms: '1.2' })
  await button(property, 'Add Property').click()
  await see(property, 'Bathrooms must be a whole or half number')
  await fill(property, { Bathrooms: '1.5', Description: 'Above the bakery.' })
  await choose(page, property, 'Property Type', 'Condo')
  await button(property, 'Add Property').dblclick()
  await seeToast(page, 'Property added successfully')
  await property.waitFor({ state: 'detached' })
  // The list and the figures are asked for anew.
  await partOf('Properties').getByRole('link', { name: address }).waitFor()
  await seeFigures(page, () => ({ 'Total Properties': '1' }))
  // And the dialog is empty again.
  await open('Add Property')
  expect(await property.getByLabel('Address').inputValue()).toBe('')
  await button(property, 'Cancel').click()

  await open('Add Tenant')
  const tenant = dialog(page, 'Add New Tenant')
  await button(tenant, 'Add Tenant').click()
  for (const message of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Phone number is required',
  ])
    await see(tenant, message)
  const theo = inventPerson('Theo', 'Tenant')
  await fill(tenant, contact(theo))
  await choose(page, tenant, 'Property', address)
  await expect.poll(() => tenant.getByLabel(/^Monthly Rent/).inputValue(), { timeout: patience }).toBe('1400')
  await fill(tenant, { 'Lease Start': firstOfMonth(today(), 1) })
  await button(tenant, 'Add Tenant').dblclick()
  await seeToast(page, 'Tenant added successfully', '12 monthly payments were created.')
  await partOf('Tenants')
    .getByRole('link', { name: nameOf(theo) })
    .waitFor()
  await seeFigures(page, () => ({ 'Active Tenants': /^1 100% occupancy$/ }))

  await open('SMS Invite Tenant')
  const invite = dialog(page, 'SMS Invite Tenant')
  await button(invite, 'Send SMS Invitation').click()
  for (const message of [
    'First name is required',
    'Last name is required',
    'Email is required',
    'Phone number is required',
  ])
    await see(invite, message)
  await fill(invite, contact(tess))
  await choose(page, invite, 'Property', address)
  // Somebody lives there already.
  await invite.getByRole('radio', { name: 'With a separate tenancy' }).click()
  await button(invite, 'Send SMS Invitation').dblclick()
  await seeToast(page, 'SMS invitation sent successfully!')
  const done = dialog(page, 'Invitation created')
  const link = await done.getByLabel('Invitation link').inputValue()
  // A blank message says the default in the first name; the button was pressed twice.
  await expect
    .poll(() => textsTo(world.product, tess), { timeout: patience })
    .toEqual([
      `Hi Tess, ${nameOf(dana)} invites you to set up your tenant account. ${link} This link expires in 7 days. Reply STOP to opt out.`,
    ])
  await button(done, 'Invite another').click()
  const uma = inventPerson('Uma', 'Untold')
  await fill(invite, { ...contact(uma), Message: 'The keys are at the bakery.' })
  await button(invite, 'Send SMS Invitation').click()
  await see(done, `${nameOf(uma)} is invited`)
  await expect
    .poll(() => textsTo(world.product, uma), { timeout: patience })
    .toEqual([expect.stringContaining(`${nameOf(dana)}: The keys are at the bakery.`)])
  await button(done, 'Done').click()

  // Without a text there is only the link.
  await follow(page, 'Tenants')
  await button(page, 'Invite Tenant').first().click()
  const byLink = dialog(page, 'Invite Tenant')
  await fill(byLink, { Email: inventPerson('Lina', 'Linked').email })
  await button(byLink, 'Send Invitation').click()
  await seeToast(page, 'Invitation created successfully!')
  await button(done, 'Done').click()
  expectClean()
})

test("what the dialogs can't do they say", async () => {
  const { page, context, expectClean } = landlord
  await backHome()
  // Someone answers STOP: the next text to that number can't go out.
  const outbox = await world.meet()
  await outbox.page.goto('/dev/outbox')
  await outbox.page
    .getByRole('article')
    .filter({ hasText: tess.phone })
    .getByRole('button', { name: 'Answer STOP' })
    .click()
  await outbox.page.waitForURL((url) => url.pathname === '/dev/outbox')
  await open('SMS Invite Tenant')
  const invite = dialog(page, 'SMS Invite Tenant')
  await fill(invite, { ...contact(inventPerson('Tess', 'Again')), Phone: tess.phone })
  await button(invite, 'Send SMS Invitation').click()
  await seeToast(
    page,
    'Invitation created but SMS failed to send. Check your SMS settings.',
    /This number has opted out of texts \(STOP\)\./,
  )
  const done = dialog(page, 'Invitation created')
  await see(done, 'The text could not be sent')
  await button(done, 'Done').click()
  expectClean()

  await open('SMS Invite Tenant')
  await fill(invite, contact(inventPerson('Olaf', 'Offline')))
  await context.setOffline(true)
  await button(invite, 'Send SMS Invitation').click()
  await seeToast(page, 'Error', 'Keyhold could not be reached. Check your connection and try again.')
  await context.setOffline(false)
  await button(invite, 'Cancel').click()
  expectClean(/ERR_INTERNET_DISCONNECTED/)

  await open('Add Tenant')
  const tenant = dialog(page, 'Add New Tenant')
  const twin = inventPerson('Tina', 'Twin')
  await keep(page, '/api/tenants', { firstName: 'Tom', lastName: 'Twin', email: twin.email })
  await fill(tenant, contact(twin))
  await button(tenant, 'Add Tenant').click()
  await seeToast(page, 'Failed to add tenant', /email/)
  expect(await tenant.getByLabel('Email').getAttribute('aria-invalid')).toBe('true')
  expectClean(/POST \S+\/api\/tenants 409$/)
  await button(tenant, 'Cancel').click()

  for (const name of ['Aspen Row', 'Beech Row', 'Clover Row']) homes.push(await keepHome(page, name))
  await seeFigures(page, () => ({ 'Total Properties': '4' }))
  await open('Add Property')
  const property = dialog(page, 'Add Property')
  await fill(property, { Address: '99 Last Place', 'Monthly Rent': '900', Bedrooms: '1', Bathrooms: '1' })
  // The last place of the plan is taken at another desk meanwhile.
  other = await world.meet()
  await signIn(other.page, dana, 'landlord')
  homes.push(await keepHome(other.page, 'Daisy Row'))
  await button(property, 'Add Property').click()
  await seeToast(
    page,
    'Failed to add property',
    "You've reached your property limit for your current plan. Please upgrade to add more properties.",
  )
  expectClean(/POST \S+\/api\/properties 403$/)
  await button(property, 'Cancel').click()
  await seeFigures(page, () => ({ 'Total Properties': '5' }))
  await open('Add Property')
  await seeLimitToast(page)
  expect(await page.getByRole('dialog').count()).toBe(0)
  expectClean()
})

test('the dashboard shows the figures and what leads on', async () => {
  const { page, expectClean } = landlord
  await page.reload()
  await seeFigures(page, () => ({
    'Total Properties': /^5 \+5 new this month$/,
    'Active Tenants': /^2 20% occupancy$/,
    'Monthly Revenue': /^\$0 No revenue last month$/,
    'Due Now': /^\$0 0 overdue$/,
  }))
  await see(partOf('Properties'), 'Daisy Row')
  await see(partOf('Tenants'), 'Theo Tenant')
  const ways = [
    ...['Properties', 'Tenants'].map((list) => ({
      of: partOf(list),
      link: `View All ${list}`,
      path: `/${list.toLowerCase()}`,
    })),
    { of: partOf('Quick Actions'), link: 'Generate Lease', path: '/leases' },
    { of: partOf('Quick Actions'), link: 'Market Analysis', path: '/market-pricing' },
    { of: partOf('Quick Actions'), link: 'AI Assistant', path: '/chat' },
    { of: partOf('Properties'), link: 'Daisy Row', path: /^\/properties\/[\da-f-]{36}$/ },
    { of: partOf('Tenants'), link: 'Theo Tenant', path: /^\/tenants\/[\da-f-]{36}$/ },
    { of: page.locator('main'), link: 'Settings', path: '/user-settings' },
    { of: page.locator('main'), link: 'Choose a plan', path: '/pricing' },
  ]
  for (const { of, link, path } of ways) {
    await of.getByRole('link', { name: link }).first().click()
    await page.waitForURL(({ pathname }) => (typeof path === 'string' ? pathname === path : path.test(pathname)))
    await backHome()
  }
  await button(page.locator('main'), 'SMS Invite Tenant').first().click()
  await button(dialog(page, 'SMS Invite Tenant'), 'Cancel').click()
  await button(page.locator('main'), 'Logout').waitFor()
  expectClean()
})

const daysAgo = (days: number) => new Date(Date.parse(today()) - days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

const owes = (...lastNames: string[]) => expect.stringMatching(`^\\$1,000 overdue from Late (${lastNames.join('|')})$`)

test('an insight shows its evidence, leads to its cure and can be put away', async () => {
  const { page, expectClean } = landlord
  await markPage(page)
  // Four tenants who owe rent: since two months before, twelve days, and five. The longest comes first.
  const start = firstOfMonth(today(), -2)
  const late = [start, firstOfMonth(today(), -1), firstOfMonth(today())].filter((due) => due < today()).length
  for (const [lastName, leaseStartDate] of [
    ['Able', start],
    ['Baker', daysAgo(12)],
    ['Cane', daysAgo(12)],
    ['Dole', daysAgo(5)],
  ] as const) {
    const { email } = inventPerson('Late', lastName)
    await keep(page, '/api/tenants', {
      firstName: 'Late',
      lastName,
      email,
      propertyId: homes.shift(),
      leaseStartDate,
      monthlyRent: 1000,
    })
  }
  // The page stands open: what is found comes to it. Three at most, and the lists show five.
  const titles = () => findings().getByRole('heading', { level: 3 }).allInnerTexts()
  const first = `${headline(late * 100_000)} overdue from Late Able`
  await expect.poll(titles, { timeout: 3 * patience }).toEqual([first, owes('Baker', 'Cane'), owes('Baker', 'Cane')])
  await see(page, '1 more insight in the queue. Act on one or dismiss it to see the next.')
  await expect.poll(() => partOf('Tenants').getByRole('listitem').count(), { timeout: patience }).toBe(5)
  await expectStayed(page)

  const finding = findings().filter({ hasText: first })
  await see(finding, 'High priority')
  await see(finding, 'New')
  await button(finding, 'Evidence').click()
  await see(finding, 'How it is computed:')
  await see(finding, /^Confidence \d+%$/)
  await see(finding, /by built-in rules\. This is advice only; nothing changes automatically\.$/)
  await finding.getByText('New', { exact: true }).waitFor({ state: 'detached' })
  await finding.getByRole('link', { name: 'Late Able', exact: true }).click()
  await page.waitForURL(/\/tenants\/[\da-f-]{36}$/)
  await page.goBack()

  await finding.getByRole('link', { name: `Take Action: ${first}` }).click()
  await page.waitForURL(/\/payments\?tenant=[\da-f-]{36}$/)
  await see(page, 'Showing payments of')
  await see(page.locator('main strong'), 'Late Able')
  await backHome()

  await button(finding, `Dismiss: ${first}`).click()
  await seeToast(page, 'Insight dismissed', 'It only comes back if it gets significantly worse.')
  await expect.poll(titles, { timeout: patience }).toEqual([owes('Baker', 'Cane'), owes('Baker', 'Cane'), owes('Dole')])
  await button(page.getByRole('region', { name: /^Notifications/ }), 'Undo').click()
  await finding.waitFor()
  await button(finding, `Dismiss: ${first}`).click()
  await finding.waitFor({ state: 'detached' })
  await page.reload()
  await expect.poll(titles, { timeout: patience }).toHaveLength(3)
  expect(await titles()).not.toContain(first)
  expectClean()
})

import type { Locator, Page } from 'playwright-core'
import { nameOf, type Who } from './accounts.ts'
import { dateWords, exact, typed } from './calendar.ts'
import { button, choose, dialog, fill, follow, see, seeToast } from './page.ts'

export interface Home {
  name: string
  address: string
  /** Whole cents. */
  rent: number
}

/** Adds a home in Portland on the properties page, with an impatient double click. */
export async function addProperty(page: Page, home: Home): Promise<void> {
  await follow(page, 'Properties')
  await button(page, 'Add Property').click()
  const form = dialog(page, 'Add New Property')
  await fill(form, {
    'Property Name': home.name,
    Address: home.address,
    City: 'Portland',
    State: 'OR',
    'ZIP Code': '97214',
    'Monthly Rent': typed(home.rent),
    'Security Deposit': typed(home.rent),
    Bedrooms: '2',
    Bathrooms: '1.5',
  })
  await choose(page, form, 'Property Type', 'Duplex')
  await button(form, 'Add Property').dblclick()
  await seeToast(page, 'Property created successfully')
  await form.waitFor({ state: 'detached' })
}

/** Invites someone by text and answers the link that the page shows this once. */
export async function inviteBySms(page: Page, who: Who, home: Home, { isOccupied = false } = {}): Promise<string> {
  await follow(page, 'Tenants')
  await button(page, 'Invite Tenant').first().click()
  const form = dialog(page, 'Invite Tenant')
  await fill(form, { Email: who.email, Phone: who.phone, 'First Name': who.firstName, 'Last Name': who.lastName })
  await choose(page, form, 'Property', home.name)
  if (isOccupied) await form.getByRole('radio', { name: /^With a separate tenancy/ }).click()
  const texts = form.getByRole('checkbox', { name: 'Also send the link by SMS' })
  if (!(await texts.isChecked())) await texts.click()
  await see(form, /Reply STOP to opt out/)
  await button(form, 'Send Invitation').dblclick()
  const done = dialog(page, 'Invitation created')
  return done.getByLabel('Invitation link').inputValue()
}

/** Closes what `inviteBySms` left open. */
export const closeInvitation = (page: Page): Promise<void> => button(dialog(page, 'Invitation created'), 'Done').click()

/** Enters rent and lease on a tenant's card: it sets up twelve rents. */
export async function setLease(
  page: Page,
  who: Who,
  lease: { start: string; end: string; rent: number },
): Promise<void> {
  await follow(page, 'Tenants')
  await button(page, `Edit ${nameOf(who)}`).click()
  const form = dialog(page, 'Edit Tenant')
  await fill(form, { 'Lease Start': lease.start, 'Lease End': lease.end, 'Monthly Rent': typed(lease.rent) })
  await button(form, 'Save changes').click()
  await seeToast(page, 'Tenant updated successfully')
  await form.waitFor({ state: 'detached' })
}

/** The row of a charge in the list of payments. */
export const paymentRow = (page: Page, due: string): Locator =>
  page
    .getByRole('table', { name: 'Payments' })
    .getByRole('row')
    .filter({ hasText: dateWords(due) })

/** Confirms what was reported on a charge. */
export async function verify(page: Page, due: string, cents: number): Promise<void> {
  await button(paymentRow(page, due), 'Verify').click()
  const form = dialog(page, 'Verify Payment')
  await see(form, `${exact(cents)} reported`)
  await button(form, 'Verify').dblclick()
  await seeToast(page, 'Payment verified')
  await form.waitFor({ state: 'detached' })
}

/** The row of a request in the list of maintenance. */
export const requestRow = (page: Page, title: string): Locator =>
  page.getByRole('table', { name: 'Maintenance requests' }).getByRole('row').filter({ hasText: title })

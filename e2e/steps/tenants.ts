import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { nameOf, type Who } from './accounts.ts'
import { part } from './dashboard.ts'
import { button, dialog, fill, follow, seeToast } from './page.ts'
import { patience } from './world.ts'

/** Opens the form that adds somebody, from the list, and fills in who they are. */
export async function startAdding(page: Page, who: Who): Promise<Locator> {
  await follow(page, 'Tenants')
  await button(page, 'Add Tenant').first().click()
  return introduce(dialog(page, 'Add New Tenant'), who)
}

/** Fills in who somebody new is. */
export async function introduce(form: Locator, who: Who): Promise<Locator> {
  await fill(form, { 'First Name': who.firstName, 'Last Name': who.lastName, Email: who.email })
  return form
}

/** Adds the tenant of the form that stands open, with an impatient double click. */
export async function finishAdding(page: Page, form: Locator, description?: string): Promise<void> {
  await button(form, 'Add Tenant').dblclick()
  await seeToast(page, 'Tenant added successfully', description)
  await form.waitFor({ state: 'detached' })
}

/** Goes to a tenant's page by their card; answers its address. */
export async function openTenant(page: Page, who: Who): Promise<string> {
  await follow(page, 'Tenants')
  await page
    .getByRole('article')
    .getByRole('link', { name: nameOf(who) })
    .click()
  await seeTenant(page, who)
  return new URL(page.url()).pathname
}

export const seeTenant = (page: Page, who: Who): Promise<void> =>
  page.getByRole('heading', { level: 1, name: nameOf(who) }).waitFor()

/** Chooses from the menu behind the three dots. */
export async function fromMenu(page: Page, item: string): Promise<void> {
  await button(page, 'More').click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Waits until a labelled fact of a card says this. */
export const seeFact = (page: Page, title: string, label: string, value: string): Promise<void> =>
  expect
    .poll(() => part(page, title).locator('dl > div').filter({ hasText: label }).locator('dd').first().innerText(), {
      timeout: patience,
    })
    .toBe(value)

/** A ledger runs to today unless asked. */
export const showLedgerUntil = (page: Page, day: string): Promise<void> =>
  page.getByRole('region', { name: 'Ledger' }).getByLabel('To', { exact: true }).fill(day)

/** The rows of the ledger, headings aside. */
export const ledgerRows = (page: Page): Locator => page.getByRole('table', { name: 'Ledger' }).locator('tbody tr')

/** Waits until the history's last entry is this, line by line, without when and by whom. */
export const seeLastChange = (page: Page, lines: readonly string[]): Promise<void> =>
  expect
    .poll(
      async () =>
        (await part(page, 'History').locator('ol > li').first().innerText()).split('\n').filter(Boolean).slice(0, -1),
      {
        timeout: patience,
      },
    )
    .toEqual(lines)

/** Gives the page a CSV file of these lines to import. */
export const giveCsv = (page: Page, name: string, lines: readonly string[]): Promise<void> =>
  page
    .getByRole('tabpanel', { name: 'Import' })
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })

/** The row of a file's line in the preview of an import. */
export const importRow = (page: Page, text: string): Locator =>
  page.getByRole('table', { name: 'Rows of the file' }).getByRole('row').filter({ hasText: text })

import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { nameOf, type Who } from './accounts.ts'
import { button, dialog, fill, see, seeToast } from './page.ts'
import { fact } from './plans.ts'
import { patience, type Person } from './world.ts'

export type Tab = 'Landlords' | 'Properties' | 'Databases' | 'Activity Log' | 'Settings' | 'Support Tickets'

/** Chooses a tab of the control room; behind its name may stand a count. */
export const openTab = (page: Page, name: Tab): Promise<void> =>
  page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()

/** The rows of one of its lists, but for those that name the columns. */
export const rowsOf = (place: Page | Locator, list: string): Locator =>
  place.getByRole('table', { name: list, exact: true }).locator('tbody tr')

/** Waits until a row begins with these cells. */
export const seeCells = (row: Locator, ...cells: string[]): Promise<void> =>
  expect
    .poll(
      async () =>
        (await row.locator('td').allInnerTexts())
          .slice(0, cells.length)
          .map((text) => text.replaceAll(/\s+/g, ' ').trim()),
      {
        timeout: patience,
      },
    )
    .toEqual(cells)

/** Searches a list and waits until that many rows are left. */
export async function search(place: Page | Locator, list: string, words: string, found: number): Promise<void> {
  await place.getByLabel(`Search ${list.toLowerCase()}`).fill(words)
  await expect.poll(() => rowsOf(place, list).count(), { timeout: patience }).toBe(found)
}

/** The row in which a landlord stands. */
export const landlordRow = (page: Page, who: Who): Locator => rowsOf(page, 'Landlords').filter({ hasText: who.email })

export const titles = {
  Subscription: 'Manage Subscription',
  Password: 'Reset Password',
  Trial: 'Extend Trial',
  Users: 'Tenant Users Management',
} as const

/** Opens one of the dialogs about a landlord, on the tab that lists them. */
export async function openAbout(page: Page, who: Who, what: keyof typeof titles): Promise<Locator> {
  const direct = button(landlordRow(page, who), `${what} for ${nameOf(who)}`)
  await landlordRow(page, who).waitFor()
  // Where the row has no room for buttons they are in its menu.
  if (await direct.isVisible()) await direct.click()
  else await chooseAbout(page, who, what)
  const form = dialog(page, titles[what])
  await see(form, who.email)
  return form
}

/** Chooses in the menu at the end of a landlord's row. */
export async function chooseAbout(page: Page, who: Who, item: string): Promise<void> {
  await landlordRow(page, who)
    .getByRole('button', { name: new RegExp(`^(More|Actions) for ${nameOf(who)}$`) })
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Sends the form of a dialog, which the server refuses (`call`: `reset-password 400`), and reads why in the toast: its title, a colon, its text. */
export async function expectRefused(
  { page, expectClean }: Person,
  form: Locator,
  send: string,
  call: string,
  words: string,
): Promise<void> {
  const end = words.indexOf(': ')
  await button(form, send).click()
  await seeToast(page, words.slice(0, end), words.slice(end + 2))
  expectClean(new RegExp(`^response: POST \\S+/api/admin/${call}$`))
  // Escape would close the toast first.
  await button(form, 'Cancel').click()
  await form.waitFor({ state: 'detached' })
}

/** Fills the form for a database of a landlord who is searched for first, on the tab that lists them. */
export async function fillDatabase(page: Page, who: Who, name: string): Promise<Locator> {
  await button(page, 'Create Database').click()
  const form = dialog(page, 'Create Database')
  await form.getByLabel('Search landlords').fill(who.email)
  await form.getByRole('button', { name: `${nameOf(who)} ${who.email}` }).click()
  await fill(form, { 'Database Name': name })
  return form
}

/** Looks into a database: what it shows, and the tables it lists. */
export async function monitor(
  page: Page,
  name: string,
): Promise<{ size: string; connections: string; rows: string; tables: string[] }> {
  await button(page, `Monitor ${name}`).click()
  const shown = dialog(page, 'Database Monitor')
  await see(shown, name)
  const say = async (label: string) => (await fact(shown, label).innerText()).trim()
  const [size, connections, rows] = [await say('Size'), await say('Connections'), await say('Rows')]
  const tables = await shown.getByRole('table', { name: 'Tables' }).locator('tbody td:first-child').allInnerTexts()
  await button(shown, 'Close').click()
  return { size, connections, rows, tables }
}

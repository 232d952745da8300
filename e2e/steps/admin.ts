import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { nameOf, type Who } from './accounts.ts'
import { dateWords, zone } from './calendar.ts'
import { button, dialog, fill, see, seeToast } from './page.ts'
import { patience } from './world.ts'

export type Tab = 'Landlords' | 'Properties' | 'Databases' | 'Activity Log' | 'Settings' | 'Support Tickets'

/** Chooses a tab of the control room; behind its name may stand a count. */
export const openTab = (page: Page, name: Tab): Promise<void> => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()

/** The rows of one of its lists, but for those that name the columns. */
export const rowsOf = (place: Page | Locator, list: string): Locator => place.getByRole('table', { name: list, exact: true }).locator('tbody tr')

/** Waits until a row begins with these cells. */
export const seeCells = (row: Locator, ...cells: string[]): Promise<void> =>
  expect
    .poll(async () => (await row.locator('td').allInnerTexts()).slice(0, cells.length).map((text) => text.replaceAll(/\s+/g, ' ').trim()), {
      timeout: patience,
    })
    .toEqual(cells)

/** The row in which a landlord stands. */
export const landlordRow = (page: Page, who: Who): Locator => rowsOf(page, 'Landlords').filter({ hasText: who.email })

const titles = {
  Subscription: 'Manage Subscription',
  Password: 'Reset Password',
  Trial: 'Extend Trial',
  Users: 'Tenant Users Management',
} as const

/** Opens one of the dialogs about a landlord, on the tab that lists them. */
export async function openAbout(page: Page, who: Who, what: keyof typeof titles): Promise<Locator> {
  await button(landlordRow(page, who), `${what} of ${nameOf(who)}`).click()
  const form = dialog(page, titles[what])
  await see(form, who.email)
  return form
}

/** Chooses in the menu at the end of a landlord's row. */
export async function chooseAbout(page: Page, who: Who, item: string): Promise<void> {
  await button(landlordRow(page, who), `More for ${nameOf(who)}`).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Sets what landlords get who sign up from now on, on the tab of the settings. */
export async function setLimits(page: Page, limit: number, days: number): Promise<void> {
  await fill(page, { 'Default property limit': `${limit}`, 'Length of the trial': `${days}` })
  await button(page, 'Save limits').dblclick()
  await seeToast(page, 'Settings Saved', `New landlords get ${days} days and ${limit} properties.`)
}

export interface Trial {
  maxProperties: number | null
  trialStartDate: string
  trialEndDate: string
}

/** What a landlord is told of their own subscription. */
export async function subscriptionOf(page: Page): Promise<Trial> {
  const answer = await page.request.get('/api/subscription/status')
  if (!answer.ok()) throw new Error(`the subscription answered ${answer.status()}`)
  return (await answer.json()) as Trial
}

/** How many days of 24 hours lie between two instants. */
export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / (24 * 60 * 60_000)

/** The day of an instant as the journeys' people read it. */
export const dayOf = (instant: string): string => dateWords(new Date(instant).toLocaleDateString('en-CA', { timeZone: zone }))

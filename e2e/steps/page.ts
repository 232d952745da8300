import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { patience } from './world.ts'

type Place = Page | Locator

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** A field by its whole label; whether it is marked optional does not matter. */
const field = (place: Place, label: string): Locator =>
  place.getByLabel(new RegExp(`^${escaped(label)}( \\(optional\\))?$`))

export async function fill(place: Place, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(place, label).fill(value)
}

/** Chooses in a select that opens a list. */
export async function choose(page: Page, place: Place, label: string, option: string): Promise<void> {
  await field(place, label).click()
  await page.getByRole('option', { name: option }).click()
}

export const button = (place: Place, name: string): Locator => place.getByRole('button', { name, exact: true })

/** Waits until a text stands there to be read. */
export const see = (place: Place, text: string | RegExp): Promise<void> =>
  place.getByText(text).filter({ visible: true }).first().waitFor()

/** Waits for what the toast says: its title, and its second line where given. By its attribute, since a dialog hides it from screen readers (who hear it another way). */
export async function seeToast(page: Page, title: string, description?: string | RegExp): Promise<void> {
  const toasts = page.locator('[role=region][aria-label^=Notifications]')
  await toasts.getByText(title, { exact: true }).waitFor()
  if (description !== undefined) await toasts.getByText(description).waitFor()
}

/** The dialog that stands open under this title. */
export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name, exact: true })

/** Answers the question that stands over the page. */
export const answer = (page: Page, word: string): Promise<void> =>
  page.getByRole('alertdialog').getByRole('button', { name: word, exact: true }).click()

/** A stat card's figure and the line below it, as soon as both are there. */
export async function figure(page: Page, label: string): Promise<{ value: string; hint: string }> {
  const card = page.locator('main p', { hasText: new RegExp(`^${escaped(label)}$`) }).locator('xpath=../..')
  const [, value = '', hint = ''] = (await card.innerText()).split('\n').filter(Boolean)
  return { value, hint }
}

/** Waits until the stat cards show these figures. `expected` is asked anew each time: the day may change meanwhile. */
export async function seeFigures(page: Page, expected: () => Record<string, string | RegExp>): Promise<void> {
  await expect
    .poll(
      async () => {
        const wrong: string[] = []
        for (const [label, wanted] of Object.entries(expected())) {
          const { value, hint } = await figure(page, label)
          const isRight = typeof wanted === 'string' ? value === wanted : wanted.test(`${value} ${hint}`)
          if (!isRight) wrong.push(`${label}: "${value} ${hint}" instead of ${wanted}`)
        }
        return wrong
      },
      { timeout: patience },
    )
    .toEqual([])
}

/** Marks the page, so that a later `expectStayed` tells whether it was loaded anew since. */
export const markPage = (page: Page): Promise<void> => page.evaluate('void (window.wasHereBefore = true)')
export async function expectStayed(page: Page): Promise<void> {
  expect(await page.evaluate('window.wasHereBefore'), 'the page was loaded anew').toBe(true)
}

/** Goes to an address as a link in the page would: by the page itself, once it is loaded. */
export async function go(page: Page, path: string): Promise<void> {
  if (page.url() === 'about:blank') await page.goto(path)
  else
    await page.evaluate(
      `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
    )
}

/** Goes to a screen by the link that leads to it. */
export async function follow(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name, exact: true }).filter({ visible: true }).first().click()
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** Holds some requests back, so that the waiting can be seen, until what it answers is called. */
export async function holdBack(page: Page, url: string): Promise<() => void> {
  const { promise: wasSeen, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    await wasSeen
    await route.continue()
  })
  return letGo
}

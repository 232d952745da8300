import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { inventPerson, signUp } from './steps/accounts.ts'
import { dialog, see, seeToast } from './steps/page.ts'
import { patience, useWorld, whileSignedOut } from './steps/world.ts'

// Nothing here touches a mouse: what can't be reached by Tab, Enter, Space and the arrows fails.

const world = useWorld()
const kim = inventPerson('Kim', 'Keys')

/** Presses Tab until what is focused answers to the name. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const matches = (text: string) => (typeof name === 'string' ? text === name : name.test(text))
  for (let press = 0; press < 80; press += 1) {
    await page.keyboard.press('Tab')
    if (matches(await focused(page))) return
  }
  throw new Error(`Tab does not lead to ${name}; the focus is on "${await focused(page)}"`)
}

/** What a screen reader would call the focused element: its label or its text. */
const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    const at = document.activeElement
    const label = at?.getAttribute('aria-label') ?? at?.labels?.[0]?.innerText ?? at?.innerText ?? ''
    return label.replace(/\\s*\\(optional\\)|\\*/g, '').trim()
  })()`)

/** The focus can be seen: an outline or a ring is drawn around what has it. */
const focusIsDrawn = (page: Page) =>
  page.evaluate<boolean>(`(() => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(document.activeElement)
    return (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none'
  })()`)

let page: Page

test('a visitor signs in without a mouse', async () => {
  const visitor = await world.meet()
  page = visitor.page
  await signUp(page, kim)
  await page.goto('/login')
  await page.getByRole('heading', { name: 'Sign In to Your Account' }).waitFor()
  await tabTo(page, 'Email Address')
  await page.keyboard.type(kim.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(kim.password)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: `Welcome back, ${kim.firstName}` }).waitFor()
  visitor.expectClean(...whileSignedOut)
})

test('a landlord works without a mouse', async () => {
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Tab')
  expect(await focused(page)).toBe('Skip to content')
  expect(await focusIsDrawn(page)).toBe(true)
  await tabTo(page, 'Properties')
  expect(await focusIsDrawn(page)).toBe(true)
  await page.keyboard.press('Enter')
  await see(page, 'No Properties Yet')
  await tabTo(page, /^Add (Your First )?Property/)
  await page.keyboard.press('Enter')
  await dialog(page, 'Add New Property').waitFor()
  for (const [label, value] of [
    ['Property Name', 'Keyboard House'],
    ['Address', '1 Tab Lane'],
    ['City', 'Portland'],
    ['State', 'OR'],
    ['ZIP Code', '97201'],
    ['Monthly Rent', '1500'],
  ] as const) {
    await tabTo(page, label)
    await page.keyboard.type(value)
  }
  await page.keyboard.press('Enter')
  await seeToast(page, 'Property created successfully')
  await dialog(page, 'Add New Property').waitFor({ state: 'detached' })
  await see(page, 'Keyboard House')
})

test('Escape closes a dialog and the focus goes back', async () => {
  await tabTo(page, /^Edit/)
  await page.keyboard.press('Enter')
  await dialog(page, 'Edit Property').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page, 'Edit Property').waitFor({ state: 'detached' })
  expect(await focused(page)).toMatch(/^Edit/)
})

test('Escape closes what is on top: the list of a select, then the message, then the dialog', async () => {
  await page.goto('/properties')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await tabTo(page, 'Add Property')
  await page.keyboard.press('Enter')
  const form = dialog(page, 'Add New Property')
  await form.waitFor()
  await page.keyboard.press('Enter')
  await seeToast(page, 'Validation Error')
  await tabTo(page, 'Property Type')
  await page.keyboard.press('Enter')
  const list = page.getByRole('listbox')
  await list.waitFor()
  const message = page.locator('[role=region][aria-label^=Notifications] li')
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'detached' })
  expect([await message.count(), await form.count()]).toEqual([1, 1])
  await page.keyboard.press('Escape')
  await message.waitFor({ state: 'detached' })
  expect(await form.count()).toBe(1)
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'detached' })
})

test('F8 leads to the notifications', async () => {
  await page.goto('/user-settings')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await tabTo(page, 'Current Password')
  await page.keyboard.type(kim.password)
  await tabTo(page, 'New Password')
  await page.keyboard.type('one-thing')
  await tabTo(page, 'Confirm New Password')
  await page.keyboard.type('another')
  await page.keyboard.press('Enter')
  await seeToast(page, 'Password Mismatch')
  await page.keyboard.press('F8')
  await expect
    .poll(
      () =>
        page.evaluate<boolean>("Boolean(document.activeElement?.closest('[role=region][aria-label^=Notifications]'))"),
      { timeout: patience },
    )
    .toBe(true)
})

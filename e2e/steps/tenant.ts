import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Product } from '../product.ts'
import { type Who } from './accounts.ts'
import { typed } from './calendar.ts'
import { button, choose, dialog, fill, see, seeToast } from './page.ts'
import { patience } from './world.ts'

/** The texts that went to a number, newest first. */
export async function textsTo(product: Product, who: Who): Promise<string[]> {
  return (await product.outbox())
    .filter(({ channel, to }) => channel === 'sms' && to === who.phone)
    .map(({ body }) => body)
}

/** The link in the one text that someone got. */
export async function linkInText(product: Product, who: Who): Promise<string> {
  const [text = '', ...more] = await expect
    .poll(() => textsTo(product, who), { timeout: patience })
    .not.toEqual([])
    .then(() => textsTo(product, who))
  expect(more, 'one text is enough').toEqual([])
  const [link = ''] = /https?:\/\/\S+/.exec(text) ?? []
  expect(new URL(link).pathname).toBe('/tenant-register')
  return link
}

/** From the link in the text to an account with a password. */
export async function register(page: Page, link: string, who: Who, landlord: string): Promise<void> {
  await page.goto(link)
  await see(page, `${landlord} invites you to Keyhold`)
  await fill(page, {
    Phone: who.phone,
    'Emergency Contact Name': 'Robin Example',
    'Emergency Contact Phone': '+1 503 555 0100',
  })
  await fill(page, { Password: who.password, 'Confirm Password': who.password })
  await button(page, 'Complete Registration').dblclick()
  await page.getByRole('heading', { level: 1, name: 'Registration Complete' }).waitFor()
}

/** Reports what was paid, in the portal; the page proposes what is due. */
export async function reportPayment(page: Page, cents: number, confirmationNumber: string): Promise<void> {
  await button(page, 'Make Payment').first().click()
  const form = dialog(page, 'Make Payment')
  await expect.poll(() => form.getByLabel('Amount').inputValue().then(Number), { timeout: patience }).toBe(cents / 100)
  await fill(form, { Amount: typed(cents), 'Confirmation number': confirmationNumber })
  await button(form, 'Submit Payment').dblclick()
  await seeToast(page, 'Payment Submitted')
  await form.waitFor({ state: 'detached' })
}

export interface Trouble {
  title: string
  description: string
}

/** Tells the landlord what is broken, in the portal. */
export async function reportTrouble(page: Page, { title, description }: Trouble): Promise<void> {
  await button(page, 'Submit New Request').first().click()
  const form = dialog(page, 'Submit New Request')
  await fill(form, { Title: title, Description: description })
  await choose(page, form, 'Category', 'Plumbing')
  await form.getByRole('radio', { name: /^High/ }).click()
  await button(form, 'Submit Request').dblclick()
  await seeToast(page, 'Maintenance Request Submitted')
  await form.waitFor({ state: 'detached' })
}

/** A line of one of the portal's lists. */
export const line = (page: Page, text: string): Locator => page.getByRole('listitem').filter({ hasText: text })

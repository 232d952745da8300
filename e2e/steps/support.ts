import type { Locator, Page } from 'playwright-core'
import type { Product } from '../product.ts'
import { button, dialog, fill, go, see, seeToast } from './page.ts'

/** Asks the platform something, as a landlord. */
export async function ask(page: Page, subject: string, message: string): Promise<void> {
  await go(page, '/support')
  await button(page, 'New question').first().click()
  const form = dialog(page, 'New question')
  await fill(form, { Subject: subject, Message: message })
  await button(form, 'Send question').dblclick()
  await seeToast(page, 'Question sent', 'The answer will appear here.')
  await see(page, 'Waiting for an answer')
}

/** Writes more below a question, as either side, and waits until the other one reads it. */
export async function write(
  place: Page | Locator,
  label: string,
  message: string,
  other: Page | Locator,
): Promise<void> {
  await fill(place, { [label]: message })
  await button(place, 'Send').dblclick()
  await see(other, message)
}

/** What was mailed to someone about a question, newest first. */
export const answersTo = async (product: Product, email: string, subject: string): Promise<string[]> =>
  (await product.outbox()).filter((one) => one.to === email && one.subject === `Re: ${subject}`).map(({ body }) => body)

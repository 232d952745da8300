import type { Locator, Page } from 'playwright-core'
import type { Who } from './accounts.ts'

/** A part of the dashboard, or of another screen made of cards, by its heading. */
export const part = (page: Page, title: string): Locator =>
  page.locator('main section', { has: page.getByRole('heading', { level: 2, name: title, exact: true }) })

/** What the dialogs that add or invite a tenant ask for. */
export const contact = ({ firstName, lastName, email, phone }: Who): Record<string, string> => ({
  'First Name': firstName,
  'Last Name': lastName,
  Email: email,
  Phone: phone,
})

/** The color of the edge that says how urgent the nth finding is. */
export const edgeColor = (page: Page, index: number): Promise<string> =>
  page.evaluate(`getComputedStyle(document.querySelectorAll('main li.border-l-3')[${index}]).borderLeftColor`)

/** A color of the theme, as the page computes it. */
export const themeColor = (page: Page, name: string): Promise<string> =>
  page.evaluate(`(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.color = 'var(--${name})'
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  })()`)

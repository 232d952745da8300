import type { Role } from '@keyhold/contracts/roles'
import { until } from '@keyhold/kit/testing/wait'
import type { Page } from 'playwright-core'
import { administrator, type Product } from '../product.ts'
import { button, fill, see, seeToast } from './page.ts'

/** Someone made up for one run; nothing of them stands in another's data. */
export interface Who {
  firstName: string
  lastName: string
  email: string
  phone: string
  password: string
}

// Against a product that is not started anew (compose) a second run must not meet the first one's people.
const run = Date.now().toString(36)
let met = 0

export function inventPerson(firstName: string, lastName: string): Who {
  met += 1
  const digits = `${Date.now() + met}`.slice(-7)
  return {
    firstName,
    lastName,
    email: `${firstName}.${lastName}.${run}@journey.test`.toLowerCase(),
    phone: `+1503${digits}`,
    password: `${lastName}-rides-${run}-${met}`,
  }
}

export const nameOf = ({ firstName, lastName }: Who): string => `${firstName} ${lastName}`

/** From the landing page to an account, with an impatient double click. */
export async function signUp(page: Page, who: Who): Promise<void> {
  await page.goto('/')
  await page.getByRole('tab', { name: 'Create Account' }).click()
  await fill(page, {
    'First Name': who.firstName,
    'Last Name': who.lastName,
    'Email Address': who.email,
    'Phone Number': who.phone,
    Password: who.password,
  })
  await button(page, 'Start Free 14-Day Trial').dblclick()
  await seeToast(page, 'Account Created')
  await see(page, `Welcome, ${who.firstName}. Your account is ready.`)
}

/** Fills the sign-in form that stands on the page, and sends it. */
export async function sendSignIn(
  page: Page,
  { email, password }: Pick<Who, 'email' | 'password'>,
  as: Role,
): Promise<void> {
  await page.getByLabel('Account Type').selectOption(as)
  await fill(page, { 'Email Address': email, Password: password })
  await button(page, 'Sign in').click()
}

/** Signs in from the sign-in page and waits for the first screen. */
export async function signIn(page: Page, who: Pick<Who, 'email' | 'password'>, as: Role): Promise<void> {
  await page.goto('/login')
  await sendSignIn(page, who, as)
  await page.getByRole('heading', { level: 1, name: as === 'tenant' ? 'Tenant Portal' : /./ }).waitFor()
  await page.waitForURL((url) => url.pathname === '/')
}

/** Someone signed in elsewhere finds that the session has ended, and that this password opens nothing. */
export async function expectShutOut(page: Page, who: Who, password: string, as: Role): Promise<void> {
  await page.goto('/user-settings')
  await page.waitForURL('**/login')
  await sendSignIn(page, { ...who, password }, as)
  await seeToast(page, 'Login Failed', 'Invalid email or password')
}

/** Makes the administrator's account through the page: sign-up, and the link in the mail. Once for a product. */
export async function openAdministrator(page: Page, product: Product): Promise<Who> {
  const ada: Who = { ...administrator, password: `Admin-rides-${run}` }
  await page.goto('/signup')
  await page.getByLabel('Account Type').selectOption('super_admin')
  await fill(page, {
    'Full Name': nameOf(ada),
    'Authorized Phone Number': ada.phone,
    'First Name': ada.firstName,
    'Last Name': ada.lastName,
    'Email Address': ada.email,
    'Phone Number': ada.phone,
    Password: ada.password,
  })
  await button(page, 'Start Free 14-Day Trial').click()
  await seeToast(page, 'Account Created')
  await page.goto(await linkInMail(product, ada.email, '/confirm'))
  await button(page, 'Confirm account').click()
  await see(page, 'Account confirmed')
  return ada
}

/** The newest link to this screen in the mails to an address, once it is there. */
export async function linkInMail(product: Product, to: string, path: string): Promise<string> {
  const pattern = new RegExp(`${product.url}${path}\\S+`)
  const find = async () => {
    const mails = (await product.outbox()).filter((one) => one.channel === 'email' && one.to === to)
    return mails.flatMap(({ body }) => pattern.exec(body)?.[0] ?? [])[0]
  }
  return until(find, { what: `a mail to ${to} with a link to ${path}` })
}

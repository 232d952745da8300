import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { nameOf, type Who } from './accounts.ts'
import { chooseAbout, openAbout, titles } from './control-room.ts'
import { answer, button, choose, dialog, fill, see, seeToast } from './page.ts'
import { patience } from './world.ts'

// What an administrator does in the control room, with an impatient double click.

export async function extendTrial(page: Page, who: Who, days: number): Promise<void> {
  const form = await openAbout(page, who, 'Trial')
  expect(await button(form, 'Extend Trial').isDisabled(), 'without days').toBe(true)
  await fill(form, { 'Number of days': `${days}` })
  await button(form, 'Extend Trial').dblclick()
  await seeToast(page, 'Trial Extended', new RegExp(`^${who.email} can try everything until`))
}

/** Sets plan, status and limit; the plan brings a limit of its own, which is seen first. */
export async function setSubscription(
  page: Page,
  who: Who,
  { plan, brings, limit }: { plan: string; brings: number; limit: number },
): Promise<void> {
  const form = await openAbout(page, who, 'Subscription')
  await choose(page, form, 'Plan', plan)
  await expect.poll(() => form.getByLabel('Max Properties').inputValue(), { timeout: patience }).toBe(`${brings}`)
  await choose(page, form, 'Status', 'Active')
  await fill(form, { 'Max Properties': `${limit}` })
  await button(form, 'Update Subscription').dblclick()
  await seeToast(page, 'Subscription Updated', who.email)
}

/** Sets somebody's password in the dialog that stands open; answers the one it was. */
export async function resetPassword(page: Page, who: Who): Promise<string> {
  const form = dialog(page, titles.Password)
  expect(await button(form, 'Reset Password').isDisabled(), 'without a password').toBe(true)
  const old = who.password
  who.password = `${old}-reset`
  await fill(form, { 'New Password': who.password })
  await button(form, 'Reset Password').dblclick()
  await seeToast(page, 'Password Reset', `${who.email} was signed out and can now sign in with the new password.`)
  return old
}

/** Closes an account to sign-in, or opens it again. */
export async function setActive(page: Page, who: Who, word: 'Suspend' | 'Activate'): Promise<void> {
  await chooseAbout(page, who, `${word} account`)
  await answer(page, word)
  await seeToast(page, word === 'Suspend' ? 'Account Suspended' : 'Account Activated', who.email)
}

/** Changes a property in the list; whose it is stands above the form. */
export async function editProperty(
  page: Page,
  name: string,
  owner: Who,
  values: Record<string, string>,
): Promise<void> {
  await button(page, `Edit ${name}`).click()
  const form = dialog(page, 'Edit Property')
  await see(form, `Landlord: ${nameOf(owner)}, ${owner.email}`)
  await fill(form, values)
  await button(form, 'Update').dblclick()
  await seeToast(page, 'Property updated successfully', `${name}, of ${owner.email}`)
}

/** Sets what landlords get who sign up from now on, on the tab of the settings. */
export async function setLimits(page: Page, limit: number, days: number): Promise<void> {
  expect(await button(page, 'Save limits').isDisabled(), 'without a change').toBe(true)
  await fill(page, { 'Default property limit': `${limit}`, 'Trial length': `${days}` })
  await button(page, 'Save limits').dblclick()
  await seeToast(page, 'Settings Saved', `New landlords get ${days} days and ${limit} properties.`)
}

/** Makes a landlord's database under the name that the dialog suggests. */
export async function createDatabase(page: Page, who: Who, name: string): Promise<void> {
  await chooseAbout(page, who, 'Create Database')
  const form = dialog(page, 'Create Database')
  expect(await form.getByLabel('Database Name').inputValue()).toBe(name)
  await button(form, 'Create Database').dblclick()
  // Every service's schema is made there.
  await form.waitFor({ state: 'detached', timeout: 3 * patience })
  await seeToast(page, 'Database Created', `${name} is inactive until the records of ${who.email} are moved there.`)
}

import type { Page } from 'playwright-core'
import { dateWords, exact, typed } from './calendar.ts'
import { openPayments } from './ledger.ts'
import { button, choose, dialog, fill, go, see, seeToast } from './page.ts'

/** Records money from the tenant's page. `pays`: what the page says of where it went. */
export async function receive(
  page: Page,
  tenant: string,
  { cents, on, reference, from, pays }: { cents: number; on: string; reference: string; from?: string; pays: string },
): Promise<void> {
  await go(page, `/tenants/${tenant}`)
  await page.getByRole('link', { name: 'Record payment', exact: true }).click()
  const form = dialog(page, 'Record Payment')
  await fill(form, { 'Amount received': typed(cents), 'Received on': on, Reference: reference })
  if (from) await choose(page, form, 'Received from', from)
  await button(form, 'Record Payment').dblclick()
  await seeToast(page, 'Payment recorded', `${exact(cents)} applied to ${pays}.`)
  await form.waitFor({ state: 'detached' })
}

/** Gives all of a tenant's credit back today. */
export async function payCreditOut(page: Page, tenant: string, cents: number): Promise<void> {
  await go(page, `/tenants/${tenant}`)
  await button(page, 'More for this ledger').click()
  await page.getByRole('menuitem', { name: 'Pay credit out…' }).click()
  const form = dialog(page, 'Pay credit out')
  await see(form, `${exact(cents)} of credit`)
  await fill(form, { Reason: 'Paid twice by mistake' })
  await button(form, 'Record refund').dblclick()
  await seeToast(page, 'Credit paid out', new RegExp(`^\\${exact(cents)} to `))
  await form.waitFor({ state: 'detached' })
}

/** The bank sent it back, today or on a day. */
export async function takeBack(
  page: Page,
  {
    tenant,
    name,
    due,
    reason,
    on,
    reopened,
  }: { tenant: string; name: string; due: string; reason: string; on?: string; reopened?: RegExp },
): Promise<void> {
  await openPayments(page, { tenant })
  await button(page, `More for ${name}, ${dateWords(due)}`).click()
  await page.getByRole('menuitem', { name: 'Details and history…' }).click()
  await page.getByRole('dialog').getByRole('region', { name: 'Received' }).getByRole('button').first().click()
  await button(dialog(page, 'Payment received'), 'Returned by the bank…').click()
  const form = dialog(page, 'Returned by the bank?')
  if (reopened) await see(form.getByRole('listitem'), reopened)
  await fill(form, { Reason: reason, ...(on ? { 'Returned on': on } : {}) })
  await form.getByRole('button', { name: /^Reverse \$/ }).dblclick()
  await seeToast(page, 'Payment reversed')
  await form.waitFor({ state: 'detached' })
  // The receipt stays open and says what became of it.
  const receipt = dialog(page, 'Payment received')
  await see(receipt, 'Returned by the bank')
  await page.keyboard.press('Escape')
  // Back at the charge.
  await page.getByRole('dialog').getByRole('region', { name: 'History' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

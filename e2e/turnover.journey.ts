import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { inventPerson, signIn, signUp } from './steps/accounts.ts'
import { addProperty } from './steps/landlord.ts'
import { button, dialog, fill, go, see, seeToast } from './steps/page.ts'
import { phone, useWorld, whileSignedOut } from './steps/world.ts'

// A host's rule makes a turnover of a stay; a cleaner without an account does it from a link on a phone.

const world = useWorld()
const owner = inventPerson('Hana', 'Hostly')
const news = 'A lamp is broken'
const future = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** A call as the page makes it. */
const post = <T>(page: Page, path: string, body: object): Promise<T> =>
  page.evaluate(
    async ([to, sent]) => {
      const answer = await fetch(to, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: sent,
      })
      if (!answer.ok) throw new Error(await answer.text())
      return answer.json()
    },
    [path, JSON.stringify(body)] as const,
  )

test('a rule makes the turnover of a stay, and a cleaner does it from a link', async () => {
  const [landlord, cleaner] = await Promise.all([world.meet(), world.meet(phone)])
  const { page } = landlord
  await signUp(page, owner)
  await signIn(page, owner, 'landlord')
  landlord.expectClean(...whileSignedOut)
  await addProperty(page, { name: 'Tide House', address: '9 Tide St', rent: 150_000 })
  const home = await page.evaluate(async () => {
    const [first] = await (await fetch('/api/properties')).json()
    return first.id as string
  })
  const rental = await post<{ id: string }>(page, '/api/short-term-rentals', {
    propertyId: home,
    listingName: 'Tide House',
    maxGuests: 4,
    basePrice: 120,
    checkInInstructions: 'Key box, code 2580.',
  })
  await post(page, '/api/short-term-bookings', {
    rentalId: rental.id,
    guestName: 'Gus Guest',
    checkInDate: future(5),
    checkOutDate: future(8),
    numberOfGuests: 2,
  })

  await go(page, '/airbnb-management?tab=turnover')
  await see(page, 'No turnovers to do')
  await button(page, 'Rules').first().click()
  await button(dialog(page, 'Turnover rules'), 'Add rule').click()
  const rule = dialog(page, 'New rule')
  await fill(rule, { 'Assigned to': 'Ana', 'Duration in minutes': '90' })
  await fill(rule, { Checklist: 'Beds, Bath' })
  await button(rule, 'Save rule').click()
  await seeToast(page, 'Rule saved')
  await see(dialog(page, 'Turnover rules'), 'on the day of check-out')
  await button(dialog(page, 'Turnover rules'), 'Close').last().click()
  await see(page, 'Clean after check-out')
  await see(page, 'Stay of Gus Guest')

  await button(page, 'Cleaners').click()
  await button(dialog(page, 'Cleaners'), 'Make a link').click()
  const link = dialog(page, 'Cleaners').locator('code').first()
  await link.waitFor()
  const address = new URL((await link.textContent()) ?? '')
  await go(cleaner.page, `${address.pathname}${address.search}`)
  await see(cleaner.page, 'Key box, code 2580.')
  await button(cleaner.page, 'Start').click()
  await seeToast(cleaner.page, 'Started')
  await cleaner.page.getByLabel('Beds').check()
  await cleaner.page.getByLabel('Note to the host').fill(news)
  await cleaner.page.getByLabel('Cost').fill('55')
  await button(cleaner.page, 'Mark as done').click()
  await seeToast(cleaner.page, 'Marked as done')

  await button(dialog(page, 'Cleaners'), 'Close').click()
  await go(page, '/airbnb-management?tab=turnover&show=all')
  await see(page, news)
  await see(page, '1 of 2 ticked')
  expect(await page.locator('text=Done').count()).toBeGreaterThan(0)
})

import { expect, test } from 'vitest'
import { newPage } from './browser.ts'
import { inventPerson, sendSignIn, signIn, signUp } from './steps/accounts.ts'
import { exact } from './steps/calendar.ts'
import { button, follow, go, see, seeToast } from './steps/page.ts'
import { expectInvoices, fact, part, payBy, planCard, quoteOf, type Quote } from './steps/plans.ts'
import { patience, type Person, useWorld, whileSignedOut } from './steps/world.ts'

// What a landlord pays for: choosing, paying, changing, ending. Cards are the test provider's; everything else is as in earnest.

const world = useWorld()
const bea = inventPerson('Bea', 'Billing')
const cy = inventPerson('Cy', 'Careless')
let landlord: Person

const plans = [
  { name: 'Basic', monthly: '$29', yearly: '$299', holds: 'Up to 5' },
  { name: 'Professional', monthly: '$79', yearly: '$799', holds: 'Up to 25' },
  { name: 'Enterprise', monthly: '$199', yearly: '$1,999', holds: 'Unlimited' },
]
const card = { pays: '4242 4242 4242 4242', declined: '4000 0000 0000 0002' }

test('the plans are compared, by month and by year', async () => {
  landlord = await world.meet()
  const { page, expectClean } = landlord
  await signUp(page, bea)
  await page.goto('/pricing')
  await page.getByRole('heading', { level: 1, name: 'Pricing' }).waitFor()
  await see(page, 'Card payments are simulated here. No money moves.')

  const compared = page.getByRole('table', { name: 'What each plan includes' })
  const expectPrices = async (interval: 'monthly' | 'yearly') => {
    const period = interval === 'monthly' ? 'month' : 'year'
    for (const plan of plans) {
      await see(planCard(page, plan.name), plan[interval])
      await see(planCard(page, plan.name), `/ ${period}`)
      await compared
        .getByRole('columnheader', { name: `${plan.name} ${plan[interval]} / ${period}`, exact: true })
        .waitFor()
    }
  }
  await expectPrices('monthly')
  expect(
    await compared
      .getByRole('row', { name: /^Properties/ })
      .getByRole('cell')
      .allInnerTexts(),
  ).toEqual(plans.map(({ holds }) => holds))
  expect(await page.getByText('Most Popular').count()).toBe(1)
  await see(planCard(page, 'Professional'), 'Most Popular')
  await button(page, 'Yearly Save 15%').click()
  await expectPrices('yearly')

  const answer = page.getByText('Yes, in Account Settings.')
  expect(await answer.isVisible(), 'an answer waits for its question').toBe(false)
  await page.getByText('Can I cancel at any time?').click()
  await answer.waitFor()

  // Sign-in comes in between, and what was chosen is not forgotten.
  await page.getByRole('link', { name: 'Get Started, Enterprise' }).click()
  await page.waitForURL('**/login')
  expectClean(...whileSignedOut)
  await sendSignIn(page, bea, 'landlord')
  await page.waitForURL('**/subscribe?plan=enterprise&interval=year')
  await button(page, 'Pay $1,999.00').waitFor()

  await follow(page, 'Pricing')
  await page.getByRole('link', { name: 'Get Started, Professional' }).click()
  await page.waitForURL('**/subscribe?plan=professional')
  await button(page, 'Pay $79.00').waitFor()
  await see(part(page, 'Professional'), 'Up to 25 properties')
  expectClean()
})

const paid = { what: 'Professional (monthly)', cents: 7900, status: 'Paid' }

let homes = 0
/** Adds a home, past the form; answers how that was answered. */
async function addHome(): Promise<number> {
  const data = { type: 'apartment', address: `${homes + 1} Plan Street`, monthlyRent: 1000, bedrooms: 1, bathrooms: 1 }
  const status = (await landlord.context.request.post('/api/properties', { data })).status()
  if (status === 201) homes += 1
  return status
}

test('a declined card says so, a good one subscribes', async () => {
  const { page, expectClean } = landlord
  for (let made = 0; made < 5; made += 1) expect(await addHome()).toBe(201)
  expect(await addHome(), 'a trial holds five').toBe(403)
  await follow(page, 'Properties')
  await see(page, 'Property Limit Reached')
  await page.getByRole('link', { name: 'Upgrade Plan' }).click()
  await page.getByRole('link', { name: 'Get Started, Professional' }).click()

  await payBy(page, card.declined, '$79.00')
  await seeToast(page, 'Payment Failed', 'Your card was declined.')
  expectClean(/POST \S+\/api\/subscription\/test-payment 402$/)
  const returned = page.waitForURL('**/dashboard?subscribed=true')
  await payBy(page, card.pays, '$79.00')
  await returned
  await seeToast(page, 'Payment Successful', 'Welcome to the product! You are now subscribed.')
  await page.waitForURL((url) => url.pathname === '/')

  await go(page, '/user-settings')
  const subscription = part(page, 'Subscription')
  await subscription.getByText('Active', { exact: true }).waitFor()
  expect(await fact(subscription, 'Plan').innerText()).toBe('Professional')
  expect(await fact(subscription, 'Price').innerText()).toBe('$79 / month')
  expect(await fact(subscription, 'Payments').innerText()).toBe('Test mode: no money moves')
  await see(subscription, '5 of 25')
  await expectInvoices(page, [paid])

  // The properties service learns it from an event.
  await expect.poll(addHome, { timeout: patience }).toBe(201)
  await see(subscription, '6 of 25')
  await follow(page, 'Properties')
  await see(page, '6 Plan Street')
  expect(await page.getByText('Property Limit Reached').count()).toBe(0)
  expectClean()
})

let onRecord: { what: string; cents: number; status: string }[] = []

/** What the lines come to. */
const sum = ({ lines }: Quote): number => lines.reduce((total, { cents }) => total + cents, 0)

test('the plan is changed, cancelled and resumed', async () => {
  const { page, expectClean } = landlord
  const subscription = part(page, 'Subscription')
  await follow(page, 'Pricing')
  await see(planCard(page, 'Professional'), 'Your plan')

  // Up: what is left of the old plan counts, and what was shown is what is invoiced.
  await page.getByRole('link', { name: 'Change plan, Enterprise' }).click()
  const up = await quoteOf(page, 'Enterprise')
  expect(up.lines.map(({ label }) => label)).toEqual([
    'Unused time on Professional (monthly)',
    'Remaining time on Enterprise (monthly)',
  ])
  expect(up.lines[0]!.cents).toBeLessThan(0)
  expect(up.total).toEqual({ label: 'Due today', cents: sum(up) })
  expect(up.total.cents).toBeGreaterThan(0)
  await button(page, `Change plan and pay ${exact(up.total.cents)}`).dblclick()
  await seeToast(page, 'Plan changed', 'You are on Enterprise now.')
  await page.waitForURL('**/user-settings')
  await see(subscription, '6, unlimited')
  const upgraded = { what: 'Change to Enterprise (monthly)', cents: up.total.cents, status: 'Paid' }
  await expectInvoices(page, [upgraded, paid])

  // Down: more properties than the plan holds stay, and nothing is given back but as credit.
  await subscription.getByRole('link', { name: 'Change plan' }).click()
  await page.getByRole('link', { name: 'Change plan, Basic' }).click()
  const down = await quoteOf(page, 'Basic')
  await see(page, 'You have 6 properties, this plan includes 5')
  expect(down.total).toEqual({ label: 'Credit for future invoices', cents: -sum(down) })
  await button(page, 'Change plan').dblclick()
  await seeToast(page, 'Plan changed', 'You are on Basic now.')
  await see(subscription, '6 of 5')
  expect(await fact(subscription, 'Credit').innerText()).toBe(
    `${exact(down.total.cents)}\nApplied to your next invoice.`,
  )
  expect(await fact(subscription, 'Price').innerText()).toBe('$29 / month')
  const downgraded = { what: 'Change to Basic (monthly)', cents: 0, status: 'Paid' }
  await expectInvoices(page, [downgraded, upgraded, paid])
  await see(page, `Credit added: ${exact(down.total.cents)}`)
  await expect.poll(addHome, { timeout: patience }).toBe(403)
  await follow(page, 'Properties')
  await see(page, 'Property Limit Reached')
  await see(page, '6 Plan Street')

  // Up again, by the year: the credit is used.
  await follow(page, 'Pricing')
  await button(page, 'Yearly Save 15%').click()
  await page.getByRole('link', { name: 'Change plan, Professional' }).click()
  const again = await quoteOf(page, 'Professional')
  expect(again.lines.at(-1)).toEqual({ label: 'Credit applied', cents: -down.total.cents })
  expect(again.total).toEqual({ label: 'Due today', cents: sum(again) })
  await button(page, `Change plan and pay ${exact(again.total.cents)}`).click()
  await seeToast(page, 'Plan changed', 'You are on Professional now.')
  const yearly = { what: 'Change to Professional (yearly)', cents: again.total.cents, status: 'Paid' }
  onRecord = [yearly, downgraded, upgraded, paid]
  await expectInvoices(page, onRecord)
  await see(page, `Credit applied: -${exact(down.total.cents)}`)
  await see(subscription, '6 of 25')
  const end = await fact(subscription, 'Renews on').innerText()
  expectClean(/POST \S+\/api\/properties 403$/)

  await button(subscription, 'Cancel subscription').click()
  const question = page.getByRole('alertdialog', { name: 'Cancel your subscription?' })
  await see(question, new RegExp(`until ${end}`))
  await button(question, 'Cancel subscription').dblclick()
  await seeToast(page, 'Subscription cancelled', `Your plan stays active until ${end}.`)
  await see(subscription, 'Cancelled, still active')
  expect(await fact(subscription, 'Ends on').innerText()).toBe(end)
  expect(await fact(subscription, 'Plan').innerText(), 'the plan runs to its end').toBe('Professional')

  await follow(page, 'Pricing')
  await page.getByRole('link', { name: 'Change plan, Basic' }).click()
  await page.getByRole('heading', { name: 'Your plan is cancelled' }).waitFor()
  await page.getByRole('link', { name: 'Open Account Settings' }).click()
  await button(subscription, 'Resume subscription').dblclick()
  await seeToast(page, 'Subscription resumed', `Your plan renews on ${end}.`)
  await subscription.getByText('Active', { exact: true }).waitFor()
  expect(await fact(subscription, 'Renews on').innerText()).toBe(end)
  await expectInvoices(page, onRecord)
  expectClean()
})

test("a subscription that can't begin leads back to the plans", async () => {
  const { page, context, expectClean } = await world.meet()
  await signUp(page, cy)
  await signIn(page, cy, 'landlord')
  expectClean(...whileSignedOut)
  await go(page, '/subscribe?plan=basic')
  await button(page, 'Pay $29.00').waitFor()

  // Another tab wants another plan; what it asks for is held back until the first has paid.
  const tab = await newPage(context)
  let letGo = () => {}
  const firstPaid = new Promise<void>((resolve) => (letGo = resolve))
  await tab.page.route('**/api/create-subscription', async (route) => {
    await firstPaid
    await route.continue()
  })
  const asked = tab.page.waitForRequest('**/api/create-subscription')
  await tab.page.goto('/subscribe?plan=professional')
  await asked
  // A tab behind another one hardly moves.
  await page.bringToFront()
  await payBy(page, card.pays, '$29.00')
  await seeToast(page, 'Payment Successful')
  letGo()
  await seeToast(
    tab.page,
    'Subscription Error',
    'You already have a paid subscription. You can change its plan instead.',
  )
  await tab.page.waitForURL('**/pricing')
  await see(planCard(tab.page, 'Basic'), 'Your plan')
  tab.expectClean(/POST \S+\/api\/create-subscription 409$/)

  await go(page, '/user-settings')
  await part(page, 'Subscription').getByText('Active', { exact: true }).waitFor()
  await expectInvoices(page, [{ what: 'Basic (monthly)', cents: 2900, status: 'Paid' }])
  expectClean()
})

test('the subscription is reset', async () => {
  const { page, context, expectClean } = landlord
  await go(page, '/subscription-debug')
  const table = page.getByRole('table', { name: 'Subscription data of the account and of billing' })
  /** What the account and billing each hold. */
  const held = async (field: string) =>
    (await table.getByRole('row', { name: field }).getByRole('cell').allInnerTexts()).map((cell) =>
      cell.split('\n').at(-1)!,
    )
  const both = async () => ({
    plan: await held('subscriptionPlan'),
    status: await held('subscriptionStatus'),
    cap: await held('maxProperties'),
  })
  const running = { plan: ['professional', 'professional'], status: ['active', 'active'], cap: ['25', '25'] }
  await expect.poll(both, { timeout: patience }).toEqual(running)
  expect(await held('email')).toEqual([bea.email, 'account only'])
  const [subscriptionId] = await held('stripeSubscriptionId')
  expect(subscriptionId).toMatch(/^sub_/)

  const question = page.getByRole('alertdialog', { name: 'Reset subscription' })
  const reset = async (word: string) => {
    await button(page, 'Reset subscription').click()
    await see(question, 'Are you sure you want to reset your subscription? This will cancel any existing subscription.')
    await button(question, word).click()
    await question.waitFor({ state: 'detached' })
  }
  await reset('Cancel')
  await context.setOffline(true)
  await reset('Reset')
  await seeToast(
    page,
    'Error',
    'Failed to reset subscription: Keyhold could not be reached. Check your connection and try again.',
  )
  await context.setOffline(false)
  await button(page, 'Refresh').click()
  await expect.poll(both, { timeout: patience }).toEqual(running)
  expectClean(/ERR_INTERNET_DISCONNECTED/)

  await reset('Reset')
  await seeToast(page, 'Success', 'Subscription has been reset successfully')
  await expect
    .poll(both, { timeout: patience })
    .toEqual({ plan: ['basic', 'basic'], status: ['trial', 'trial'], cap: ['5', '5'] })
  expect(await held('stripeSubscriptionId')).not.toContain(subscriptionId)

  await go(page, '/user-settings')
  await see(part(page, 'Subscription'), 'Free trial')
  await see(part(page, 'Subscription'), '6 of 5')
  // What was paid stays on record.
  await expectInvoices(page, onRecord)
  expectClean()
})

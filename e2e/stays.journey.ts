import { expect, test } from 'vitest'
import { inventPerson, signIn, signUp } from './steps/accounts.ts'
import { firstOfMonth, today } from './steps/calendar.ts'
import { addProperty } from './steps/landlord.ts'
import { answer, button, choose, dialog, fill, follow, go, see, seeToast } from './steps/page.ts'
import { type Person, phone, useWorld, whileSignedOut } from './steps/world.ts'

// A host lists a home, prices a weekend, blocks nights and books by hand; a visitor with a phone books, pays and cancels.

const world = useWorld()
const owner = inventPerson('Nora', 'Hostly')
const home = { name: 'Fern Cottage', address: '12 NE Fern Street', rent: 180_000 }
const listing = 'Fern Cottage by the river'
let host: Person
let guest: Person

const start = firstOfMonth(today(), 2)
const day = (nights: number) => new Date(Date.parse(start) + nights * 86_400_000).toISOString().slice(0, 10)
const longWords = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' })
const words = (date: string) => longWords.format(new Date(date))
/** The first Friday of that month, counted from its first day. */
const friday = (5 - new Date(start).getUTCDay() + 7) % 7

const night = (date: string) => host.page.getByRole('gridcell', { name: new RegExp(`^${words(date)}:`) })
const panel = () => host.page.getByRole('dialog')

async function openMonth(): Promise<void> {
  await go(host.page, `/airbnb-management?tab=calendar&from=${start}`)
  await night(start).waitFor()
}

async function drag(from: string, to: string): Promise<void> {
  await night(from).hover()
  await host.page.mouse.down()
  await night(to).hover()
  await host.page.mouse.up()
  await panel().waitFor()
}

test('a host lists a home; without a property the page leads to the properties', async () => {
  ;[host, guest] = await Promise.all([world.meet(), world.meet(phone)])
  const { page } = host
  await signUp(page, owner)
  await signIn(page, owner, 'landlord')
  host.expectClean(...whileSignedOut)
  await follow(page, 'Airbnb Rentals')
  await page.getByRole('link', { name: 'Go to properties' }).waitFor()
  await addProperty(page, home)
  await follow(page, 'Airbnb Rentals')
  await button(page, 'Add Rental Listing').first().click()
  const form = dialog(page, 'Add Rental Listing')
  expect(await form.getByLabel('Check-in time').inputValue()).toBe('15:00')
  expect(await form.getByLabel('Check-out time').inputValue()).toBe('11:00')
  await button(form, 'Create Listing').click()
  await see(form, 'Listing name is required')
  await choose(page, form, 'Property', home.name)
  await fill(form, {
    'Listing name': listing,
    'Max guests': '4',
    'Base price per night': '100',
    'Cleaning fee': '40',
    Amenities: 'Wifi, , Kitchen ,',
    'House rules': 'No smoking',
  })
  await button(form, 'Create Listing').dblclick()
  await seeToast(page, 'Success', 'Short-term rental listing created successfully')
  await page.getByRole('tab', { name: 'Listings' }).click()
  await page.getByRole('link', { name: listing }).waitFor()
  expect(await page.getByRole('link', { name: listing }).count()).toBe(1)
})

test('a weekend gets its price by dragging, and the price explains itself; nights are blocked by keyboard', async () => {
  const { page } = host
  await openMonth()
  await drag(day(friday), day(friday + 1))
  await panel().getByLabel('Price', { exact: true }).selectOption({ label: 'Set a price' })
  await fill(panel(), { 'Price per night': '150' })
  await button(panel(), 'Save changes').click()
  await seeToast(page, 'Nights changed', '2 nights')
  await expect.poll(() => night(day(friday)).getAttribute('aria-label')).toMatch(/free, \$150.*set by hand$/)

  await night(day(friday)).click()
  await see(panel(), 'Why this price?')
  await see(panel(), 'Price of the night')
  await button(panel(), 'Cancel').click()

  // From the Sunday on: the arrows move, Shift extends, Enter opens.
  const grid = page.getByRole('grid', { name: 'Nights by listing' })
  await night(day(friday + 2)).click()
  await page.keyboard.press('Escape')
  await panel().waitFor({ state: 'detached' })
  await grid.focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Home')
  for (let step = 0; step < friday + 3; step++) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('Enter')
  await panel().getByLabel('Availability').selectOption({ label: 'Block' })
  await fill(panel(), { Reason: 'Painting' })
  await button(panel(), 'Save changes').click()
  await seeToast(page, 'Nights changed')
  await expect.poll(() => night(day(friday + 3)).getAttribute('aria-label')).toMatch(/Blocked by you/)
  await expect.poll(() => night(day(friday + 4)).getAttribute('aria-label')).toMatch(/Blocked by you/)
})

test('a booking by hand shows every line of its price, and a conflict shows the nearest free dates', async () => {
  const { page } = host
  await go(page, '/airbnb-management?tab=bookings')
  await button(page, 'Record Booking').first().click()
  const form = dialog(page, 'Record Booking')
  await fill(form, { 'Guest name': 'Ines Kerr', 'Check-in': day(friday + 3), 'Check-out': day(friday + 5) })
  await see(form, 'The nearest free dates:')
  await form.getByText('The nearest free dates:').locator('..').getByRole('button').first().click()
  await expect.poll(() => form.getByText('The nearest free dates:').count()).toBe(0)
  // A weekend: two nights at 150 and the cleaning.
  await fill(form, { 'Check-in': day(friday), 'Check-out': day(friday + 2) })
  await see(form, '$340.00')
  await button(form, 'Save booking').dblclick()
  await seeToast(page, 'Booking recorded')
  const details = dialog(page, 'Ines Kerr')
  await see(details, '$340.00')
  await see(details, 'Confirmed')
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: /Ines Kerr/ }).waitFor()
  expect(await page.getByRole('link', { name: /Ines Kerr/ }).count()).toBe(1)
})

test('a visitor without an account books, pays with a test card and cancels with the refund shown before', async () => {
  const rentals = (await (await host.context.request.get('/api/short-term-rentals')).json()) as { slug: string }[]
  const { page } = guest
  await page.goto(`/stay/${rentals[0]!.slug}`)
  await page.getByRole('heading', { level: 1, name: listing }).waitFor()
  for (let month = 0; month < 2; month++) await button(page, 'Later months').click()
  const date = (nights: number) => page.getByRole('button', { name: new RegExp(`^${words(day(nights))}`) })
  // The booked weekend can't be chosen.
  expect(await date(friday).getAttribute('aria-disabled')).toBe('true')
  await date(friday + 8).click()
  await date(friday + 11).click()
  // Three nights at 100 and the cleaning.
  await see(page, '$340.00')
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  await page.getByRole('button', { name: /^(Reserve|Request to book)$/ }).click()
  await fill(page, { 'Your name': 'Vera Visitor', Email: 'vera@journey.test' })
  await page.getByLabel('I accept the house rules and the cancellation policy').click()
  await button(page, 'Hold for 20 minutes and pay').dblclick()
  await see(page, /^Held for you for/)
  await see(page, 'Test mode')
  await page.getByRole('button', { name: /^Use the card 4000/ }).click()
  await button(page, 'Pay $340.00').click()
  await seeToast(page, 'Payment failed')
  await page.getByRole('button', { name: /^Use the card 4242/ }).click()
  await button(page, 'Pay $340.00').click()
  await seeToast(page, 'Payment received')
  // Not instant: the host answers first.
  await see(page, `has your request`)

  await go(host.page, '/airbnb-management?tab=bookings&status=pending')
  await host.page.getByRole('link', { name: /Vera Visitor/ }).click()
  await button(dialog(host.page, 'Vera Visitor'), 'Accept').click()
  await seeToast(host.page, 'Request accepted')
  await page.reload()
  await see(page, 'Your stay is confirmed')

  await button(page, 'Cancel the stay').click()
  const form = dialog(page, 'Cancel the stay')
  await button(form, 'Cancel and get $340.00 back').dblclick()
  await seeToast(page, 'Stay cancelled')
  await see(page, 'This stay is cancelled')
  // The nights are free again at once.
  await openMonth()
  await expect.poll(() => night(day(friday + 8)).getAttribute('aria-label')).toMatch(/free/)
  guest.expectClean(...whileSignedOut, /POST \S+\/test-payment 4\d\d$/)
})

test('the host cancels the booking by hand with the refund shown, and deletes the listing', async () => {
  const { page } = host
  await go(page, '/airbnb-management?tab=bookings')
  await page.getByRole('link', { name: /Ines Kerr/ }).click()
  await button(dialog(page, 'Ines Kerr'), 'More').click()
  await page.getByRole('menuitem', { name: 'Cancel booking…' }).click()
  const form = dialog(page, 'Cancel booking')
  await form.getByRole('button', { name: /^Cancel and refund/ }).click()
  await seeToast(page, 'Booking cancelled')
  await go(page, '/airbnb-management?tab=listings')
  await button(page, `More for ${listing}`).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await answer(page, 'Delete')
  await seeToast(page, 'Listing deleted successfully')
  await see(page, 'No rental listings yet')
  host.expectClean()
})

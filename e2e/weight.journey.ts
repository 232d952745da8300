import type { Page, Response } from 'playwright-core'
import { expect, test } from 'vitest'
import { inventPerson, signIn, signUp } from './steps/accounts.ts'
import { useWorld } from './steps/world.ts'

// What a visitor's browser is made to fetch: sizes and addresses, no times.

const world = useWorld()
/** Compressed script that the sign-in page may load until it is at rest. */
const limit = 130_000

interface Loaded {
  scripts: { path: string; bytes: number; text: string }[]
  /** Calls of the API, "GET /api/…". */
  calls: string[]
}

/** Opens an address in a browser that was never here, and lets it come to rest. */
async function load(page: Page, path: string): Promise<Loaded> {
  const answers: Response[] = []
  page.on('response', (response) => answers.push(response))
  await page.goto(path)
  await page.locator('h1').first().waitFor()
  await page.waitForLoadState('networkidle')
  const scripts = answers.filter((answer) => answer.request().resourceType() === 'script')
  return {
    scripts: await Promise.all(
      scripts.map(async (answer) => ({
        path: new URL(answer.url()).pathname,
        // As it came over the wire.
        bytes: (await answer.request().sizes()).responseBodySize,
        text: await answer.text(),
      })),
    ),
    calls: answers
      .map((answer) => `${answer.request().method()} ${new URL(answer.url()).pathname}`)
      .filter((call) => call.includes(' /api/')),
  }
}

test('the sign-in page loads at most 130 KB of compressed script, and no schemas', async () => {
  const visitor = await world.meet()
  const { scripts, calls } = await load(visitor.page, '/login')
  const weight = scripts.reduce((sum, { bytes }) => sum + bytes, 0)
  const heaviest = scripts.toSorted((a, b) => b.bytes - a.bytes).map(({ path, bytes }) => `${path} ${bytes}`)
  expect(weight, heaviest.join('\n')).toBeLessThanOrEqual(limit)
  // A build that names its files differently must not make this look small.
  expect(weight).toBeGreaterThan(50_000)
  expect(scripts.filter(({ text }) => text.includes('ZodError')).map(({ path }) => path)).toEqual([])
  expect(calls).toEqual([])
  visitor.expectClean()
})

test('the landing page loads no schemas either, down to its prices', async () => {
  const visitor = await world.meet()
  const { scripts } = await load(visitor.page, '/')
  await visitor.page.getByRole('heading', { name: 'See your own rentals in Keyhold by tonight.' }).waitFor()
  expect(scripts.filter(({ text }) => text.includes('ZodError')).map(({ path }) => path)).toEqual([])
  visitor.expectClean()
})

test.for(['/', '/signup', '/payments'])('a visitor of %s is asked nothing that would be refused', async (path) => {
  const visitor = await world.meet()
  expect((await load(visitor.page, path)).calls.filter((call) => call.includes('/api/auth/'))).toEqual([])
  visitor.expectClean()
})

test('someone with a session is asked, also once the access token is gone, and one that ended leads to the landing page', async () => {
  const { page, context } = await world.meet()
  const nia = inventPerson('Nia', 'Returning')
  await signUp(page, nia)
  await signIn(page, nia, 'landlord')
  const welcome = page.getByRole('heading', { level: 1, name: `Welcome back, ${nia.firstName}` })
  const access = (await context.cookies()).find(({ name }) => name === 'kh_access')!

  // As after five minutes: the cookie is there, the token in it worth nothing.
  await context.addCookies([{ ...access, value: 'run.out.token' }])
  await page.reload()
  await welcome.waitFor()

  await context.addCookies([{ ...access, value: 'run.out.token' }])
  await context.clearCookies({ name: 'kh_refresh' })
  await page.goto('/')
  await page.getByRole('tab', { name: 'Get Started' }).waitFor()
})

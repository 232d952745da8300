import { readFileSync } from 'node:fs'
import type { Role } from '@keyhold/contracts/roles'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openAdministrator, sendSignIn, signIn } from './steps/accounts.ts'
import { button, dialog, fill, go, seeToast } from './steps/page.ts'
import { picture, stillness, watchLoading } from './steps/looks.ts'
import { patience, type Person, useWorld, whileSignedOut } from './steps/world.ts'

// Every screen of the page's own table, at every width from a phone's to a wide desk's. Nothing is cut, lies over something else, scrolls
// sideways or stands alone. Screens that are added to the table are walked, too.

interface Row {
  path: string
  mode?: string
}

// By an address that is put together: the page's sources are checked with the page's own types.
const { publicScreens, screensFor } = (await import(new URL('../web/src/app/router.ts', import.meta.url).href)) as {
  publicScreens: Row[]
  screensFor: Record<Role, Row[]>
}

const world = useWorld({ demo: true })
const options = { timeout: 600_000 }
const widths = [360, 390, 768, 820, 1024, 1280, 1440, 1920]
const faultsIn = readFileSync(new URL('steps/layout-faults.js', import.meta.url), 'utf8')

async function walk({ page }: Person, paths: readonly string[]): Promise<string[]> {
  const { visit, settled } = watchLoading(page)
  const found: string[] = []
  const look = async (name: string) => {
    for (const width of widths) {
      await page.setViewportSize({ width, height: width < 768 ? 844 : 900 })
      await page.evaluate(stillness)
      for (const fault of await page.evaluate<string[]>(faultsIn)) found.push(`${name}, ${width}: ${fault}`)
      await picture(page, `${name}, ${width}`)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
  }
  for (const path of paths) {
    await visit(path)
    await look(path)
    const tabs = page.getByRole('main').getByRole('tab')
    for (let nth = 0; nth < (await tabs.count()); nth++) {
      const tab = tabs.nth(nth)
      if ((await tab.getAttribute('aria-selected')) === 'true') continue
      await tab.click()
      await settled()
      await look(`${path} ${await tab.innerText()}`)
    }
  }
  return found
}

/** The addresses of a role's screens, with a record for each parameter. */
async function addressesOf({ context }: Person, role: Role): Promise<string[]> {
  const paths = [...new Set(screensFor[role].map(({ path }) => path))]
  const records: Record<string, string> = {
    '/properties/:id': '/api/properties',
    '/properties/edit/:id': '/api/properties',
    '/tenants/:id': '/api/tenants',
    '/support/:id': '/api/support-tickets',
  }
  const found = await Promise.all(
    paths.map(async (path) => {
      if (!path.includes(':')) return path
      const list = records[path]
      if (!list) throw new Error(`${path} needs a record: add its list to this journey`)
      const [first] = (await (await context.request.get(list)).json()) as { id: string }[]
      return first ? path.replace(':id', first.id) : null
    }),
  )
  // `/dashboard` redirects, and a form opens over the page of its record.
  return found.filter((path): path is string => path !== null && path !== '/dashboard' && !path.includes('/edit/'))
}

const demoOf = (role: Role) => world.product.demo.find((account) => account.role === role)!

test.concurrent('what everyone may see', options, async () => {
  const visitor = await world.meet()
  const needsToken = ['/confirm', '/reset-password', '/tenant-register', '/work-order', '/guest-stay']
  const paths = publicScreens.map(({ path }) =>
    needsToken.includes(path) ? `${path}?token=gone` : path.replace(':slug', 'gone'),
  )
  const found = await walk(visitor, ['/', '/?tab=sign-in', '/?tab=create-account', ...paths, '/no-such-page'])
  expect(found).toEqual([])
  visitor.expectClean(...whileSignedOut, /GET \S+\/api\/(tenant-invitations|work-orders|guest-stays|stays)\/gone 404$/)
})

for (const role of ['landlord', 'tenant'] as const)
  test.concurrent(`a ${role}'s screens`, options, async () => {
    const person = await world.meet()
    await signIn(person.page, demoOf(role), role)
    expect(await walk(person, await addressesOf(person, role))).toEqual([])
    person.expectClean(...whileSignedOut)
  })

test.concurrent("a super admin's screens", options, async () => {
  const ada = await world.meet()
  await signIn(ada.page, await openAdministrator(ada.page, world.product), 'super_admin')
  // The others are the landlord's, without records.
  const own = screensFor.super_admin.filter(({ mode }) => mode === 'admin').map(({ path }) => path)
  expect(await walk(ada, ['/', ...own])).toEqual([])
  ada.expectClean(...whileSignedOut)
})

/** What the message lies over, of what is in front: controls and bars. */
const covered = `(() => {
  const shown = document.querySelector('[role=region][aria-label^=Notifications] li')
  if (shown.parentElement.style.opacity === '0') return ['not placed yet']
  const message = shown.getBoundingClientRect()
  const front = [...document.querySelectorAll(':is([role=dialog], [role=alertdialog])[data-state=open]')].at(-1) ?? document.body
  return [...front.querySelectorAll('a[href], button, input, select, textarea, [role=combobox], header, footer, nav[aria-label=Main]')]
    .filter((one) => one.checkVisibility() && !one.closest('[role=region][aria-label^=Notifications]'))
    .filter((one) => front !== document.body || !/^(HEADER|FOOTER)$/.test(one.tagName) || getComputedStyle(one).position !== 'static')
    .filter((one) => {
      // What is scrolled out of a dialog is not seen.
      const boxes = [one, front].map((each) => each.getBoundingClientRect()).concat(message)
      const least = (side) => Math.min(...boxes.map((box) => box[side]))
      const most = (side) => Math.max(...boxes.map((box) => box[side]))
      return least('right') > most('left') && least('bottom') > most('top')
    })
    .map((one) => one.outerHTML.slice(0, 80))
})()`
const messageOf = (page: Page) => page.locator('[role=region][aria-label^=Notifications] li')

test.concurrent('a message covers no button, field or bar, and stays where it is', options, async (context) => {
  const seeFree = (page: Page, where: string) =>
    context.expect.poll(() => page.evaluate<string[]>(covered), { timeout: patience, message: where }).toEqual([])
  for (const width of [390, 1440]) {
    const { page, expectClean } = await world.meet({ viewport: { width, height: 844 } })
    await page.goto('/login')
    await sendSignIn(page, { email: 'nobody@journey.test', password: 'wrong-horse-42' }, 'landlord')
    await seeToast(page, 'Login Failed', 'Invalid email or password')
    await seeFree(page, `sign-in page, ${width}`)
    const before = await messageOf(page).boundingBox()
    await page.getByLabel('Password', { exact: true }).fill('other')
    context.expect(await messageOf(page).boundingBox()).toEqual(before)
    expectClean(...whileSignedOut, /POST \S+\/api\/auth\/login 401$/)

    // Above a dialog that is full of fields, with its bars; then above the page behind it.
    await signIn(page, demoOf('landlord'), 'landlord')
    await go(page, '/properties')
    await button(page, 'Add Property').click()
    const form = dialog(page, 'Add New Property')
    await button(form, 'Add Property').click()
    await seeToast(page, 'Validation Error')
    await seeFree(page, `dialog, ${width}`)
    const above = await messageOf(page).boundingBox()
    await fill(form, { 'Property Name': 'Elm' })
    context.expect(await messageOf(page).boundingBox()).toEqual(above)
    await button(form, 'Cancel').click()
    await form.waitFor({ state: 'detached' })
    await seeFree(page, `page behind the dialog, ${width}`)

    // Where a dialog closes with its message.
    await go(page, '/maintenance')
    await button(page, 'New Request').first().click()
    const request = dialog(page, 'New Request')
    await fill(request, { Title: `Lamp ${width}`, Description: 'It flickers' })
    await button(request, 'Create request').click()
    await request.waitFor({ state: 'detached' })
    await messageOf(page).waitFor()
    await seeFree(page, `closed dialog, ${width}`)
  }
})

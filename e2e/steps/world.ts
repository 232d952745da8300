import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { launchBrowser, newPage, type WatchedPage } from '../browser.ts'
import { type Product, type ProductOptions, startProduct } from '../product.ts'
import { zone } from './calendar.ts'

/** Someone at a screen: a browser's context of their own, and the page they look at. */
export interface Person extends WatchedPage {
  context: BrowserContext
}

export interface World {
  product: Product
  /** A new person, signed in nowhere yet. */
  meet(options?: BrowserContextOptions): Promise<Person>
}

export const desk = { viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions
export const phone = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
} satisfies BrowserContextOptions

/** What someone who is not signed in may see fail: the page asks who they are, and whether a session can be renewed. */
export const whileSignedOut = [
  /^response: GET \S+\/api\/auth\/user 401$/,
  /^response: POST \S+\/api\/auth\/refresh 401$/,
]

/** How long a page may take to show what is waited for. Changes that others make come through the stream. */
export const patience = 10_000

/**
 * The product and a browser for the journey of one test file. Its tests are steps: after one that failed the others are skipped.
 * With SCREENSHOTS set to a folder, a failing step leaves a picture of every page there.
 */
export function useWorld(options: ProductOptions = {}): World {
  let product: Product
  let browser: Browser
  let hasFailed = false

  beforeAll(async () => {
    // Each is kept as soon as it is there, so that one that fails does not leave the other running.
    const starts = [
      startProduct(options).then((started) => (product = started)),
      launchBrowser().then((launched) => (browser = launched)),
    ]
    const failed = (await Promise.allSettled(starts)).find(({ status }) => status === 'rejected')
    if (failed) throw (failed as PromiseRejectedResult).reason
  })
  beforeEach((step) => {
    if (hasFailed) step.skip('an earlier step failed')
    step.onTestFailed(async () => {
      hasFailed = true
      await picture(browser, step.task.name)
    })
  })
  afterAll(async () => {
    await browser?.close()
    await product?.stop()
  })

  return {
    get product() {
      return product
    },
    async meet(context = desk) {
      const own = await browser.newContext({
        locale: 'en-US',
        timezoneId: zone,
        reducedMotion: 'reduce',
        baseURL: product.url,
        ...context,
      })
      own.setDefaultTimeout(patience)
      return { context: own, ...(await newPage(own)) }
    },
  }
}

async function picture(browser: Browser, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const pages = browser.contexts().flatMap((context) => context.pages())
  for (const [index, page] of pages.entries())
    await page.screenshot({ path: join(folder, `failed, ${name.replaceAll(/[^\w ]/g, '')}, ${index}.png`) })
}

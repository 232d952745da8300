import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Page, Request } from 'playwright-core'
import { go } from './page.ts'
import { patience } from './world.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
export const looks = (['light', 'dark'] as const).flatMap((theme) =>
  (['desk', 'phone'] as const).map((size) => ({ theme, size })),
)

/** Answers functions that open an address, or wait, until the page has all it asked for and shows it. */
export function watchLoading(page: Page): { visit: (path: string) => Promise<void>; settled: () => Promise<void> } {
  const pending = new Set<Request>()
  // The stream never ends.
  page.on('request', (request) => /\/api\/(?!stream)/.test(request.url()) && pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  const settled = async () => {
    // Not by role: behind a dialog it has none.
    await page.locator('h1').first().waitFor()
    for (const end = performance.now() + patience; ;) {
      await page.evaluate('new Promise(requestAnimationFrame)')
      const busy = [
        ...[...pending].map((request) => request.url()),
        ...(await page.locator('[aria-busy=true]').allInnerTexts()),
      ]
      if (busy.length === 0) break
      if (performance.now() > end) throw new Error(`${page.url()} goes on loading ${busy.join(', ')}`)
    }
    await page.evaluate('document.fonts.ready.then(() => undefined)')
  }
  const visit = async (path: string) => {
    await go(page, path)
    await settled()
  }
  return { visit, settled }
}

/** Resolves once nothing fades any more: a colour on its way has a contrast that nobody has to read. What ends may set off what inherits from it. */
export const stillness = `(async () => {
  for (;;) {
    await new Promise(requestAnimationFrame)
    const fading = document.getAnimations().filter((one) => one.effect?.getComputedTiming().iterations !== Infinity)
    if (fading.length === 0) return
    await Promise.allSettled(fading.map((one) => one.finished))
  }
})()`

/**
 * What is wrong with a screen, or with the `part` of it that lies over the rest, in every size and theme:
 * what sticks out sideways, and whatever axe finds.
 */
export async function faultsOf(page: Page, name: string, part = 'html'): Promise<string[]> {
  const faults: string[] = []
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe)
  for (const { theme, size } of looks) {
    await page.setViewportSize(sizes[size])
    await page.emulateMedia({ colorScheme: theme })
    const say = (fault: string) => faults.push(`${name}, ${size}, ${theme}: ${fault}`)
    await page.locator(`html[data-theme=${theme}]`).waitFor({ state: 'attached' })
    await page.evaluate(stillness)
    // After a frame: what a narrower screen hides or shrinks is still there in the moment of the change.
    const tooWide = await page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    if (tooWide > 0) say(`${tooWide} px wider than the screen`)
    // Only colours depend on the theme.
    const rules = theme === 'light' ? '' : ", runOnly: ['color-contrast']"
    const { violations } = await page.evaluate<AxeResults>(
      `axe.run('${part}', { resultTypes: ['violations']${rules} })`,
    )
    for (const { id, impact, nodes } of violations)
      say(`${id} (${impact}): ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join('\n    ')}`)
    await picture(page, `${name}, ${size}, ${theme}`)
  }
  await page.setViewportSize(sizes.desk)
  return faults
}

export async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name.replaceAll('/', '_')}.png`), fullPage: true })
}

import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { patience } from './world.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const
export const looks = (['light', 'dark'] as const).flatMap((theme) => (['desk', 'phone'] as const).map((size) => ({ theme, size })))

/** Answers a function that waits until the page has all it asked for and shows it. */
export function watchLoading(page: Page): () => Promise<void> {
  const pending = new Set<object>()
  page.on('request', (request) => request.url().includes('/api/') && !request.url().endsWith('/api/stream') && pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  return async () => {
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await expect.poll(async () => pending.size + (await page.locator('[aria-busy=true]').count()), { timeout: patience }).toBe(0)
    await page.evaluate('document.fonts.ready.then(() => undefined)')
  }
}

/** What is wrong with a screen in every size and theme: what sticks out sideways, and what axe finds serious or critical. */
export async function faultsOf(page: Page, name: string): Promise<string[]> {
  const faults: string[] = []
  await page.evaluate(axe)
  for (const { theme, size } of looks) {
    await page.setViewportSize(sizes[size])
    await page.emulateMedia({ colorScheme: theme })
    const say = (fault: string) => faults.push(`${name}, ${size}, ${theme}: ${fault}`)
    const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    if (tooWide > 0) say(`${tooWide} px wider than the screen`)
    // What is only transparent while it fades in has no contrast of its own.
    await page.evaluate('Promise.all(document.getAnimations().map((animation) => animation.effect?.getComputedTiming().iterations === Infinity || animation.finished))')
    const { violations } = await page.evaluate<AxeResults>("axe.run(document, { resultTypes: ['violations'] })")
    for (const { id, impact, nodes } of violations)
      if (impact === 'serious' || impact === 'critical') say(`${id} (${impact}): ${nodes.map(({ target }) => target.join(' ')).join(' | ')}`)
    await picture(page, `${name}, ${size}, ${theme}`)
  }
  await page.setViewportSize(sizes.desk)
  return faults
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name.replaceAll('/', '_')}.png`), fullPage: true })
}

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signInBare, startBareBrowser } from '../e2e/browser.ts'
import { startProduct } from '../e2e/product.ts'
import { onStop } from './lib/lifetime.ts'
import { buildPage } from './lib/page.ts'
import { endAll, run } from './lib/run.ts'

// `npm run lighthouse`: what Lighthouse makes of landing page, dashboard and properties, desktop and mobile, on the demo portfolio.
// Fetched by npm when asked for, so that nobody installs it who does not. Medians of `--runs=3`; ends with 1 below the limit.

const version = '13.5.0'
const limit = 95
const runs = Number(process.argv.find((argument) => argument.startsWith('--runs='))?.slice(7) ?? 3)

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const presets = ['desktop', 'mobile'] as const
const pages = [
  { name: 'landing', path: '/', signedIn: false },
  { name: 'dashboard', path: '/', signedIn: true },
  { name: 'properties', path: '/properties', signedIn: true },
] as const

interface Report {
  finalDisplayedUrl: string
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>
  audits: Record<string, { score: number | null; title: string; displayValue?: string }>
}

const folder = mkdtempSync(join(tmpdir(), 'keyhold-lighthouse-'))
const stops: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
const stopAll = async () => {
  await endAll()
  for (const stop of stops.splice(0).toReversed()) await stop()
}
onStop(() => void stopAll().then(() => process.exit(130)))

async function audit(url: string, preset: (typeof presets)[number], port: number): Promise<Report> {
  const file = join(folder, 'report.json')
  const flags = [
    `--port=${port}`,
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--only-categories=${categories.join(',')}`,
  ]
  // Mobile is what it does unless told otherwise.
  if (preset === 'desktop') flags.push('--preset=desktop')
  const code = await run(
    'npm',
    ['exec', '--yes', `--package=lighthouse@${version}`, '--', 'lighthouse', url, ...flags],
    { timeoutMs: 180_000 },
  )
  if (code !== 0) throw new Error(`lighthouse ended with ${code}`)
  return JSON.parse(readFileSync(file, 'utf8')) as Report
}

const scoreOf = (report: Report, category: string) => Math.round((report.categories[category]?.score ?? 0) * 100)
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** What keeps a page from a full score. */
function complaints(report: Report): string[] {
  const refs = categories.flatMap((category) => report.categories[category]?.auditRefs ?? [])
  const failing = refs.filter(({ id, weight }) => weight > 0 && (report.audits[id]?.score ?? 1) < 0.9)
  return [...new Set(failing.map(({ id }) => `${id} ${report.audits[id]?.displayValue ?? ''}`.trim()))]
}

const rows: Record<string, string | number>[] = []
let lowest = 100
try {
  if ((await buildPage()) !== 0) throw new Error('the page could not be built')
  const product = await startProduct({ demo: true })
  stops.push(() => product.stop())
  const landlord = product.demo.find(({ role }) => role === 'landlord')
  if (!landlord) throw new Error('the demo portfolio has no landlord')
  for (const signedIn of [false, true]) {
    const browser = await startBareBrowser(join(folder, signedIn ? 'landlord' : 'visitor'))
    stops.push(() => browser.stop())
    if (signedIn) await signInBare(browser, product.url, { ...landlord, userType: 'landlord' })
    for (const page of pages.filter((one) => one.signedIn === signedIn))
      for (const preset of presets) {
        const reports: Report[] = []
        for (let time = 0; time < runs; time++) reports.push(await audit(product.url + page.path, preset, browser.port))
        const scores = Object.fromEntries(
          categories.map((category) => [category, median(reports.map((report) => scoreOf(report, category)))]),
        )
        lowest = Math.min(lowest, ...Object.values(scores))
        rows.push({ page: page.name, preset, ...scores })
        console.log(
          `${page.name}, ${preset}: ${Object.values(scores).join(', ')}`,
          ...complaints(reports.at(-1)!).map((one) => `\n  ${one}`),
        )
      }
  }
} finally {
  await stopAll()
}

console.table(rows)
console.log(lowest >= limit ? `all at least ${limit}` : `lowest: ${lowest}, which is below ${limit}`)
process.exit(lowest >= limit ? 0 : 1)

// Checks what the linter can't: import zones, declared dependencies, writing rules, replaced words, sentences quoted in journeys, file lengths. Part of `npm run lint` and `npm test`.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Manifest, undeclaredIn, workspaceOf } from './lib/dependencies.ts'
import { saidBy, unsaidIn } from './lib/journey-sentences.ts'
import { oldWords } from './lib/old-words.ts'
import { root } from './lib/paths.ts'
import { p95Limit, sizesOf } from './lib/source-size.ts'
import { findingsIn } from './lib/zones.ts'

const ignored = (path: string) => /(^|\/)(node_modules|dist|migrations|vendor)$/.test(path)
const sources = globSync('{packages,services,web,e2e,scripts,deploy}/**/*.{ts,tsx}', { cwd: root, exclude: ignored })
const docs = globSync(['*.md', 'docs/**/*.md'], { cwd: root, exclude: ignored })

let wrong = 0
function report(file: string, line: number, sentence: string): void {
  console.error(`${file}:${line} ${sentence}`)
  wrong += 1
}

const read = (file: string) => (existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : undefined)

const manifests = new Map<string, Manifest>()
function manifestOf(workspace: string): Manifest {
  const known = manifests.get(workspace) ?? (JSON.parse(read(`${workspace}/package.json`) ?? '{}') as Manifest)
  manifests.set(workspace, known)
  return known
}

const lengths: number[] = []
for (const file of [...sources, ...docs].toSorted()) {
  const text = readFileSync(join(root, file), 'utf8')
  if (!file.endsWith('.md')) for (const { line, sentence } of findingsIn(file, text, read)) report(file, line, sentence)
  const workspace = file.endsWith('.md') ? undefined : workspaceOf(file)
  if (workspace)
    for (const { line, sentence } of undeclaredIn(text, manifestOf(workspace))) report(file, line, sentence)
  // The list of replaced words has to name them.
  if (!/^scripts\/lib\/old-words(\.test)?\.ts$/.test(file))
    for (const [index, line] of text.split('\n').entries())
      for (const [old, instead] of oldWords)
        if (old.test(line)) report(file, index + 1, `"${old.exec(line)?.[0]}" was replaced: write ${instead}`)
  // Tests read top to bottom, and data is as long as it is.
  if (/\.tsx?$/.test(file) && !/\.(test|journey)\.tsx?$|\/testing\/|^scripts\/spec\/|^e2e\//.test(file))
    lengths.push(text.split('\n').length)
}

const isTest = (file: string) => /\.test\.tsx?$|\/testing\//.test(file)
const texts = (files: readonly string[]) => files.map((file) => readFileSync(join(root, file), 'utf8'))
const journeys = sources.filter((file) => file.startsWith('e2e/'))
const product = sources.filter((file) => /^(web\/src|services|packages)\//.test(file) && !isTest(file))
const said = saidBy(texts(product), texts(journeys))
for (const file of journeys)
  for (const { line, sentence } of unsaidIn(readFileSync(join(root, file), 'utf8'), said))
    report(file, line, `"${sentence}" is said nowhere in the page or the services: quote what stands there now`)

const { median, p95 } = sizesOf(lengths)
if (p95 > p95Limit) {
  console.error(`One file in twenty has more than ${p95} lines; ${p95Limit} is the limit: split the longest.`)
  wrong += 1
}
console.log(
  `${lengths.length} source files with ${median} lines at the median and ${p95} at the 95th percentile; ${wrong} findings`,
)
process.exitCode = wrong > 0 ? 1 : 0

// Writes docs/spec-coverage.md; `--check` only says what is missing or out of date.
import './fast-drizzle.mjs'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sections as platform } from './spec/spec-1.ts'
import { sections as operations } from './spec/spec-2.ts'
import { asMarkdown, callSection, faultsOf } from './lib/spec-coverage.ts'

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
const target = join(root, 'docs/spec-coverage.md')
const all = [...platform, ...operations, await callSection(root)]
const text = asMarkdown('Coverage of the specifications', all)
const faults = faultsOf(all, root)
if (!process.argv.includes('--check')) writeFileSync(target, text)
else if (readFileSync(target, 'utf8') !== text)
  faults.push('docs/spec-coverage.md is out of date: run node scripts/spec-coverage.ts')
for (const fault of faults) console.error(fault)
console.log(`${all.reduce((sum, { rows }) => sum + rows.length, 0)} rows, ${faults.length} faults`)
process.exit(faults.length > 0 ? 1 : 0)

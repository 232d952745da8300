// Holds the import rules of docs/architecture.md over every source file. Part of `npm run check` and `npm test`.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lib/paths.ts'
import { findingsIn } from './lib/zones.ts'

const tooLong = 400
const files = globSync('{packages,services,web,e2e,scripts,deploy}/**/*.{ts,tsx}', {
  cwd: root,
  exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
})

let wrong = 0
for (const file of files.toSorted()) {
  const text = readFileSync(join(root, file), 'utf8')
  for (const { line, sentence } of findingsIn(file, text)) {
    console.error(`${file}:${line} ${sentence}`)
    wrong += 1
  }
  const lines = text.split('\n').length
  if (lines > tooLong) console.warn(`${file} has ${lines} lines: two files in one (a warning)`)
}
console.log(`${files.length} files, ${wrong} against the rules`)
process.exitCode = wrong > 0 ? 1 : 0

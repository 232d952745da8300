// Takes the addresses out of package-lock.json; run it after adding or updating a package. `--check` only looks.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { linesWithHosts, withoutHosts } from './lib/lockfile.ts'
import { root } from './lib/paths.ts'

const file = join(root, 'package-lock.json')
const before = readFileSync(file, 'utf8')
const named = linesWithHosts(before)

if (!process.argv.includes('--check')) {
  writeFileSync(file, withoutHosts(before))
} else if (named.length > 0) {
  console.error(
    `package-lock.json names addresses; node scripts/lock-clean.ts takes them out:\n${named.slice(0, 5).join('\n')}`,
  )
  process.exitCode = 1
}

// The pre-commit hook (`npm run hooks` enables it): checks the format and lint of the staged files, import zones and types; changes none.
import { execFileSync } from 'node:child_process'
import { root } from './lib/paths.ts'
import { run } from './lib/run.ts'

const staged = execFileSync('git', ['diff', '--cached', '--name-only', '--diff-filter=ACMR'], {
  cwd: root,
  encoding: 'utf8',
})
const files = staged.split('\n').filter((file) => /\.(ts|tsx|mjs)$/.test(file))
if (files.length > 0) {
  const checks: [string, string[]][] = [
    ['oxfmt', ['--check', ...files]],
    ['oxlint', ['--deny-warnings', ...files]],
    ['node', ['scripts/check-source.ts']],
    ['tsc', ['-p', 'tsconfig.json']],
    ['tsc', ['-p', 'web/tsconfig.json']],
  ]
  const codes = await Promise.all(checks.map(([command, args]) => run(command, args)))
  process.exitCode = Math.max(...codes)
}

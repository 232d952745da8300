import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './paths.ts'

test('docs/security.md names files that exist', () => {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' }).split(
    '\n',
  )
  const text = readFileSync(join(root, 'docs/security.md'), 'utf8')
  const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs))`/g)].map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => !files.some((file) => file === name || file.endsWith(`/${name}`)))).toEqual([])
})

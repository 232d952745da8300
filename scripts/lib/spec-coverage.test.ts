import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { sections as platform } from '../spec/spec-1.ts'
import { sections as operations } from '../spec/spec-2.ts'
import { asMarkdown, callSection, faultsOf, row } from './spec-coverage.ts'

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '')
const all = [...platform, ...operations, await callSection(root)]

test('every line of the specification names files, texts and tests that exist', () => {
  expect(faultsOf(all, root)).toEqual([])
})

test('the page of the documentation is what the walk says', () => {
  expect(readFileSync(join(root, 'docs/spec-coverage.md'), 'utf8')).toBe(
    asMarkdown('Coverage of the specifications', all),
  )
})

test('an empty cell, a missing file, text or test is a fault', () => {
  const rows = [
    row('nothing', '', ''),
    row('a file', 'no-such-file.ts', 'package.json › no such title'),
    row('a text', 'package.json#no such text', 'package.json › keyhold'),
  ]
  expect(faultsOf([{ title: 'T', rows }], root)).toEqual([
    'T | nothing: no file',
    'T | nothing: no test',
    'T | a file: no-such-file.ts does not exist',
    'T | a file: package.json does not hold "no such title"',
    'T | a text: package.json does not hold "no such text"',
  ])
})

test('a handler that is not among the routes, and a call of the page, do not count as its implementation', async () => {
  const faults = faultsOf([await callSection(root, [])], root)
  expect(faults).toContainEqual(expect.stringContaining('`GET /api/vendors`: Vendors by name: no file'))
})

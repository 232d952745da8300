// `npm run sbom`: writes the software bill of materials, CycloneDX JSON of every package in package-lock.json, to .cache/sbom.cdx.json.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './lib/paths.ts'

const file = join(root, '.cache/sbom.cdx.json')
const text = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 ** 2,
  stdio: ['ignore', 'pipe', 'ignore'],
})
const { bomFormat, components } = JSON.parse(text) as {
  bomFormat: string
  components: { name: string; version: string }[]
}
const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, { version?: string; link?: boolean; name?: string }>
}
const missing = Object.entries(packages)
  .filter(([path, { link }]) => path.includes('node_modules/') && !link)
  .map(([path, { name, version }]) => `${name ?? path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`)
  .filter((one) => !listed.has(one))
if (bomFormat !== 'CycloneDX' || missing.length > 0)
  throw new Error(`the bill of materials lacks ${missing.length} packages: ${missing.slice(0, 5).join(', ')}`)
mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, text)
console.log(`.cache/sbom.cdx.json lists ${components.length} packages`)

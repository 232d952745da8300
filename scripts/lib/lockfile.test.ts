import { expect, test } from 'vitest'
import { linesWithHosts, withoutHosts } from './lockfile.ts'

const lockfile = JSON.stringify({
  packages: {
    'node_modules/a': {
      version: '1.0.0',
      resolved: 'https://packages.example/a.tgz',
      integrity: 'sha512-x',
      funding: { url: 'https://fund.example' },
    },
    'node_modules/@keyhold/web': { resolved: 'web', link: true },
    'node_modules/http-b': { version: '2.0.0', deprecated: 'see https://b.example' },
  },
})

test('a cleaned lockfile names no address and keeps versions, integrity and workspaces', () => {
  const cleaned = withoutHosts(lockfile)
  expect(linesWithHosts(lockfile)).toHaveLength(1)
  expect(linesWithHosts(cleaned)).toEqual([])
  expect(JSON.parse(cleaned)).toEqual({
    packages: {
      'node_modules/a': { version: '1.0.0', integrity: 'sha512-x' },
      'node_modules/@keyhold/web': { resolved: 'web', link: true },
      'node_modules/http-b': { version: '2.0.0', deprecated: 'see' },
    },
  })
})

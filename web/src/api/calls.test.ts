import { endpoints } from '@keyhold/contracts/api'
import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
const product = Object.entries(sources).filter(([path]) => !path.includes('.test.'))
const resources = product.filter(([path]) => /^\.\/[^/]+$/.test(path))

test('calls are registered in web/src/api, in the file with the name of their contract', () => {
  const elsewhere = product.filter(
    ([path, text]) => !path.startsWith('./') && /injectEndpoints|callsOf\(|['"`]\/api\//.test(text),
  )
  expect(elsewhere.map(([path]) => path)).toEqual([])
  const misnamed = resources.filter(([path, text]) => {
    const name = /^\.\/(.+)\.ts$/.exec(path)?.[1]
    return !text.includes(`/${name}.routes'`) || !text.includes(`/${name}'`)
  })
  expect(misnamed.map(([path]) => path)).toEqual([])
})

test('each contract is registered once', () => {
  const registered = resources.flatMap(([, text]) =>
    [...text.matchAll(/\b(?:query|pages|call|url)\('(\w+)'/g)].map((match) => match[1]!),
  )
  const names = new Set(endpoints.map(({ name }) => name))
  expect(registered.length).toBeGreaterThan(100)
  expect(registered.filter((name) => !names.has(name))).toEqual([])
  expect(registered.filter((name, index) => registered.indexOf(name) !== index)).toEqual([])
})

import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { watchSources } from './watch-sources.ts'

test('a source is noticed each time that it is replaced, in folders that are new too, and a test is not', async () => {
  const root = mkdtempSync(join(tmpdir(), 'keyhold-watch-'))
  const source = join(root, 'src', 'a.ts')
  mkdirSync(join(root, 'src'))
  writeFileSync(source, '')
  const changed = new Set<string>()
  const stop = watchSources([root], (path) => void changed.add(path))
  const noticed = async (path: string) => {
    await vi.waitFor(() => expect(changed).toContain(path))
    changed.clear()
  }
  for (const text of ['1', '2', '3']) {
    writeFileSync(join(root, 'written'), text)
    renameSync(join(root, 'written'), source)
    await noticed(source)
  }
  mkdirSync(join(root, 'src', 'new'))
  const inNew = join(root, 'src', 'new', 'b.ts')
  await vi.waitFor(() => {
    writeFileSync(inNew, String(performance.now()))
    expect(changed).toContain(inNew)
  })
  changed.clear()
  writeFileSync(join(root, 'src', 'a.test.ts'), '')
  writeFileSync(source, '4')
  await vi.waitFor(() => expect(changed).toContain(source))
  expect([...changed].filter((path) => path.endsWith('.test.ts'))).toEqual([])
  stop()
  rmSync(root, { recursive: true })
})

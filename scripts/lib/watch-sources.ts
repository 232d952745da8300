import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { join } from 'node:path'

const skipped = new Set(['node_modules', 'dist', '.cache', '.data'])
const isSource = (name: string) => /\.(ts|mjs|sql|json)$/.test(name) && !name.endsWith('.test.ts')

/**
 * Calls `onChange` for every source that is written, replaced or removed below the folders. Watches folders and not files, as
 * `node --watch` does: an editor or git that replaces a file leaves a watch on the old one. Returns a function that ends it.
 */
export function watchSources(folders: readonly string[], onChange: (path: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>()

  const add = (folder: string) => {
    if (watchers.has(folder)) return
    const watcher = watch(folder, (_, name) => {
      if (name === null) return
      const path = join(folder, name)
      if (isFolder(path) && !skipped.has(name)) add(path)
      else if (isSource(name)) onChange(path)
    })
    // The folder is gone; another one of its name is found by its parent.
    watcher.on('error', () => remove(folder))
    watchers.set(folder, watcher)
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && !skipped.has(entry.name)) add(join(folder, entry.name))
  }
  const remove = (folder: string) => {
    watchers.get(folder)?.close()
    watchers.delete(folder)
  }

  for (const folder of folders) add(folder)
  return () => [...watchers.keys()].forEach(remove)
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false

import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, root } from './paths.ts'
import { run } from './run.ts'

const stamp = join(cacheFolder, 'page-sources')

/** What web/dist is made of, as one hash: contents, since a checkout sets every file's time to now. */
function sourcesHash(): string {
  const hash = createHash('sha256')
  const inside = globSync(['web/**', 'packages/contracts/src/**'], {
    cwd: root,
    exclude: (entry) => ['node_modules', 'dist'].includes(entry.name),
    withFileTypes: true,
  })
  const files = inside.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  for (const file of [...files.toSorted(), join(root, 'package-lock.json')])
    hash.update(`${file.slice(root.length)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/** Builds web/dist unless it was already built from these very sources. Resolves to an exit code. */
export async function buildPage(options: { force?: boolean; timeoutMs?: number } = {}): Promise<number> {
  if (!existsSync(join(root, 'web/index.html'))) {
    console.log('no page yet: web/index.html is missing')
    return 0
  }
  const hash = sourcesHash()
  const built =
    existsSync(join(root, 'web/dist/index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash
  if (built && !options.force) return 0
  console.log('building the page')
  const code = await run('vite', ['build', '--logLevel', 'warn'], {
    cwd: join(root, 'web'),
    ...(options.timeoutMs ? { timeoutMs: options.timeoutMs } : {}),
  })
  if (code === 0) {
    mkdirSync(cacheFolder, { recursive: true })
    writeFileSync(stamp, hash)
  }
  return code
}

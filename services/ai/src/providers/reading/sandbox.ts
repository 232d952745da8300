import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Packages, this service, the contracts and the kit: neither data nor secrets. */
const readable = [
  ...(require.resolve.paths('unpdf') ?? []).filter((folder) => existsSync(folder)),
  here('../../../'),
  // By way of a file: in a checkout the name of a workspace is a link.
  here(new URL('../', import.meta.resolve('@keyhold/contracts/zod')).href),
  here(new URL('../../', import.meta.resolve('@keyhold/kit/files/images')).href),
]

/**
 * What Node is started with to read a document: it may read the programs that this takes, and write no file, start no process, and talk to
 * nobody. Native code may run, since pictures are decoded and pages drawn by it, and threads, in one of which print is recognised.
 */
export const flagsOf = ({ heapMegabytes }: { heapMegabytes: number }): string[] => [
  `--max-old-space-size=${heapMegabytes}`,
  '--permission',
  ...readable.map((folder) => `--allow-fs-read=${folder}`),
  '--allow-worker',
  '--allow-addons',
  '--no-warnings',
  '--import',
  here('no-network.ts'),
]

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const require = createRequire(import.meta.url)
const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Packages, this service, contracts and kit: no data and no secrets. */
const readable = [
  ...(require.resolve.paths('unpdf') ?? []).filter((folder) => existsSync(folder)),
  here('../../../'),
  // Resolved through a file: in a checkout the workspace's name is a symbolic link.
  here(new URL('../', import.meta.resolve('@keyhold/contracts/zod')).href),
  here(new URL('../../', import.meta.resolve('@keyhold/kit/files/images')).href),
]

/**
 * Node's flags for the reader process: it can read its own programs, and write no file, start no process and open no connection.
 * Native code and threads are allowed, since decoding, rendering and OCR need them.
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

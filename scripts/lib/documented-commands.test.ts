import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// What the documents tell people to type works with the oldest Node that package.json promises.

const root = fileURLToPath(new URL('../..', import.meta.url))
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  '.env.example',
  'docker-compose.yml',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const { scripts, engines } = JSON.parse(textOf('package.json')) as {
  scripts: Record<string, string>
  engines: { node: string }
}
const oldest = Number(/\d+/.exec(engines.node)?.[0])

/** Commands in code spans, code blocks, and comments of settings. */
const commands = documents.flatMap((file) =>
  [...textOf(file).matchAll(/(?:`|^#? *|&& |\?run )((?:node|npm) [^`#\n|}]+)/gm)].map(([, command = '']) => ({
    file,
    command: command.trim(),
  })),
)

/** A Node of the oldest promised version on the PATH, outside node_modules. */
function findOldestNode(): string | undefined {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder && !folder.includes('node_modules'))
    .map((folder) => join(folder, 'node'))
    .find((file) => existsSync(file) && majorOf(file) === oldest)
}

const majorOf = (node: string) => Number(/\d+/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))?.[0])

test('every npm command of the documents is a script', () => {
  expect(commands.length).toBeGreaterThan(20)
  const names = commands.flatMap(({ command }) => /^npm (?:run )?([a-z:]+)/.exec(command)?.[1] ?? [])
  const builtIn = new Set(['install', 'ci', 'run', 'sbom'])
  expect(names.filter((name) => !builtIn.has(name) && !(name in scripts))).toEqual([])
})

test('node itself is told to run only files that the oldest Node reads, except in a container', () => {
  const typescript = commands.filter(({ command }) => /^node \S+\.ts/.test(command))
  const places = typescript.map(({ file, command }) => {
    const line = textOf(file)
      .split('\n')
      .find((one) => one.includes(command))
    return line?.includes('in a container') ? 'fine' : `${file}: ${command}`
  })
  expect(places.filter((place) => place !== 'fine')).toEqual([])
  for (const { command } of commands) {
    const [, script] = /^node ([\w/-]+\.\w+)/.exec(command) ?? []
    if (script) expect(existsSync(join(root, script)), command).toBe(true)
  }
})

test.skipIf(!findOldestNode())(
  `the commands run on Node ${oldest} (skipped where the PATH has none)`,
  { timeout: 60_000 },
  () => {
    const node = findOldestNode() ?? ''
    const folder = mkdtempSync(join(tmpdir(), 'keyhold-commands-'))
    try {
      for (const file of [
        'scripts/compose-env.mjs',
        'packages/kit/src/messaging/nats-rights.mjs',
        'docker-compose.yml',
        'deploy',
      ])
        cpSync(join(root, file), join(folder, file), { recursive: true })
      execFileSync(node, ['scripts/compose-env.mjs'], { cwd: folder })
      expect(readFileSync(join(folder, '.env'), 'utf8')).toMatch(/^DB_PASSWORD_PAYMENTS=[0-9a-f]{64}$/m)
      // All npm scripts start like this one; the pinned Node takes over.
      const refused = spawnSync(node, ['scripts/bootstrap.mjs', 'services/main.ts', 'nonsense'], {
        cwd: root,
        encoding: 'utf8',
      })
      expect(refused.stderr).toContain('no such service: nonsense')
    } finally {
      rmSync(folder, { recursive: true })
    }
    const started = Object.values(scripts).filter((line) => line.includes('node '))
    expect(started.filter((line) => !line.startsWith('exec node scripts/bootstrap.mjs '))).toEqual([])
  },
)

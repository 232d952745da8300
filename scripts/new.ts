// `npm run new -- service|endpoint|screen …`: writes the files that the conventions want. CONTRIBUTING.md shows each in use.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Checkout, type Generated, Unusable } from './generators/edit.ts'
import { newEndpoint } from './generators/endpoint.ts'
import { newScreen } from './generators/screen.ts'
import { newService } from './generators/service.ts'
import { root } from './lib/paths.ts'
import { run } from './lib/run.ts'

const generators: Record<string, { usage: string; make: (args: readonly string[], checkout: Checkout) => Generated }> =
  {
    service: { usage: 'service <name>', make: newService },
    endpoint: { usage: 'endpoint <service> <resource> <name> <METHOD> <path> [access]', make: newEndpoint },
    screen: { usage: 'screen <path> <label> [icon] [the screen before it]', make: newScreen },
  }

const [kind = '', ...args] = process.argv.slice(2)
const generator = generators[kind]
if (!generator) {
  console.error(
    `npm run new -- ${Object.values(generators)
      .map(({ usage }) => usage)
      .join('\nnpm run new -- ')}`,
  )
  process.exit(2)
}
try {
  const { files, left } = generator.make(args, {
    read: (path) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined),
    list: (folder) => globSync(`${folder}/**/*.*`, { cwd: root }).toSorted(),
  })
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    console.log(`${existsSync(join(root, path)) ? 'changed' : 'created'} ${path}`)
    writeFileSync(join(root, path), text)
  }
  await run(
    'oxfmt',
    Object.keys(files).filter((path) => /\.tsx?$/.test(path)),
  )
  // A new workspace is linked into node_modules and noted in package-lock.json.
  if (kind === 'service') await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'])
  // What is generated from the contracts and the services.
  if (kind !== 'screen') await run('node', ['scripts/spec-coverage.ts'])
  console.log(`\nLeft to do:\n${left.map((one) => `  ${one}`).join('\n')}`)
} catch (error) {
  if (!(error instanceof Unusable)) throw error
  console.error(`${error.message}\nUsage: npm run new -- ${generator.usage}`)
  process.exitCode = 2
}

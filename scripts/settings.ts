// Writes the table of settings in docs/operations.md from the schemas that read them; `--check` says whether it is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from '@keyhold/contracts/zod'
import { settingsByReader } from '../services/settings.ts'

const file = new URL('../docs/operations.md', import.meta.url)
const [begin, end] = ['<!-- settings: made by `npm run format` -->', '<!-- /settings -->']

interface Setting {
  description?: string
  default?: string | number | boolean
  readers: string[]
}

const all = new Map<string, Setting>()
for (const [reader, schema] of await settingsByReader()) {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, Omit<Setting, 'readers'>>
  }
  for (const [name, setting] of Object.entries(properties)) {
    const known = all.get(name)
    if (known) known.readers.push(reader)
    else all.set(name, { ...setting, readers: [reader] })
  }
}
const rows = [...all].map(([name, { description = '', default: fallback, readers }]) => {
  const who = readers.includes('every process') ? 'every process' : readers.join(', ')
  return `| \`${name}\` | ${fallback === undefined || fallback === '' ? '' : `\`${String(fallback)}\``} | ${who} | ${description} |`
})
const table = [begin, '| setting | default | read by | meaning |', '| --- | --- | --- | --- |', ...rows, end].join('\n')

const text = readFileSync(file, 'utf8')
const updated = text.slice(0, text.indexOf(begin)) + table + text.slice(text.indexOf(end) + end.length)
if (!process.argv.includes('--check')) writeFileSync(file, updated)
else if (text !== updated) {
  console.error('docs/operations.md does not list the settings as they are: run node scripts/settings.ts')
  process.exit(1)
}
process.exit(0)

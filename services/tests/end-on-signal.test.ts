import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const module = JSON.stringify(new URL('../end-on-signal.ts', import.meta.url).href)
const program = `
  import { setTimeout as wait } from 'node:timers/promises'
  import { endOnSignal } from ${module}
  const start = async () => {
    await wait(Number(process.argv[1]))
    return { stop: async () => { await wait(200); console.log('stopped') } }
  }
  endOnSignal(start())
  console.log('starting')
  setInterval(() => {}, 1000)
`

test.each([
  ['while it runs', 0],
  ['while it starts', 300],
])('a Ctrl-C that arrives three times %s stops everything in order', async (_, startMs) => {
  const child = spawn(process.execPath, ['--input-type=module', '-e', program, String(startMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let written = ''
  child.stdout.on('data', (text) => (written += String(text)))
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  setTimeout(() => child.kill('SIGINT'), 30)
  setTimeout(() => child.kill('SIGTERM'), 60)
  expect(await once(child, 'exit')).toEqual([0, null])
  expect(written).toBe('starting\nstopped\n')
})

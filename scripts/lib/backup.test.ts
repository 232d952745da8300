import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from './paths.ts'

const folder = mkdtempSync(join(tmpdir(), 'keyhold-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const dataDir = join(folder, 'data')
const operations = readFileSync(join(root, 'docs/operations.md'), 'utf8')

/** Runs a command as docs/operations.md has it, with its last word in place of the example's. */
function documented(command: string, last: string) {
  expect(operations).toContain(command)
  const args = command.replace('npm run backup -- ', '').split(' ')
  return spawnSync(process.execPath, [join(root, 'scripts/backup.ts'), ...args.slice(0, -1), last], {
    env: { ...process.env, DATA_DIR: dataDir },
    encoding: 'utf8',
  })
}

test('the documented commands back up and restore DATA_DIR with all that is in it', () => {
  mkdirSync(join(dataDir, 'postgres'), { recursive: true, mode: 0o700 })
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
  writeFileSync(join(dataDir, 'secret'), 'hush', { mode: 0o600 })
  const made = documented('npm run backup -- /backups', join(folder, 'backups'))
  expect([made.status, made.stderr]).toEqual([0, ''])
  const [name = ''] = readdirSync(join(folder, 'backups'))
  expect(name).toMatch(/^keyhold-\d{4}-\d\d-\d\dT/)
  expect(readFileSync(join(dataDir, 'last-backup'), 'utf8')).toContain(name)

  const command = 'npm run backup -- --restore /backups/keyhold-2026-11-23T04-00-00'
  const refused = documented(command, join(folder, 'backups', name))
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('is not empty')])
  rmSync(dataDir, { recursive: true })
  expect(documented(command, join(folder, 'backups', name)).status).toBe(0)
  expect(readFileSync(join(dataDir, 'postgres', 'PG_VERSION'), 'utf8')).toBe('18\n')
  expect(readFileSync(join(dataDir, 'secret'), 'utf8')).toBe('hush')
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
})

test('a running Keyhold is not copied, and only a backup is restored', () => {
  writeFileSync(join(dataDir, 'postgres.lock'), `${process.pid}\n`)
  const refused = documented('npm run backup -- /backups', join(folder, 'second'))
  expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining('stop it first')])
  expect(readdirSync(folder)).not.toContain('second')
})

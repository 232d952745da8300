import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))
export const cacheFolder = join(root, '.cache')

/** The environment of a command that this project's scripts run: its own tools and its own Node come first. */
export function toolEnv(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...process.env, PATH: join(root, 'node_modules/.bin') + delimiter + process.env.PATH, ...extra }
}

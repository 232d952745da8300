import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

const cacheFolder = fileURLToPath(new URL('../.cache', import.meta.url))

/** The browser may reach this machine and nothing else, in particular not its maker's servers. */
const thisMachineOnly = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE localhost , EXCLUDE 127.0.0.1'

/** Starts a browser: $CHROMIUM, the system's, or the one from npm. Open a context for each person in a journey, and close the browser after. */
export async function launchBrowser(): Promise<Browser> {
  const { executablePath, env } = await findBrowser()
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    chromiumSandbox: false,
    // /dev/shm holds 64 MB in a container, too little for a page.
    args: [thisMachineOnly, '--disable-dev-shm-usage'],
  })
}

export interface BareBrowser {
  /** Where it can be told what to do. */
  port: number
  stop(): Promise<void>
}

/** A browser that nobody drives, with `profile` as its memory: for programs that bring their own hands, such as Lighthouse. */
export async function startBareBrowser(profile: string): Promise<BareBrowser> {
  const { executablePath, env } = await findBrowser()
  const args = ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage', '--no-first-run', thisMachineOnly]
  const child = spawn(
    executablePath,
    [...args, '--remote-debugging-port=0', `--user-data-dir=${profile}`, 'about:blank'],
    {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  )
  const port = await new Promise<number>((resolve, reject) => {
    let said = ''
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString()
      const [, found] = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said) ?? []
      if (found) resolve(Number(found))
    })
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`the browser ended: ${said}`)))
  })
  return {
    port,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      if (child.exitCode === null && child.kill('SIGTERM')) await ended
    },
  }
}

/** Signs in with the cookies that every page of the browser then has. */
export async function signInBare(
  { port }: BareBrowser,
  url: string,
  account: { email: string; password: string; userType: string },
): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const answer = await browser.contexts()[0]!.request.post(`${url}/api/auth/login`, { data: account })
  if (!answer.ok()) throw new Error(`signing in answered ${answer.status()}`)
  // Lets go of it; the browser stays.
  await browser.close()
}

async function findBrowser(): Promise<{ executablePath: string; env: Record<string, string> }> {
  const system = process.env.CHROMIUM ?? '/usr/bin/chromium'
  // The system's is started by a script that needs the system's commands, whatever our own PATH holds.
  if (process.env.CHROMIUM || existsSync(system))
    return { executablePath: system, env: { PATH: `${process.env.PATH}:/usr/bin:/bin` } }
  const folder = await unpackBrowser()
  // The package brings the libraries and fonts that a minimal system lacks.
  const libraries = [process.env.LD_LIBRARY_PATH, join(folder, 'al2023/lib')].filter(Boolean).join(':')
  return {
    executablePath: join(folder, 'chromium'),
    env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(folder, 'fonts') },
  }
}

/** Unpacks the browser of @sparticuz/chromium below .cache, once per version; takes about two seconds and 250 MB. */
async function unpackBrowser(): Promise<string> {
  const { inflate } = await import('@sparticuz/chromium')
  const home = join(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')), '..')
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string }
  const folder = join(cacheFolder, `chromium-${version}`)
  if (existsSync(folder)) return folder
  // The package unpacks into TMPDIR and takes what already lies there for good: give it a folder of its own, moved in place once whole.
  const part = `${folder}.${process.pid}`
  mkdirSync(part, { recursive: true })
  const before = process.env.TMPDIR
  process.env.TMPDIR = part
  try {
    await Promise.all(
      ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'].map((file) =>
        inflate(join(home, 'bin', file)),
      ),
    )
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  chmodSync(join(part, 'chromium'), 0o755)
  try {
    renameSync(part, folder)
  } catch {
    // Another process was first; its copy is the same.
    rmSync(part, { recursive: true, force: true })
  }
  return folder
}

export interface WatchedPage {
  page: Page
  /** What went wrong in the page so far: console errors, uncaught errors, requests that failed or were answered 4xx or 5xx. */
  faults: string[]
  /** Throws unless nothing went wrong, but for what matches one of `allowed`; forgets what it has seen. */
  expectClean: (...allowed: RegExp[]) => void
}

/** A page that remembers everything that goes wrong in it. */
export async function newPage(context: BrowserContext): Promise<WatchedPage> {
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`uncaught: ${error.message}`))
  page.on('console', (message) => {
    // The browser's own line about a failed request says less than the request events below.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      faults.push(`console: ${message.text()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'failed'
    // Leaving a page aborts what it was still loading, event streams above all.
    if (reason !== 'net::ERR_ABORTED') faults.push(`request: ${request.method()} ${request.url()} ${reason}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 400)
      faults.push(`response: ${response.request().method()} ${response.url()} ${response.status()}`)
  })
  return {
    page,
    faults,
    expectClean(...allowed) {
      const wrong = faults.splice(0).filter((fault) => !allowed.some((pattern) => pattern.test(fault)))
      if (wrong.length > 0) throw new Error(`the page is not clean:\n${wrong.join('\n')}`)
    },
  }
}

import type { Plugin, Rolldown } from 'vite'

type Bundle = Rolldown.OutputBundle

/**
 * Makes three pages of index.html, between which the gateway chooses by address and session cookie, so that each
 * fetches at once what it is going to show:
 * `index.html` for someone who is or was signed in: preloads the shell's code and the user;
 * `visitor.html` for a browser that sent no session cookie (`api/client/session-slice.ts`);
 * `landing.html`, the same at `/`, with the landing page's code.
 */
export function entryPages(): Plugin {
  return {
    name: 'entry-pages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const page = bundle['index.html']
        if (page?.type !== 'asset') throw new Error('index.html is missing from the build')
        const plain = withLinks(String(page.source), scriptsOf(bundle, '/src/render.tsx'))
        const visitors = plain.replace('<html ', '<html data-visitor ')
        this.emitFile({ type: 'asset', fileName: 'visitor.html', source: visitors })
        this.emitFile({
          type: 'asset',
          fileName: 'landing.html',
          source: withLinks(visitors, scriptsOf(bundle, '/landing-page.tsx')),
        })
        const user = `<link rel="preload" as="fetch" crossorigin="use-credentials" href="/api/auth/user">`
        page.source = withLinks(plain, scriptsOf(bundle, '/shell/shell.tsx'), user)
      },
    },
  }
}

/** The chunk of a module that is imported lazily, and what that chunk imports. */
function scriptsOf(bundle: Bundle, module: string): Set<string> {
  const found = Object.values(bundle).find((file) => file.type === 'chunk' && file.facadeModuleId?.endsWith(module))
  if (!found) throw new Error(`${module} has no chunk of its own`)
  const scripts = new Set<string>()
  const add = (name: string) => {
    const chunk = bundle[name]
    if (scripts.has(name) || chunk?.type !== 'chunk') return
    scripts.add(name)
    chunk.imports.forEach(add)
  }
  add(found.fileName)
  return scripts
}

/** Adds preload links for scripts that the page does not name already. */
function withLinks(html: string, scripts: Set<string>, more = ''): string {
  const links = [...scripts]
    .filter((name) => !html.includes(name))
    .map((name) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="/${name}">`)
  return html.replace('</head>', `${[...links, more].filter(Boolean).join('\n    ')}\n  </head>`)
}

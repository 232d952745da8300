import type { Plugin } from 'vite'

const latin = /inter-latin-wght-normal-.*\.woff2$/

/** Preloads the font with the style sheet instead of after it, so that text does not change its look. */
export function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const file = Object.keys(bundle ?? {}).find((name) => latin.test(name))
        if (!file) throw new Error('The latin font is missing from the build')
        return [
          {
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
            injectTo: 'head',
          },
        ]
      },
    },
  }
}

import { createRequire } from 'node:module'
import { dirname, sep } from 'node:path'
import { parentPort } from 'node:worker_threads'
import pdfmake from 'pdfmake'
import type { TFontDictionary } from 'pdfmake/interfaces.js'
import { definitionOf, type Sheet } from './layout.ts'

// Runs in a worker thread: laying out a long table takes seconds and would block the service.

const require = createRequire(import.meta.url)
const fonts = require('pdfmake/fonts/Roboto.js') as TFontDictionary
const folder = dirname(require.resolve('pdfmake/fonts/Roboto.js')) + sep

pdfmake.addFonts(fonts)
// A sheet contains only text. As a precaution, only the font files can be read and nothing can be fetched.
pdfmake.setUrlAccessPolicy(() => false)
pdfmake.setLocalAccessPolicy((path) => path.startsWith(folder))

// From now on, the time that a sheet takes is counted.
parentPort?.postMessage({ isReady: true })
parentPort?.on('message', (sheet: Sheet) => {
  pdfmake
    .createPdf(definitionOf(sheet))
    .getBuffer()
    .then(
      (bytes) => parentPort?.postMessage({ bytes }),
      (error: unknown) =>
        parentPort?.postMessage({ failure: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
    )
})

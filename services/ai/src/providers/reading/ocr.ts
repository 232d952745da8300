import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Worker } from 'tesseract.js'

const require = createRequire(import.meta.url)

export interface Recognised {
  lines: string[]
  /** 0 to 1. */
  certainty: number
}

export interface Recogniser {
  /** The text in a picture (PNG, JPEG, WebP). */
  recognise(picture: Uint8Array): Promise<Recognised>
}

/** OCR of printed English with the installed training data; nothing is downloaded. Created with the first picture. */
export function createRecogniser(): Recogniser {
  let worker: Promise<Worker> | undefined
  return {
    async recognise(picture) {
      worker ??= startWorker()
      const { data } = await (await worker).recognize(Buffer.from(picture))
      return {
        lines: data.text.split('\n').filter((line) => line.trim() !== ''),
        certainty: Math.max(0, Math.min(1, data.confidence / 100)),
      }
    },
  }
}

async function startWorker(): Promise<Worker> {
  const { createWorker, OEM } = await import('tesseract.js')
  const langPath = join(dirname(require.resolve('@tesseract.js-data/eng/package.json')), '4.0.0_best_int')
  return createWorker('eng', OEM.LSTM_ONLY, { langPath, gzip: true, cacheMethod: 'none', errorHandler: () => {} })
}

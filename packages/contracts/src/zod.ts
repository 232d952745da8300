import { z } from 'zod'
import { sentenceFor } from './sentences.ts'

// zod compiles schemas with `new Function`, which the page's Content-Security-Policy forbids.
// It has to know before the first schema is made, so every schema imports z from here.
if ('document' in globalThis) z.config({ jitless: true })

// The API answers people, so no sentence of the library's reaches them.
z.config({ customError: sentenceFor })

export { z }

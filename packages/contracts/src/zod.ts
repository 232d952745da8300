import { z } from 'zod'

// zod compiles schemas with `new Function`, which the page's Content-Security-Policy forbids.
// It has to know before the first schema is made, so every schema imports z from here.
if ('document' in globalThis) z.config({ jitless: true })

export { z }

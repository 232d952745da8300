// The reader process: `node … child.ts <bytes> <category>`, with the file on standard input and the findings as JSON on standard
// output. The input stays open as long as the parent process lives.
import { documentCategories } from '@keyhold/contracts/properties/document-analysis'
import { readFile } from './read-file.ts'

const length = Number(process.argv[2])
const category = documentCategories.find((name) => name === process.argv[3]) ?? 'other'

function receive(): Promise<Uint8Array> {
  const bytes = new Uint8Array(length)
  let at = 0
  return new Promise((resolve) => {
    if (length === 0) resolve(bytes)
    process.stdin.on('data', (part: Buffer) => {
      bytes.set(part, at)
      at += part.length
      if (at >= length) resolve(bytes)
    })
    // The parent has exited.
    process.stdin.on('end', () => process.exit(3))
  })
}

const reading = await readFile(await receive(), category)
process.stdout.write(JSON.stringify(reading), () => process.exit(0))

// Reads every document below the given folders as the product does, and says of each what became of it:
//   node services/ai/src/testing/foreign-documents.ts <folder …>
// Ends with `N passed, N failed`. A document passes when it is read or refused with a reason, within memory and time; and when everything
// that was found in it is quoted.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { documentExtensions } from '@keyhold/contracts/properties/documents'
import { processReader } from '../providers/reading/reader.ts'

const read = processReader()
const largest = 25 * 1024 * 1024

export const documentsIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => documentExtensions.some((extension) => name.toLowerCase().endsWith(`.${extension}`)))
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile() && statSync(path).size <= largest)
    .toSorted()

/** A line about a document, and whether all is well with it. */
export async function report(path: string): Promise<{ isFine: boolean; line: string }> {
  try {
    const { reading, ms, peakBytes } = await read(readFileSync(path), 'other')
    const isFine =
      (reading.status !== 'unreadable' || reading.notes.length > 0) &&
      reading.findings.every(({ quote }) => quote !== '')
    const pages = reading.pages === null ? '' : ` ${reading.pages} pages`
    const what = `${reading.status} ${reading.engine ?? '-'}${pages} ${reading.characters} characters ${reading.findings.length} findings`
    return {
      isFine,
      line: `${Math.round(ms)} ms ${Math.round(peakBytes / 1e6)} MB ${what} ${reading.notes.join(' ')} ${path}`,
    }
  } catch (error) {
    return { isFine: false, line: `${String(error)} ${path}` }
  }
}

if (import.meta.main) {
  let [passed, failed] = [0, 0]
  for (const path of process.argv.slice(2).flatMap(documentsIn)) {
    const { isFine, line } = await report(path)
    console.log(`${isFine ? 'ok  ' : 'FAIL'} ${line}`)
    if (isFine) passed++
    else failed++
  }
  console.log(`${passed} passed, ${failed} failed`)
  process.exitCode = failed > 0 || passed === 0 ? 1 : 0
}

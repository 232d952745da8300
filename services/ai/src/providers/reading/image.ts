import { photoSizes } from '@keyhold/contracts/photos'
import { encodeImage } from '@keyhold/kit/files/images'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Recogniser } from './ocr.ts'
import { type FileText, nothing } from './text.ts'

/** Below this confidence the words are guesses. */
const readable = 0.5

/** The printed text of a photo or scan, which is re-encoded first: upright, limited in size, without metadata. */
export async function readImage(bytes: Uint8Array, recogniser: Recogniser): Promise<FileText> {
  try {
    const { files } = await encodeImage(bytes, { full: photoSizes.full }, 'one document')
    const { lines, certainty } = await recogniser.recognise(files.full)
    if (lines.length === 0) return nothing('No printed text was recognised in the image.')
    const notes = certainty < readable ? ['The image is hard to read: what was recognised may be wrong.'] : []
    return { engine: 'ocr', text: [{ page: null, lines, certainty }], pages: null, notes }
  } catch (error) {
    // Its message is meant for the person who uploaded the picture.
    if (error instanceof Refusal) return nothing(error.message)
    throw error
  }
}

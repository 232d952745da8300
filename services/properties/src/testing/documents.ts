import { zipOf } from '@keyhold/kit/testing/zip'

export const docx = (...more: string[]): Buffer =>
  zipOf(['[Content_Types].xml', '_rels/.rels', 'word/document.xml', ...more].map((name) => ({ name })))

/** An older Office file with streams of these names in its directory. */
export function compoundFile(...streams: string[]): Buffer {
  const file = Buffer.alloc(512 * (2 + streams.length))
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file)
  for (const [n, name] of streams.entries()) file.write(name, 512 + 128 * n, 'utf16le')
  return file
}

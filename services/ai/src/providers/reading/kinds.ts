export type FileKind = 'pdf' | 'zip' | 'ole' | 'image' | 'other'

/** What the bytes are, whatever the file is called. */
export function fileKindOf(bytes: Uint8Array): FileKind {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  // Readers take a PDF with something before its header, and so do we.
  if (head.includes('%PDF-')) return 'pdf'
  if (head.startsWith('PK\x03\x04')) return 'zip'
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'ole'
  const isImage = ['\xff\xd8\xff', '\x89PNG\r\n', 'GIF87a', 'GIF89a'].some((begin) => head.startsWith(begin))
  return isImage ? 'image' : 'other'
}

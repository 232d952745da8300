export type FileKind = 'pdf' | 'zip' | 'ole' | 'image' | 'other'

/** The file type by its bytes, whatever its name. */
export function fileKindOf(bytes: Uint8Array): FileKind {
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  // Like other readers, accept bytes before a PDF's header.
  if (head.includes('%PDF-')) return 'pdf'
  if (head.startsWith('PK\x03\x04')) return 'zip'
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return 'ole'
  const isImage = ['\xff\xd8\xff', '\x89PNG\r\n', 'GIF87a', 'GIF89a'].some((begin) => head.startsWith(begin))
  return isImage ? 'image' : 'other'
}

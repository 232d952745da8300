/** What reading one document may take. Beyond it the rest is left unread, and that is said. */
export const limits = {
  /** Pages of a PDF whose text is read. */
  textPages: 100,
  /** Pages without text that are rendered and recognised: several seconds each. */
  scannedPages: 10,
  /** After this long no further page is recognised (ms). */
  recogniseMs: 50_000,
  characters: 400_000,
  /** Longest side of a page as it is rendered: about 190 dots per inch of a letter. */
  renderedSide: 2100,
  /** Pixels of one picture inside a PDF. */
  pictureMegapixels: 40,
  /** Of a DOCX: all that is unpacked, and how many times its size one part may be. */
  unpackedBytes: 48 * 1024 * 1024,
  unpackedRatio: 150,
  zipEntries: 4000,
} as const

/** What its process may take. Whatever exceeds it is ended. */
export const processLimits = {
  ms: 90_000,
  /** Of resident memory: recognising a page takes about half of it. */
  rssBytes: 700 * 1024 * 1024,
  heapMegabytes: 320,
  /** Of the answer. */
  answerBytes: 512 * 1024,
} as const

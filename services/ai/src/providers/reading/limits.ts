/** Limits for reading one document. What exceeds them is not read, and the result says so. */
export const limits = {
  /** Pages of a PDF whose text is read. */
  textPages: 100,
  /** Pages without text that are rendered and run through OCR, which takes several seconds each. */
  scannedPages: 10,
  /** OCR stops after this time (ms). */
  recogniseMs: 50_000,
  characters: 400_000,
  /** Longest side of a rendered page: about 190 dpi for US letter. */
  renderedSide: 2100,
  /** Pixels of an image inside a PDF. */
  pictureMegapixels: 40,
  /** For DOCX: total unpacked size, and the largest ratio of a part's unpacked to packed size. */
  unpackedBytes: 48 * 1024 * 1024,
  unpackedRatio: 150,
  zipEntries: 4000,
} as const

/** Limits of the reader process, which is killed beyond them. */
export const processLimits = {
  ms: 90_000,
  /** Resident memory; OCR of a page needs about half of it. */
  rssBytes: 700 * 1024 * 1024,
  heapMegabytes: 320,
  /** Size of the answer. */
  answerBytes: 512 * 1024,
} as const

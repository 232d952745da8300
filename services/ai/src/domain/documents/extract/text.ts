/** The text of a page as lines. Columns on a line are separated by two or more spaces. */
export interface Page {
  /** From 1; null for files without pages. */
  page: number | null
  lines: string[]
  /** Confidence in the words, 0 to 1; below 1 for OCR. */
  certainty: number
}

export const charactersOf = (pages: readonly Page[]): number =>
  pages.reduce((sum, { lines }) => sum + lines.reduce((length, line) => length + line.trim().length, 0), 0)

/** Longer runs without a space are cut anywhere: in scripts without spaces, such as Chinese, cutting at a space would leave little. */
const longestWord = 100

/** The text of all pages as one line of at most `length` characters, cut between words if possible. */
export function plainText(pages: readonly Page[], length: number): string {
  const all = pages
    .flatMap(({ lines }) => lines)
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (all.length <= length) return all
  const space = all.lastIndexOf(' ', length)
  return all.slice(0, space === -1 || length - space > longestWord ? length : space)
}

/** Text of a page as lines; what stands apart on a line is parted by two spaces or more. */
export interface Page {
  /** From 1; null where the kind of file has no pages. */
  page: number | null
  lines: string[]
  /** 0 to 1: how sure it is that these are the words; below 1 where they were recognised in a picture. */
  certainty: number
}

export const charactersOf = (pages: readonly Page[]): number =>
  pages.reduce((sum, { lines }) => sum + lines.reduce((length, line) => length + line.trim().length, 0), 0)

/** What is longer is cut as well: where nothing parts the words, as in Chinese, going back to a space would leave little. */
const longestWord = 100

/** The words of all pages as one line of at most `length` characters, cut between words where that can be. */
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

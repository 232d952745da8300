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

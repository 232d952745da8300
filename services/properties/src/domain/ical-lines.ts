/** Text of an iCal file, in which these characters have a meaning (RFC 5545, 3.3.11). */
export const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, (found) => `\\${found}`).replace(/\r\n|\r|\n/g, '\\n')

export const written = (lines: readonly string[]): string => lines.map((line) => `${folded(line)}\r\n`).join('')

/** At most 75 bytes in a line, counted without its end; characters stay whole. */
function folded(line: string): string {
  const parts: string[] = []
  let part = ''
  let bytes = 0
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > 75) {
      parts.push(part)
      // The space that marks the continuation counts.
      part = ' '
      bytes = 1
    }
    part += character
    bytes += size
  }
  return [...parts, part].join('\r\n')
}

// What a mail program puts above the mail that is answered: "On Monday, Ann wrote:", "From: …" after a line, Outlook's rule.
const starts = [
  /^\s*on .{1,200}(wrote|schrieb):\s*$/i,
  /^\s*el .{1,200} escribió:\s*$/i,
  /^\s*-{2,}\s*(original message|forwarded message|mensaje original)\s*-{2,}\s*$/i,
  /^_{10,}\s*$/,
  /^\s*from:\s.+@.+/i,
  /^\s*>/,
]
const signature = /^(-- |sent from my \w+)/i

/** What a person wrote in an answer by mail: without the mail that it answers and without the signature. */
export function ownWords(text: string): string {
  const lines = text.replaceAll('\r\n', '\n').split('\n')
  const end = lines.findIndex((line, at) => {
    // Long introductions are broken over two lines.
    const pair = `${line} ${lines[at + 1] ?? ''}`
    return starts.some((start) => start.test(line)) || (/^\s*on .*\d/i.test(line) && starts[0]!.test(pair))
  })
  const said = end < 0 ? lines : lines.slice(0, end)
  const signed = said.findIndex((line) => signature.test(line))
  return (signed < 0 ? said : said.slice(0, signed)).join('\n').trim()
}

/** The secret part of the first address of a conversation among these. */
export function mailTokenOf(addresses: readonly string[], domain: string): string | undefined {
  for (const address of addresses) {
    const [, token, at] = /reply\+([\da-f]{30})@([\w.-]+)/i.exec(address) ?? []
    if (token && at?.toLowerCase() === domain.toLowerCase()) return token.toLowerCase()
  }
  return undefined
}

/** The bare address of a From line such as `Sam <sam@example.com>`. */
export const bareAddress = (from: string): string => (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim().toLowerCase()

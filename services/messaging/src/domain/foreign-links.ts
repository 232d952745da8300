// Anything that a mail program or a phone turns into a link: an address with a scheme, or a name with a domain such as "evil.example/x".
const link = /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+|\b(?:[a-z0-9-]+\.)+[a-z]{2,}\b(?:[/:?#]\S*)?/gi

/** The text with every link replaced that does not lead to this site. E-mail addresses stay. */
export const withoutForeignLinks = (text: string, publicUrl: string): string =>
  text.replace(link, (found: string, at: number) =>
    isOwn(found, publicUrl) || text[at - 1] === '@' || text[at + found.length] === '@' ? found : '[link removed]',
  )

const isOwn = (found: string, publicUrl: string): boolean => found === publicUrl || found.startsWith(`${publicUrl}/`)

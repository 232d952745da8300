import type { Brand } from '../projections/branding.ts'

/** The text with its links to the site leading to the landlord's own host: the scheme and the port are the site's. */
export function withOwnHost(text: string, { host }: Brand, publicUrl: string): string {
  if (host === null) return text
  const { protocol, port } = new URL(publicUrl)
  const own = `${protocol}//${host}${port === '' ? '' : `:${port}`}`
  return text.replaceAll(`${publicUrl}/`, `${own}/`)
}

const platformEnding = '(Keyhold. STOP ends'

/** A text says first who sends it, since phones show a number only. */
export function withSender(text: string, { name }: Brand): string {
  if (name === null) return text
  const own = text.replace(platformEnding, '(STOP ends')
  return own.startsWith(`${name}:`) || own.startsWith(`${name} `) ? own : `${name}: ${own}`
}

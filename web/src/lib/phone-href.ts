/** A number of North America as `+1 555 010 0142`, however it was typed; any other as it was typed. */
export function phoneText(text: string): string {
  const [, country = '', area, exchange, line] =
    /^(\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(text.trim().replaceAll(/[\s().-]/g, '')) ?? []
  return area ? [country && '+1', area, exchange, line].filter(Boolean).join(' ') : text
}

/** The `tel:` address of a typed phone number; null if it is not one. An extension is dialled after a pause. */
export function phoneHref(text: string): string | null {
  const [number = '', extension] = text.split(/\s*(?:x|ext\.?)\s*/i)
  if (!/^[+(\d][\d\s().-]{5,}$/.test(number)) return null
  const digits = number.replaceAll(/[^+\d]/g, '')
  return `tel:${digits}${extension && /^\d+$/.test(extension) ? `,${extension}` : ''}`
}

/** The `tel:` address of a typed phone number; null if it is not one. An extension is dialled after a pause. */
export function phoneHref(text: string): string | null {
  const [number = '', extension] = text.split(/\s*(?:x|ext\.?)\s*/i)
  if (!/^[+(\d][\d\s().-]{5,}$/.test(number)) return null
  const digits = number.replaceAll(/[^+\d]/g, '')
  return `tel:${digits}${extension && /^\d+$/.test(extension) ? `,${extension}` : ''}`
}

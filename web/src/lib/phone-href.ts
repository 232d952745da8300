/** What a telephone dials for a number as a person typed it; null where it is none. An extension is dialled after a pause. */
export function phoneHref(text: string): string | null {
  const [number = '', extension] = text.split(/\s*(?:x|ext\.?)\s*/i)
  if (!/^[+(\d][\d\s().-]{5,}$/.test(number)) return null
  const digits = number.replaceAll(/[^+\d]/g, '')
  return `tel:${digits}${extension && /^\d+$/.test(extension) ? `,${extension}` : ''}`
}

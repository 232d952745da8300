// The characters in pdfmake's Roboto: Latin with diacritics, Greek, Cyrillic, Vietnamese and common symbols. A test checks it against the font files.
const drawn =
  /^[\u0300\u0301\u0303\u0309\u0323\u0020-\u007E\u00A0-\u017F\u018F\u0192\u01A0\u01A1\u01AF\u01B0\u01F0\u01FA-\u01FF\u0218-\u021B\u0237\u0259\u0384-\u038A\u038C\u038E-\u03A1\u03A3-\u03CE\u0400-\u0486\u0488-\u0513\u1E80-\u1E85\u1E9E\u1EA0-\u1EF9\u2010\u2011\u2013-\u2015\u2017-\u201E\u2020-\u2022\u2025-\u2027\u2030\u2039\u203A\u2044\u20AC\u2116\u2122\u2212\u2248\u2260\u2264\u2265\u25A0\u25CF]$/u

/** Replaces a character that the font does not have. */
export const placeholder = '\u25A0'

/** Text that the font can draw. `isWhole` is false if a character was replaced; the PDF then has a note. */
export function drawable(text: string): { text: string; isWhole: boolean } {
  let isWhole = true
  const parts = Array.from(text.normalize('NFC'), (char) => {
    if (drawn.test(char) || char === '\n') return char
    if (/\s/u.test(char)) return ' '
    // Invisible control and formatting characters are dropped without a placeholder.
    if (/[\p{Cf}\p{Cc}]/u.test(char)) return ''
    isWhole = false
    return placeholder
  })
  return { text: parts.join(''), isWhole }
}

// Most specific first: Edge and Opera also claim to be Chrome, and all claim to be Safari.
const browsers: [mark: RegExp, name: string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/.*Safari\//, 'Safari'],
]
const systems: [mark: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'ChromeOS'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux/, 'Linux'],
]

const nameIn = (marks: [RegExp, string][], text: string) => marks.find(([mark]) => mark.test(text))?.[1]

/** A user agent in words: "Chrome on macOS". */
export function deviceOf(userAgent: string | null): string {
  const text = userAgent ?? ''
  const [browser, system] = [nameIn(browsers, text), nameIn(systems, text)]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

export const isHandheld = (userAgent: string | null): boolean => /iPhone|iPad|Android/.test(userAgent ?? '')

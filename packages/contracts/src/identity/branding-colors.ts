// Arithmetic of a landlord's colours, without schemas: the page shows with it what the server will say.

export interface ColorPair {
  /** `#rrggbb`: of buttons, links and marks. */
  primary: string
  /** Of the text on it. */
  text: string
}

export interface Palette extends ColorPair {
  hover: string
  /** A tint behind selected rows and badges, on which the primary colour is text. */
  soft: string
  /** The dark panel that greets, and the texts on it. */
  panel: string
  panelText: string
  panelMuted: string
}

export interface Palettes {
  light: Palette
  dark: Palette
}

type Rgb = readonly [number, number, number]

/** WCAG 2.2, 1.4.3: text against its background. */
export const minContrast = 4.5

export const isColor = (text: string): boolean => /^#[\da-f]{6}$/i.test(text)

// What the page's colours stand on in each theme (web/src/styles/tokens.css): the primary colour is text on all of them.
const grounds = {
  light: ['#ffffff', '#faf8f5', '#f5f2ec', '#f3f0ea'],
  dark: ['#101513', '#171d1a', '#1d2421', '#0d1210'],
} as const
const white = '#ffffff'
const black = '#000000'
const nearBlack = '#0b1210'
const steps = 100
/** Of the greeting panel, whose smaller text is fainter. */
const panelContrast = 9

const rgbOf = (color: string): Rgb => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16)) as unknown as Rgb
const hex = (rgb: Rgb) => `#${rgb.map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')}`

/** `share` of `other` in `color`, from 0 to 1. */
function mixed(color: string, other: string, share: number): string {
  const to = rgbOf(other)
  const [r, g, b] = rgbOf(color).map((one, i) => one + ((to[i] ?? 0) - one) * share)
  return hex([r ?? 0, g ?? 0, b ?? 0])
}

/** Relative luminance, WCAG 2.2: 0 for black, 1 for white. */
export function luminanceOf(color: string): number {
  const [r, g, b] = rgbOf(color).map((one) => {
    const share = one / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as unknown as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** From 1 to 21, the same in both orders. */
export function contrastOf(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** What is wrong with a pair, as a sentence; null where its contrast is enough. */
export function contrastProblem({ primary, text }: ColorPair): string | null {
  const contrast = contrastOf(primary, text)
  if (contrast >= minContrast) return null
  // Cut off and not rounded: 4.48 must not read as 4.5.
  const shown = (Math.floor(contrast * 10) / 10).toFixed(1)
  return `The text is hard to read on this color: the contrast is ${shown} to 1, and it has to be at least ${minContrast} to 1. Choose a ${luminanceOf(text) > luminanceOf(primary) ? 'darker main color' : 'lighter main color'} or another text color.`
}

/** The colours of the page in each theme: the chosen ones, darker or lighter where they could not be read as they are. */
export const palettesOf = (pair: ColorPair): Palettes => ({
  light: paletteOf(pair, 'light'),
  dark: paletteOf(pair, 'dark'),
})

function paletteOf({ primary, text }: ColorPair, theme: 'light' | 'dark'): Palette {
  const end = theme === 'light' ? black : white
  const softOf = (color: string) => mixed(theme === 'light' ? white : '#171d1a', color, theme === 'light' ? 0.1 : 0.14)
  const isReadable = (color: string) =>
    [...grounds[theme], softOf(color)].every((ground) => contrastOf(color, ground) >= minContrast)
  let found = primary
  for (let step = 1; step <= steps && !isReadable(found); step++) found = mixed(primary, end, step / steps)
  let panel = mixed(primary, black, theme === 'light' ? 0.2 : 0.45)
  for (let step = 1; step <= steps && contrastOf(panel, white) < panelContrast; step++)
    panel = mixed(panel, black, step / steps)
  const opposite = theme === 'light' ? white : nearBlack
  return {
    primary: found,
    text: contrastOf(found, text) >= minContrast ? text : opposite,
    // Away from the text on it, so that it stays readable.
    hover: mixed(found, end, 0.16),
    soft: softOf(found),
    panel,
    panelText: white,
    panelMuted: mixed(white, panel, 0.25),
  }
}

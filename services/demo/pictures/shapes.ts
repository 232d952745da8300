export const width = 960
export const height = 640

export const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
  `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`
export const circle = (x: number, y: number, r: number, fill: string, more = '') =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`
export const ellipse = (x: number, y: number, rx: number, ry: number, fill: string, more = '') =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`
export const polygon = (points: string, fill: string) => `<polygon points="${points}" fill="${fill}"/>`
export const line = (d: string, stroke: string, strokeWidth: number) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${strokeWidth}" stroke-linecap="round" stroke-linejoin="round"/>`
export const drop = (x: number, y: number, size: number) =>
  `<path d="M${x} ${y}c${size} ${size * 1.4} ${size} ${size * 2.2} 0 ${size * 2.2}s${-size} ${-size * 0.8} 0 ${-size * 2.2}z" fill="#5aa2d6"/>`

/** `count` times, `step` apart. */
export const row = (count: number, draw: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => draw(n)).join('')

const glass = '#cfe3ee'
export const windowAt = (x: number, y: number, w: number, h: number) =>
  rect(x, y, w, h, glass, 'stroke="#fdfcf8" stroke-width="10"') +
  line(`M${x + w / 2} ${y}V${y + h}M${x} ${y + h / 2}H${x + w}`, '#fdfcf8', 6)

export const doorAt = (x: number, y: number, w: number, h: number, fill: string) =>
  rect(x, y, w, h, fill, 'rx="4"') + circle(x + w - 14, y + h / 2, 6, '#e9c46a')

export const tree = (x: number, y: number, size: number) =>
  rect(x - size * 0.09, y - size * 0.5, size * 0.18, size * 0.5, '#7d5a3c') +
  circle(x, y - size * 0.85, size * 0.46, '#5f8f5b') +
  circle(x - size * 0.3, y - size * 0.62, size * 0.3, '#6c9d66') +
  circle(x + size * 0.3, y - size * 0.6, size * 0.32, '#56854f')

/** Sky, lawn and pavement. */
export const street = (sky: string) =>
  rect(0, 0, width, height, sky) +
  ellipse(760, 110, 90, 30, '#ffffff', 'opacity="0.75"') +
  ellipse(690, 126, 70, 22, '#ffffff', 'opacity="0.75"') +
  rect(0, 500, width, 70, '#86ad6b') +
  rect(0, 570, width, 70, '#b9bcc0')

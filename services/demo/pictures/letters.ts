// Capital letters as lines, so that a picture needs no font: points of a grid 4 wide and 6 high, two digits each, with "/" between lines.
const strokes: Record<string, string> = {
  A: '0602204246/0444',
  B: '06003041423303/3344453606',
  C: '4130100105163645',
  D: '00063645413000',
  E: '40000646/0333',
  F: '400006/0333',
  G: '41301001051636454323',
  H: '0006/4046/0343',
  I: '2026',
  K: '0006/400346',
  L: '000646',
  M: '0600234046',
  N: '06004640',
  O: '103041453616050110',
  R: '06003041423303/2346',
  T: '0040/2026',
  V: '002640',
}

/** The word as an SVG path, its middle at x and y. */
export function lettering(word: string, x: number, y: number, height = 18): string {
  const scale = height / 6
  const advance = 6 * scale
  const left = x - (word.length * advance - 2 * scale) / 2
  const lines = word.split('').flatMap((letter, n) =>
    (strokes[letter] ?? '').split('/').map((line) =>
      (line.match(/../g) ?? [])
        .map((point, at) => {
          const px = left + n * advance + Number(point[0]) * scale
          const py = y - height / 2 + Number(point[1]) * scale
          return `${at === 0 ? 'M' : 'L'}${px.toFixed(1)} ${py.toFixed(1)}`
        })
        .join(''),
    ),
  )
  return `<path d="${lines.join('')}" fill="none" stroke="#39434f" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>`
}

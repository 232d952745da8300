import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrastOf, contrastProblem, isColor, luminanceOf, minContrast, palettesOf } from './branding-colors.ts'

const colors = fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`)

describe('contrast', () => {
  it('is that of WCAG 2.2', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.478, 2)
    expect(contrastOf('#767676', '#ffffff')).toBeCloseTo(4.542, 2)
    expect(luminanceOf('#ff0000')).toBeCloseTo(0.2126)
  })

  it('is the same in both orders, from 1 to 21', () => {
    fc.assert(
      fc.property(colors, colors, (one, other) => {
        const contrast = contrastOf(one, other)
        expect(contrast).toBeCloseTo(contrastOf(other, one), 10)
        expect(contrast).toBeGreaterThanOrEqual(1)
        expect(contrast).toBeLessThanOrEqual(21 + 1e-9)
      }),
    )
  })

  it('is refused with a sentence that never rounds up to the limit', () => {
    expect(contrastProblem({ primary: '#767676', text: '#ffffff' })).toBeNull()
    const sentence = contrastProblem({ primary: '#777777', text: '#ffffff' })
    expect(sentence).toContain('4.4 to 1')
    expect(sentence).toContain('darker main color')
    expect(contrastProblem({ primary: '#333333', text: '#000000' })).toContain('lighter main color')
  })
})

const grounds = { light: ['#ffffff', '#faf8f5', '#f3f0ea'], dark: ['#101513', '#1d2421', '#0d1210'] } as const

describe('the colours of a theme', () => {
  it('can be read everywhere, whatever was chosen', () => {
    fc.assert(
      fc.property(colors, colors, (primary, text) => {
        const palettes = palettesOf({ primary, text })
        for (const theme of ['light', 'dark'] as const) {
          const palette = palettes[theme]
          for (const color of Object.values(palette)) expect(isColor(color)).toBe(true)
          for (const ground of [...grounds[theme], palette.soft, palette.text])
            expect(contrastOf(palette.primary, ground)).toBeGreaterThanOrEqual(minContrast)
          for (const onPanel of [palette.panelText, palette.panelMuted])
            expect(contrastOf(palette.panel, onPanel)).toBeGreaterThanOrEqual(minContrast)
          expect(contrastOf(palette.hover, palette.text)).toBeGreaterThanOrEqual(minContrast)
          expect(contrastOf(palette.hover, grounds[theme][0])).toBeGreaterThanOrEqual(minContrast)
        }
      }),
    )
  })

  it('are the chosen ones where they can be read as they are', () => {
    expect(palettesOf({ primary: '#14573f', text: '#ffffff' }).light).toMatchObject({
      primary: '#14573f',
      text: '#ffffff',
    })
  })
})

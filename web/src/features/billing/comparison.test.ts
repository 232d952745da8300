import { plans } from '@keyhold/contracts/billing/plans'
import { describe, expect, it } from 'vitest'
import { comparison } from './comparison.ts'

/** The words of a feature, whatever their order: "500 SMS per month" is the line "SMS per month" with "500". */
const wordsOf = (text: string) => text.toLowerCase().split(' ')

describe('the comparison', () => {
  it.each(plans.flatMap((plan, index) => plan.features.map((feature) => [plan.name, feature, index] as const)))(
    'of %s says "%s", as its card does',
    (_, feature, index) => {
      const line = comparison.find(({ name, cells }) => {
        const cell = cells[index]
        if (!cell) return false
        const said = wordsOf(`${name} ${cell === true ? '' : cell}`)
        return wordsOf(feature).every((word) => said.includes(word))
      })
      expect(line, feature).toBeDefined()
    },
  )

  it('says the texts and the storage that each plan is held to', () => {
    const cellsOf = (name: string) => comparison.find((line) => line.name === name)?.cells
    expect(cellsOf('SMS per month')).toEqual(['100', '500', 'Unlimited'])
    expect(cellsOf('Document storage')).toEqual(['2GB', '20GB', '100GB'])
  })

  it('gives a larger plan everything that a smaller one has', () => {
    for (const { name, cells } of comparison) {
      expect(cells, name).toHaveLength(plans.length)
      for (const [index, cell] of cells.entries()) if (index > 0 && cells[index - 1]) expect(cell, name).toBeTruthy()
    }
  })
})

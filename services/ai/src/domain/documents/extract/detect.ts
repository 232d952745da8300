import type { documentCategories } from '@keyhold/contracts/properties/document-analysis'
import type { Page } from './text.ts'

export type Category = (typeof documentCategories)[number]

/** Words of each kind of document with their weight. Each counts once. */
const signs: Partial<Record<Category, [pattern: RegExp, weight: number][]>> = {
  lease: [
    [/\b(?:lease|rental|tenancy) agreement\b/i, 5],
    [/\bresidential lease\b/i, 3],
    [/\b(?:landlord|lessor)\b/i, 2],
    [/\b(?:tenant|lessee)s?\b/i, 1],
    [/\bsecurity deposit\b/i, 2],
    [/\bpremises\b/i, 1],
    [/\bmonthly rent\b|\brent\b[^.]{0,80}\bper month\b/i, 2],
  ],
  invoice: [
    [/\binvoice\b/i, 5],
    [/\bbill(?:ed)? to\b/i, 2],
    [/\b(?:amount|total|balance) due\b/i, 2],
    [/\bsub-?total\b/i, 1],
    [/\bpayment terms\b|\bdue date\b/i, 1],
  ],
  receipt: [
    [/\breceipt\b/i, 5],
    [/\b(?:payment received|amount paid|paid in full|received from)\b/i, 3],
    [/\b(?:cash|visa|mastercard|card ending|change due)\b/i, 1],
    [/\bsub-?total\b/i, 1],
  ],
  maintenance: [
    [/\bwork order\b/i, 5],
    [/\b(?:service|repair) (?:report|ticket)\b|\bmaintenance (?:request|report)\b/i, 5],
    [/\btechnician\b/i, 2],
    [/\bwork performed\b|\blabou?r hours\b/i, 2],
  ],
  inspection: [
    [/\binspection (?:report|checklist|form)\b|\bcondition report\b/i, 5],
    [/\bmove-(?:in|out) (?:inspection|checklist)\b/i, 3],
    [/\binspect(?:or|ed by)\b/i, 2],
    [/\binspection\b/i, 1],
  ],
  insurance: [
    [/\bpolicy (?:number|no|period)\b/i, 4],
    [/\b(?:certificate of|renters|homeowners|liability|property) insurance\b/i, 3],
    [/\b(?:named )?insured\b/i, 2],
    [/\b(?:declarations page|underwritten by|deductible)\b/i, 2],
    [/\bcoverage\b/i, 1],
  ],
  tax: [
    [/\b(?:form )?(?:1099(?:-[A-Z]+)?|W-9|1040|schedule e)\b/i, 5],
    [/\bproperty tax\b/i, 4],
    [/\btax (?:year|bill|statement|return)\b/i, 3],
    [/\bassessed value\b/i, 3],
  ],
}

const enough = 5
const lead = 2
const firstPages = 3

/** The kind of document by its words, with the first lines counting twice; null when it is not clear. */
export function detectCategory(pages: readonly Page[]): Category | null {
  const lines = pages.slice(0, firstPages).flatMap((page) => page.lines)
  const [top, whole] = [lines.slice(0, 8).join('\n'), lines.join('\n')]
  const scores = Object.entries(signs)
    .map(([category, patterns]) => ({
      category: category as Category,
      score: patterns.reduce(
        (sum, [pattern, weight]) => sum + (pattern.test(top) ? weight * 2 : pattern.test(whole) ? weight : 0),
        0,
      ),
    }))
    .toSorted((a, b) => b.score - a.score)
  const [first, second] = scores
  return first && first.score >= enough && first.score - (second?.score ?? 0) >= lead ? first.category : null
}

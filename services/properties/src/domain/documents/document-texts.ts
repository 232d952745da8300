import type { Finding } from '@keyhold/contracts/properties/document-analysis'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import type { Database, Tx } from '@keyhold/kit/database/database'
import { type DocumentRow, documentText } from '../../schema.ts'

/** Characters of an excerpt, and how many of them stand before what was found. */
const excerptLength = 180
const before = 60

/**
 * Words in lower case, each behind one space: so that a search finds beginnings of words, whatever stands between them. The letters whose
 * two cases differ by more than case are written in one way: İ, ı and i, ß and ss.
 */
export const searchable = (text: string): string =>
  ` ${text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/ı|i\u0307/g, 'i')
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()}`

/**
 * What is looked for, part by part: `$1,850 rent` is ` 1 850` and ` rent`, all of which have to be there. The longest, which says most, is the
 * first. None where nothing has a letter or a digit.
 */
export const searchParts = (q: string): string[] =>
  [...new Set(q.split(/\s+/).map(searchable))].filter((part) => part !== ' ').toSorted((a, b) => b.length - a.length)

/** The same as a pattern of the database, which finds it in a text as it stands there. Nothing in a part means anything in a pattern. */
const patternOf = (part: string): string => {
  const words = part.trim().replaceAll('ss', '(?:ss|ß)').replaceAll('i', '[iıİ]\u0307?').split(' ')
  return `(?<![[:alnum:]])${words.join('[^[:alnum:]]+')}`
}

/** Keeps what was read in a document, in the transaction that keeps the findings. */
export async function storeText(
  tx: Tx,
  { landlordId, id }: Pick<DocumentRow, 'landlordId' | 'id'>,
  text: string,
  findings: Finding[],
): Promise<void> {
  const plain = text.normalize('NFKC')
  const found = findings.map(({ label, value }) => `${label} ${value}`)
  const kept = { text: plain, searched: searchable([...found, plain].join(' ')) }
  await tx
    .insert(documentText)
    .values({ landlordId, documentId: id, ...kept })
    .onConflictDoUpdate({ target: [documentText.landlordId, documentText.documentId], set: kept })
}

/** A landlord's documents in which all parts of `q` stand. One scan of their texts: see the table. */
export async function documentsContaining(db: Database, actor: LandlordActor, q: string): Promise<string[]> {
  const parts = searchParts(q)
  if (parts.length === 0) return []
  const rows = await db.read(
    actor,
    // Half the time of LIKE: 5,000 texts of full length take a quarter of a second.
    (sql) => sql<{ id: string }[]>`
      select document_id as id from document_text
      where landlord_id = ${actor.landlordId} ${parts.map((part) => sql`and strpos(searched, ${part}) > 0`)}`,
  )
  return rows.map(({ id }) => id)
}

interface Cut {
  id: string
  piece: string
  isCutBefore: boolean
  isCutAfter: boolean
}

/** A piece of a text as whole words, with dots where it goes on. */
export function excerptOf({ piece, isCutBefore, isCutAfter }: Omit<Cut, 'id'>): string {
  const start = isCutBefore ? `… ${piece.replace(/^\S{0,40}\s+/, '')}` : piece
  const whole = isCutAfter ? `${start.replace(/\s+\S{0,40}$/, '')} …` : start
  return whole.replaceAll(/\s+/g, ' ').trim()
}

/** Why documents are found that don't say so by their name: the words around what `q` looks for, or the finding that says it. */
export async function excerptsOf(
  db: Database,
  {
    actor,
    q,
    rows,
  }: { actor: LandlordActor; q: string; rows: readonly Pick<DocumentRow, 'id' | 'fileName' | 'analysis'>[] },
): Promise<Map<string, string>> {
  const unnamed = rows.filter(({ fileName }) => !fileName.toLowerCase().includes(q.toLowerCase()))
  const [part] = searchParts(q)
  if (part === undefined || unnamed.length === 0) return new Map()
  const cuts = await db.read(
    actor,
    (sql) => sql<Cut[]>`
      select document_id as id, substr(text, start, ${excerptLength}) as piece, start > 1 as is_cut_before,
        start + ${excerptLength} <= char_length(text) as is_cut_after
      from (select document_id, text, place, greatest(place - ${before}, 1) as start
        from (select document_id, text, regexp_instr(text, ${patternOf(part)}, 1, 1, 0, 'i') as place from document_text
          where landlord_id = ${actor.landlordId} and document_id = any(${unnamed.map(({ id }) => id)})) as found) as placed
      where place > 0`,
  )
  const inFindings = unnamed.flatMap(({ id, analysis }): [string, string][] => {
    const saying = analysis.findings.find(({ label, value }) => searchable(`${label} ${value}`).includes(part))
    return saying ? [[id, `${saying.label}: ${saying.quote}`]] : []
  })
  return new Map([...inFindings, ...cuts.map((cut): [string, string] => [cut.id, excerptOf(cut)])])
}

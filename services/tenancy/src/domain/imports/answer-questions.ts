import type { BodyOf } from '@keyhold/contracts/endpoint'
import type { answerImport, TenantImportRow } from '@keyhold/contracts/tenancy/imports'
import type { Tx } from '@keyhold/kit/database/database'
import { Refusal, refuse, refuseField } from '@keyhold/kit/http/problem'
import { and, inArray, sql } from 'drizzle-orm'
import { type ImportRow, tenantImportRow } from '../../schema/imports.ts'
import { asksHome, asksTerm, firstRowsWith, rowsWith } from './imports.ts'

type Answer = BodyOf<typeof answerImport>

/** The most rows that a refusal lists. */
const maxListed = 100

/** Stores an answer for rows of a locked import: for the given lines, or for all that still ask. @throws Refusal 400 for a line that does not ask it, or if no row asks about whom it names */
export async function answerQuestions(tx: Tx, imported: ImportRow, answer: Answer): Promise<void> {
  const { lines } = answer
  const asks = answer.home ? sql`questions -> 'home' is not null` : sql`questions -> 'term' is not null`
  const isWaiting = answer.home ? asksHome : asksTerm
  const answers = answer.home ? homeAnswer(answer) : sql`jsonb_build_object('term', ${answer.term}::text)`
  const answered = await tx
    .update(tenantImportRow)
    .set({ answers: sql`answers || ${answers}` })
    .where(
      and(
        isOpen(imported),
        asks,
        lines ? inArray(tenantImportRow.line, lines) : isWaiting,
        answer.home === 'join' ? canJoin(answer) : undefined,
      ),
    )
    .returning({ line: tenantImportRow.line })
  if (!lines && answered.length === 0 && namedOccupant(answer))
    refuseField(
      answer.tenancyId ? 'tenancyId' : 'line',
      `No row asks about this ${answer.tenancyId ? 'tenancy' : 'line'}`,
    )
  const done = new Set(answered.map(({ line }) => line))
  const others = [...new Set(lines)].filter((line) => !done.has(line))
  if (others.length > 0) {
    const message = answer.home
      ? 'Choose how this tenant lives with those who live there'
      : 'This row does not ask what follows its lease'
    throw new Refusal('invalid-input', `${message}.`, { issues: issuesAt(others.slice(0, maxListed), () => message) })
  }
  await tx
    .update(tenantImportRow)
    .set({ status: sql`case when (${asksHome}) or (${asksTerm}) then 'question' else 'valid' end` })
    .where(isOpen(imported))
}

/** Rows that the import would take, with or without open questions. */
const isOpen = (imported: ImportRow) => rowsWith(imported, 'valid', 'question')

/** The tenancy or the line that an answer names, as it stands among the occupants. */
const namedOccupant = ({ tenancyId, line }: Answer) => (tenancyId ? { tenancyId } : line ? { line } : null)

function homeAnswer(answer: Answer) {
  if (answer.home === 'own') return sql`'{"home": {"own": true}}'::jsonb`
  const named = namedOccupant(answer)
  const joined = named ? sql`${JSON.stringify(named)}::text::jsonb` : sql`(questions -> 'home' -> 0) - 'names'`
  return sql`jsonb_build_object('home', ${joined})`
}

/** The answer names an occupant, or there is one tenancy at most to join. */
function canJoin(answer: Answer) {
  const named = namedOccupant(answer)
  return named
    ? sql`questions -> 'home' @> ${JSON.stringify([named])}::text::jsonb`
    : sql`jsonb_path_query_array(questions, '$.home[1 to last] ? (exists (@.tenancyId))') = '[]'::jsonb`
}

/** @throws Refusal 409 naming the rows that wait for an answer */
export async function assertAnswered(tx: Tx, imported: ImportRow, waiting: number): Promise<void> {
  if (waiting === 0) return
  const rows = await firstRowsWith(tx, imported, 'question', maxListed)
  if (rows.length === 0) refuse('conflict', 'This import was changed at the same time. Please try again.')
  const messageOf = new Map(rows.map((row) => [row.line, questionOf(row)]))
  const what = waiting === 1 ? 'One row waits' : `${waiting} rows wait`
  throw new Refusal('illegal-transition', `${what} for your answer. Nothing has been imported yet.`, {
    issues: issuesAt([...messageOf.keys()], (line) => messageOf.get(line) ?? ''),
  })
}

function questionOf({ questions, answers }: Pick<TenantImportRow, 'questions' | 'answers'>): string {
  if (questions.home && !answers.home) {
    const names = questions.home.map((one) => one.names).join(', ')
    return `This home is occupied (${names}): choose whether the tenant joins them or has a separate tenancy`
  }
  return 'This lease is shorter than twelve months: choose whether billing ends with it or continues month to month'
}

const issuesAt = (lines: readonly number[], messageOf: (line: number) => string) =>
  lines.map((line) => ({ path: `line ${line}`, message: messageOf(line) }))

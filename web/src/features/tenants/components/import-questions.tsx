import type { TenantImport, TenantImportRow } from '@keyhold/contracts/tenancy/imports'
import { useAnswerImportMutation } from '~/api/imports.ts'
import { Button } from '~/components/ui/button.tsx'
import { NativeSelect } from '~/components/ui/native-select.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { plural } from '~/lib/format.ts'
import { toastError } from '~/lib/toast.ts'

type Answer = { home: 'own' | 'join'; tenancyId?: string; line?: number } | { term: 'ends' | 'goes_on' }

function useAnswer(id: string) {
  const [answer, { isLoading }] = useAnswerImportMutation()
  const send = (values: Answer & { lines?: number[] }) =>
    answer({ id, ...values })
      .unwrap()
      .catch((error: unknown) => toastError('The answer could not be saved', error))
  return { send: (values: Answer & { lines?: number[] }) => void send(values), isLoading }
}

/** One answer for all rows that ask the same. */
export function ImportQuestions({
  id,
  questions: { home, term },
}: {
  id: string
  questions: TenantImport['questions']
}) {
  const { send, isLoading } = useAnswer(id)
  return (
    <>
      {home > 0 && (
        <Callout tone="warning" title={`${plural(home, 'row')} in an occupied home`}>
          <p className="mb-3">
            Someone already lives there, or an earlier row names the same home. Choose how these tenants live there, for
            all of them here or row by row below. Where several tenancies share the home, each row needs its own answer.
          </p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="secondary" disabled={isLoading} onClick={() => send({ home: 'join' })}>
              They are co-tenants: one rent, one ledger
            </Button>
            <Button size="sm" variant="secondary" disabled={isLoading} onClick={() => send({ home: 'own' })}>
              They each have a separate tenancy
            </Button>
          </div>
        </Callout>
      )}
      {term > 0 && (
        <Callout tone="warning" title={`${plural(term, 'lease')} shorter than twelve months`}>
          <p className="mb-3">Does billing end with the lease?</p>
          <div className="flex flex-wrap gap-2">
            <Button size="sm" variant="secondary" disabled={isLoading} onClick={() => send({ term: 'ends' })}>
              Billing ends with the lease
            </Button>
            <Button size="sm" variant="secondary" disabled={isLoading} onClick={() => send({ term: 'goes_on' })}>
              It continues month to month
            </Button>
          </div>
        </Callout>
      )}
    </>
  )
}

type Row = Pick<TenantImportRow, 'line' | 'questions' | 'answers'>

/** The questions of one row. */
export function RowQuestions({ id, row: { line, questions, answers } }: { id: string; row: Row }) {
  const { send, isLoading } = useAnswer(id)
  const isJoining = answers.home !== undefined && !('own' in answers.home)
  const lines = [line]
  const keyOf = (one: { tenancyId: string } | { line: number }) => ('line' in one ? `${one.line}` : one.tenancyId)
  const occupants = questions.home ?? []
  const chosen = answers.home ? ('own' in answers.home ? 'own' : keyOf(answers.home)) : ''
  const chooseHome = (value: string) => {
    const joined = occupants.find((one) => keyOf(one) === value)
    if (value === 'own') send({ lines, home: 'own' })
    else if (joined)
      send({ lines, home: 'join', ...('line' in joined ? { line: joined.line } : { tenancyId: joined.tenancyId }) })
  }
  return (
    <>
      {questions.home && (
        <NativeSelect
          aria-label={`How the tenant on line ${line} lives there`}
          className="w-full max-w-72"
          disabled={isLoading}
          value={chosen}
          onChange={(event) => chooseHome(event.target.value)}
          placeholder="How will they live there?"
          options={[
            ...occupants.map((one) => ({
              value: keyOf(one),
              label: `With ${one.names}${'line' in one ? ` (line ${one.line})` : ''}`,
            })),
            { value: 'own', label: 'Separate tenancy' },
          ]}
        />
      )}
      {questions.term && !isJoining && (
        <NativeSelect
          aria-label={`After the lease on line ${line}`}
          className="w-full max-w-72"
          disabled={isLoading}
          value={answers.term ?? ''}
          onChange={(event) =>
            (event.target.value === 'ends' || event.target.value === 'goes_on') &&
            send({ lines, term: event.target.value })
          }
          placeholder="After the lease?"
          options={[
            { value: 'ends', label: 'Billing ends' },
            { value: 'goes_on', label: 'Month to month' },
          ]}
        />
      )}
    </>
  )
}

import type { TenantImport } from '@keyhold/contracts/tenancy/imports'
import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import {
  useDeleteImportMutation,
  useGetImportQuery,
  useStartImportMutation,
  useUndoImportMutation,
} from '~/api/imports.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { Progress } from '~/components/ui/progress.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { Callout, EmptyState } from '~/components/ui/states.tsx'
import { dateTime, list as listWords, number, plural } from '~/lib/format.ts'
import { toastError } from '~/lib/toast.ts'
import { ImportQuestions } from './import-questions.tsx'
import { BilledFrom } from './import-billing.tsx'
import { ImportRows } from './import-rows.tsx'
import { status } from './import-status.ts'

const failed = (title: string) => (error: unknown) => toastError(title, error)

const isMoving = (one: TenantImport | undefined) => one?.status === 'running' || one?.status === 'undoing'

export function ImportDetails({ id, onBack }: { id: string; onBack: () => void }) {
  const [moves, setMoves] = useState(true)
  // The stream reports progress; polling covers a lost connection.
  const { data: one, error } = useGetImportQuery({ id }, { pollingInterval: moves ? 2000 : 0 })
  if (moves !== isMoving(one) && one) setMoves(isMoving(one))
  const [start, starting] = useStartImportMutation()
  const [undo, undoing] = useUndoImportMutation()
  const [remove] = useDeleteImportMutation()
  const [billFrom, setBillFrom] = useState('')
  const confirm = useConfirm()
  if (error)
    return (
      <EmptyState
        icon={<FileSpreadsheet aria-hidden />}
        title="This import does not exist"
        action={
          <Button variant="secondary" onClick={onBack}>
            Back to imports
          </Button>
        }
      />
    )
  if (!one) return <Skeleton className="h-64 w-full" />
  const { valid, question, invalid, imported, failed: broken, undone, kept } = one.counts
  const run = () => start({ id, billFrom }).unwrap().catch(failed('The import could not be started'))
  const takeBack = async () => {
    const goAhead = await confirm({
      title: `Undo the import of ${plural(imported, 'tenant')}?`,
      description:
        'Tenants that were changed, invited or paid since the import are kept. The rest are removed, along with their upcoming rents.',
      confirmLabel: 'Undo import',
      destructive: true,
    })
    if (goAhead) await undo({ id }).unwrap().catch(failed('The import could not be undone'))
  }
  const discard = async () => {
    await remove({ id }).unwrap().then(onBack).catch(failed('The import could not be deleted'))
  }
  const going = one.status === 'running' ? imported + broken : one.status === 'undoing' ? undone + kept : null
  const goal = one.status === 'running' ? valid + imported + broken : imported + undone + kept
  return (
    <div className="grid gap-5">
      <SectionCard
        title={one.fileName}
        description={`${dateTime(one.createdAt)} · ${plural(one.total, 'row')}`}
        action={
          <Button size="sm" variant="ghost" onClick={onBack}>
            All imports
          </Button>
        }
      >
        <p className="mb-3 flex flex-wrap items-center gap-2">
          <Badge tone={status[one.status].tone}>{status[one.status].label}</Badge>
          <span className="figures text-muted">
            {[
              valid > 0 && `${number(valid)} ready`,
              question > 0 && plural(question, 'needs an answer', 'need an answer'),
              invalid > 0 && `${number(invalid)} with errors`,
              imported > 0 && `${number(imported)} imported`,
              broken > 0 && `${number(broken)} failed`,
              undone > 0 && `${number(undone)} undone`,
              kept > 0 && `${number(kept)} kept`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
        {one.unknownColumns.length > 0 && (
          <Callout tone="warning" className="mb-3" title="Ignored columns">
            {listWords(one.unknownColumns)}. Rename them in the file if they matter.
          </Callout>
        )}
        {going !== null && (
          <Progress className="mb-3" value={goal === 0 ? 100 : (going / goal) * 100} label="Progress of the import" />
        )}
        {one.status === 'checked' && one.begun > 0 && (
          <BilledFrom begun={one.begun} value={billFrom} onChange={setBillFrom} />
        )}
        <div className="flex flex-wrap gap-2">
          {one.status === 'checked' && (
            <>
              <Button loading={starting.isLoading} disabled={valid === 0 || question > 0} onClick={() => void run()}>
                Import {plural(valid, 'tenant')}
              </Button>
              <Button variant="danger-ghost" onClick={() => void discard()}>
                Discard
              </Button>
            </>
          )}
          {one.status === 'done' && imported > 0 && (
            <Button variant="secondary" loading={undoing.isLoading} onClick={() => void takeBack()}>
              Undo this import…
            </Button>
          )}
        </div>
      </SectionCard>
      {one.status === 'checked' && <ImportQuestions id={id} questions={one.questions} />}
      <ImportRows id={id} isOpen={one.status === 'checked'} counts={one.counts} />
    </div>
  )
}

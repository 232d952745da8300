import type { TenantImport } from '@keyhold/contracts/tenancy/imports'
import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { itemsOf } from '~/api/client/calls-of.ts'
import { messageOf } from '~/api/client/problem.ts'
import {
  useCreateImportMutation,
  useDeleteImportMutation,
  useGetImportQuery,
  useListImportsInfiniteQuery,
  useStartImportMutation,
  useUndoImportMutation,
} from '~/api/imports.ts'
import { Badge, type Tone } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { Progress } from '~/components/ui/progress.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { Callout, EmptyState } from '~/components/ui/states.tsx'
import { DropArea, FilePicker } from '~/components/upload/drop-zone.tsx'
import { dateTime, list as listWords, number, plural } from '~/lib/format.ts'
import { toastError } from '~/lib/toast.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { ImportRows } from './import-rows.tsx'

const columns = 'First name, Last name, Email, Phone, Property, Unit, Lease start, Lease end, Rent, Deposit'
const example = `${columns}\nAnn,Archer,ann.archer@example.com,+1 503 555 0142,Alder Loft,,2026-04-01,2027-03-31,1850,1850\n`

const status: Record<TenantImport['status'], { label: string; tone: Tone }> = {
  checked: { label: 'Ready to import', tone: 'info' },
  running: { label: 'Importing', tone: 'info' },
  done: { label: 'Imported', tone: 'success' },
  undoing: { label: 'Taking back', tone: 'info' },
  undone: { label: 'Taken back', tone: 'neutral' },
}

const failed = (title: string) => (error: unknown) => toastError(title, error)

/** Tenants from a CSV file: looked through first, made when one says so, taken back while nothing happened to them. */
export function ImportPanel() {
  const [id, setId] = useSearchState('import')
  const [share, setShare] = useState<number | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [create] = useCreateImportMutation()
  const take = async (files: Iterable<File>) => {
    const [file] = [...files]
    if (!file) return
    setShare(0)
    setRefusal(null)
    try {
      setId((await create({ file, onProgress: setShare }).unwrap()).id)
    } catch (error) {
      setRefusal(messageOf(error))
    } finally {
      setShare(null)
    }
  }
  if (id) return <ImportDetails id={id} onBack={() => setId('')} />
  return (
    <div className="grid gap-5">
      {refusal && (
        <div role="alert">
          <Callout tone="danger" title="This file could not be imported">
            {refusal}
          </Callout>
        </div>
      )}
      <DropArea onFiles={(files) => void take(files)}>
        <div className="grid justify-items-center gap-3 rounded-lg border border-dashed border-control bg-surface px-4 py-8 text-center">
          <h2 className="text-lg font-semibold tracking-tight">Import tenants from a CSV file</h2>
          <p className="max-w-prose text-muted">
            Export your spreadsheet as CSV and drop it here. Every row is checked first; nothing is made before you say
            so, and an import can be taken back.
          </p>
          {share === null ? (
            <div className="flex flex-wrap justify-center gap-2">
              <FilePicker
                onFiles={(files) => void take(files)}
                accept=".csv,.txt,text/csv"
                icon={<FileSpreadsheet aria-hidden />}
              >
                Choose a CSV file
              </FilePicker>
              <Button asChild variant="secondary">
                <a href={`data:text/csv;charset=utf-8,${encodeURIComponent(example)}`} download="tenants.csv">
                  Download an example
                </a>
              </Button>
            </div>
          ) : (
            <Progress value={share * 100} label="Upload of the file" className="max-w-80" />
          )}
          <p className="text-sm text-muted">Columns, in any order: {columns}. Only names and e-mail are needed.</p>
        </div>
      </DropArea>
      <Imports onOpen={setId} />
    </div>
  )
}

function Imports({ onOpen }: { onOpen: (id: string) => void }) {
  const imports = itemsOf(useListImportsInfiniteQuery({ limit: 20 }).data)
  if (imports.length === 0) return null
  return (
    <SectionCard title="Imports" padded={false}>
      <ul className="divide-y divide-line border-t border-line">
        {imports.map((one) => (
          <li key={one.id} className="flex items-center gap-3 px-5 py-3">
            <div className="min-w-0 flex-1">
              <p className="truncate font-medium">{one.fileName}</p>
              <p className="text-sm text-muted">
                {dateTime(one.createdAt)} · {plural(one.total, 'row')}
              </p>
            </div>
            <Badge tone={status[one.status].tone}>{status[one.status].label}</Badge>
            <Button size="sm" variant="secondary" onClick={() => onOpen(one.id)}>
              Open
            </Button>
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

const isMoving = (one: TenantImport | undefined) => one?.status === 'running' || one?.status === 'undoing'

function ImportDetails({ id, onBack }: { id: string; onBack: () => void }) {
  const [moves, setMoves] = useState(true)
  // The stream tells of progress; asking as well makes up for a line that is down.
  const { data: one, error } = useGetImportQuery({ id }, { pollingInterval: moves ? 2000 : 0 })
  if (moves !== isMoving(one) && one) setMoves(isMoving(one))
  const [start, starting] = useStartImportMutation()
  const [undo, undoing] = useUndoImportMutation()
  const [remove] = useDeleteImportMutation()
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
  const { valid, invalid, imported, failed: broken, undone, kept } = one.counts
  const run = () => start({ id }).unwrap().catch(failed('The import could not be started'))
  const takeBack = async () => {
    const goAhead = await confirm({
      title: `Take back ${plural(imported, 'tenant')}?`,
      description:
        'Tenants that were changed, invited or paid since the import are kept. The others go, with their planned rents.',
      confirmLabel: 'Take back',
      destructive: true,
    })
    if (goAhead) await undo({ id }).unwrap().catch(failed('The import could not be taken back'))
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
              invalid > 0 && `${number(invalid)} with faults`,
              imported > 0 && `${number(imported)} imported`,
              broken > 0 && `${number(broken)} failed`,
              undone > 0 && `${number(undone)} taken back`,
              kept > 0 && `${number(kept)} kept`,
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </p>
        {one.unknownColumns.length > 0 && (
          <Callout tone="warning" className="mb-3" title="Columns that are not taken">
            {listWords(one.unknownColumns)}. Rename them in the file if they matter.
          </Callout>
        )}
        {going !== null && (
          <Progress className="mb-3" value={goal === 0 ? 100 : (going / goal) * 100} label="Progress of the import" />
        )}
        <div className="flex flex-wrap gap-2">
          {one.status === 'checked' && (
            <>
              <Button loading={starting.isLoading} disabled={valid === 0} onClick={() => void run()}>
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
      <ImportRows id={id} counts={one.counts} />
    </div>
  )
}

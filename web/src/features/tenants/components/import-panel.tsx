import { FileSpreadsheet } from 'lucide-react'
import { useState } from 'react'
import { itemsOf } from '~/api/client/calls-of.ts'
import { messageOf } from '~/api/client/problem.ts'
import { useCreateImportMutation, useListImportsInfiniteQuery } from '~/api/imports.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Progress } from '~/components/ui/progress.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { DropArea, FilePicker } from '~/components/upload/drop-zone.tsx'
import { dateTime, plural } from '~/lib/format.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { ImportDetails } from './import-details.tsx'
import { status } from './import-status.ts'

const columns = 'First name, Last name, Email, Phone, Property, Unit, Lease start, Lease end, Rent, Deposit'

const example = `${columns}\nAnn,Archer,ann.archer@example.com,+1 503 555 0142,Alder Loft,,2026-04-01,2027-03-31,1850,1850\n`

/** Imports tenants from a CSV file: checked first, created on request, undone while nothing has happened to them. */
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
            Export your spreadsheet as CSV and drop it here. Every row is checked first. Nothing is imported until you
            confirm, and you can undo an import.
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
          <p className="text-sm text-muted">Columns, in any order: {columns}. Only names and email are required.</p>
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

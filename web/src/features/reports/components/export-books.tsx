import type { journalFormats } from '@keyhold/contracts/payments/books'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { journalUrl } from '~/api/books.ts'
import { saveFile } from '~/components/session-file.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Input } from '~/components/ui/input.tsx'
import { NativeSelect } from '~/components/ui/native-select.tsx'
import { today } from '~/lib/format.ts'

type Format = (typeof journalFormats)[number]

const formats: readonly { value: Format; label: string }[] = [
  { value: 'csv', label: 'CSV, for spreadsheets' },
  { value: 'quickbooks', label: 'QuickBooks Online (CSV)' },
  { value: 'beancount', label: 'Beancount' },
  { value: 'hledger', label: 'hledger' },
]

const hints: Record<Format, string> = {
  csv: 'One row for each debit or credit, with the tenant, property, charge and receipt it relates to.',
  quickbooks:
    'Import it under Settings, Import data, Journal entries. The accounts and the customers have to exist in QuickBooks first.',
  beancount: 'A ledger file with accounts for each tenant.',
  hledger: 'A journal file with accounts for each tenant.',
}

/** Downloads the books of a range of days. */
export function ExportBooks() {
  const [from, setFrom] = useState(`${today().slice(0, 4)}-01-01`)
  const [to, setTo] = useState(today())
  const [format, setFormat] = useState<Format>('csv')
  const [saving, setSaving] = useState(false)
  const isBackwards = from !== '' && to !== '' && from > to
  const download = async () => {
    setSaving(true)
    await saveFile(journalUrl({ ...(from ? { from } : {}), ...(to ? { to } : {}), format }), `books.${format}`)
    setSaving(false)
  }
  return (
    <SectionCard title="Export the books" description="All entries in this period, after the opening balances.">
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void download()
        }}
      >
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-1 2xl:grid-cols-2">
          <Field label="From" {...(isBackwards ? { error: 'The first day must be on or before the last day' } : {})}>
            {(control) => (
              <Input {...control} type="date" value={from} onChange={({ target }) => setFrom(target.value)} />
            )}
          </Field>
          <Field label="To">
            {(control) => <Input {...control} type="date" value={to} onChange={({ target }) => setTo(target.value)} />}
          </Field>
        </div>
        <Field label="Format" hint={hints[format]}>
          {(control) => (
            <NativeSelect
              {...control}
              options={formats}
              value={format}
              onChange={({ target }) => setFormat(target.value as Format)}
            />
          )}
        </Field>
        <Button type="submit" icon={<Download aria-hidden />} loading={saving} disabled={isBackwards}>
          Export the books
        </Button>
      </form>
    </SectionCard>
  )
}

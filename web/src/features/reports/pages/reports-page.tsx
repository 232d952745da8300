import type { reportKinds } from '@keyhold/contracts/payments/reports'
import { Download, FileJson, FileSpreadsheet, FileText } from 'lucide-react'
import { useState } from 'react'
import { usePropertyChoices } from '~/api/properties.ts'
import { reportUrl, useReportSummaryQuery } from '~/api/reports.ts'
import { saveFile } from '~/components/session-file.ts'
import { Button } from '~/components/ui/button.tsx'
import { Menu, MenuItem } from '~/components/ui/dropdown-menu.tsx'
import { Input } from '~/components/ui/input.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { TabPanel, Tabs } from '~/components/ui/tabs.tsx'
import { FilterChips, Toolbar, ToolbarSelect } from '~/components/ui/toolbar.tsx'
import { date, today } from '~/lib/format.ts'
import { useDebounced } from '~/lib/use-debounced.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { Ageing } from '../components/ageing.tsx'
import { Books } from '../components/books.tsx'
import { Overview } from '../components/overview.tsx'
import { RentRoll } from '../components/rent-roll.tsx'
import { downloadJson } from '../report-file.ts'
import { basisWords, type Period, periods, scopeWords } from '../words.ts'

const views = [
  { value: 'overview', label: 'Overview' },
  { value: 'rent-roll', label: 'Rent Roll' },
  { value: 'ageing', label: 'Aging' },
  { value: 'books', label: 'Books' },
] as const
type View = (typeof views)[number]['value']

const isOneOf = <V extends string>(options: readonly { value: V }[], value: string): value is V =>
  options.some((option) => option.value === value)
/** While a year is being typed it is 0002 for a moment. */
const isDay = (value: string) => /^2[01]\d{2}-\d{2}-\d{2}$/.test(value)

/** The last moment of a day where the reader is. */
const endOfDay = (day: string) => new Date(`${day}T23:59:59.999`).toISOString()

/** `/reports?period=…&asOf=…&knownOn=…&propertyId=…&view=…`: the reports. */
export function Component() {
  const [periodGiven, setPeriod] = useSearchState('period', 'monthly')
  const [viewGiven, setView] = useSearchState('view', 'overview')
  const [asOfGiven, setAsOf] = useSearchState('asOf')
  const [knownOnGiven, setKnownOn] = useSearchState('knownOn')
  const [propertyId, setProperty] = useSearchState('propertyId')
  const { options } = usePropertyChoices()
  const period: Period = isOneOf(periods, periodGiven) ? periodGiven : 'monthly'
  const view: View = isOneOf(views, viewGiven) ? viewGiven : 'overview'
  const settled = useDebounced(asOfGiven, 300)
  const asOf = isDay(settled) ? settled : ''
  const settledKnown = useDebounced(knownOnGiven, 300)
  const known = isDay(settledKnown) ? { knownAt: endOfDay(settledKnown) } : {}
  const place = { ...(asOf ? { asOf } : {}), ...(propertyId ? { propertyId } : {}) }
  const day = { ...place, ...known }
  const filter = { period, ...place }
  const summary = useReportSummaryQuery(filter)
  const data = summary.currentData
  const [saving, setSaving] = useState(false)
  const download = async (kind: (typeof reportKinds)[number], format: 'csv' | 'pdf') => {
    setSaving(true)
    // Costs and occupancy are not kept as they were known earlier.
    const asKnown = kind === 'financial' ? {} : known
    await saveFile(reportUrl({ kind, ...filter, ...asKnown, format }), `${kind}.${format}`)
    setSaving(false)
  }

  return (
    <>
      <PageHeader
        description={
          view === 'overview' && data
            ? `${scopeWords(data)}. ${basisWords}`
            : 'Revenue, occupancy and arrears over any period.'
        }
        actions={
          <Menu
            align="end"
            trigger={
              <Button variant="secondary" icon={<Download aria-hidden />} loading={saving}>
                Export
              </Button>
            }
          >
            <MenuItem disabled={!data} onSelect={() => data && downloadJson(data)}>
              <FileJson aria-hidden />
              Financial report as JSON
            </MenuItem>
            {(['financial', 'rent-roll', 'ageing', 'deposits'] as const).flatMap((kind) => [
              <MenuItem key={`${kind} csv`} onSelect={() => void download(kind, 'csv')}>
                <FileSpreadsheet aria-hidden />
                {fileNames[kind]} as CSV
              </MenuItem>,
              <MenuItem key={`${kind} pdf`} onSelect={() => void download(kind, 'pdf')}>
                <FileText aria-hidden />
                {fileNames[kind]} as PDF
              </MenuItem>,
            ])}
          </Menu>
        }
      />
      <Toolbar
        end={
          <>
            <label className="flex items-center gap-2 text-sm text-muted">
              <span className="whitespace-nowrap">As of</span>
              {/* Empty means today. */}
              <Input
                type="date"
                value={asOfGiven || today()}
                min="2000-01-01"
                max="2199-12-31"
                onChange={({ target }) => setAsOf(target.value === today() ? '' : target.value)}
                className="w-auto"
              />
            </label>
            {view !== 'overview' && (
              <label className="flex items-center gap-2 text-sm text-muted">
                <span className="whitespace-nowrap">As known on</span>
                {/* Empty means now. */}
                <Input
                  type="date"
                  value={knownOnGiven}
                  min="2000-01-01"
                  max={today()}
                  onChange={({ target }) => setKnownOn(target.value)}
                  className="w-auto"
                />
              </label>
            )}
            {options.length > 1 && view !== 'books' && (
              <ToolbarSelect
                label="Property"
                value={propertyId}
                onChange={setProperty}
                options={[{ value: '', label: 'All properties' }, ...options]}
              />
            )}
          </>
        }
      >
        {view === 'overview' ? (
          <FilterChips label="Period" value={period} onChange={setPeriod} options={periods} />
        ) : (
          <p className="text-muted">
            {asOf && asOf !== today() ? 'As it stood at the end of the chosen day.' : 'As it stands today.'}
            {known.knownAt && ` Without what was recorded after ${date(settledKnown)}.`}
            {known.knownAt && view === 'rent-roll' && ' Rents, names and occupancy are those known today.'}
            {known.knownAt && view === 'ageing' && ' Names are those known today.'}
          </p>
        )}
      </Toolbar>
      <Tabs label="Reports" value={view} onValueChange={setView} tabs={views}>
        <TabPanel value="overview">
          {summary.isError && !data ? (
            <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
          ) : (
            <Overview summary={data} filter={filter} />
          )}
        </TabPanel>
        <TabPanel value="rent-roll">
          <RentRoll filter={day} />
        </TabPanel>
        <TabPanel value="ageing">
          <Ageing filter={day} />
        </TabPanel>
        <TabPanel value="books">
          <Books day={{ ...(asOf ? { asOf } : {}), ...known }} />
        </TabPanel>
      </Tabs>
    </>
  )
}

const fileNames = {
  financial: 'Financial report',
  'rent-roll': 'Rent roll',
  ageing: 'Aging',
  deposits: 'Deposits',
} as const

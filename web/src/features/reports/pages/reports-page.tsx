import { Download, FileJson, FileSpreadsheet, FileText } from 'lucide-react'
import { usePropertyChoices } from '~/api/lookups.ts'
import { Button } from '~/components/ui/button.tsx'
import { Menu, MenuItem } from '~/components/ui/dropdown-menu.tsx'
import { Input } from '~/components/ui/input.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { TabPanel, Tabs } from '~/components/ui/tabs.tsx'
import { FilterChips, Toolbar, ToolbarSelect } from '~/components/ui/toolbar.tsx'
import { today } from '~/lib/format.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { useReportSummaryQuery } from '../api.ts'
import { Ageing } from '../components/ageing.tsx'
import { Overview } from '../components/overview.tsx'
import { RentRoll } from '../components/rent-roll.tsx'
import { downloadJson, fileOf } from '../report-file.ts'
import { madeWords, type Period, periods, spanWords } from '../words.ts'

const views = [
  { value: 'overview', label: 'Overview' },
  { value: 'rent-roll', label: 'Rent Roll' },
  { value: 'ageing', label: 'Ageing' },
] as const
type View = (typeof views)[number]['value']

const isOneOf = <V extends string>(options: readonly { value: V }[], value: string): value is V => options.some((option) => option.value === value)
const isDay = (value: string) => /^\d{4}-\d{2}-\d{2}$/.test(value)

/** `/reports?period=…&asOf=…&propertyId=…&view=…`: how the business went, and who owes what. */
export function Component() {
  const [periodGiven, setPeriod] = useSearchState('period', 'monthly')
  const [viewGiven, setView] = useSearchState('view', 'overview')
  const [asOfGiven, setAsOf] = useSearchState('asOf')
  const [propertyId, setProperty] = useSearchState('propertyId')
  const { options } = usePropertyChoices()
  const period: Period = isOneOf(periods, periodGiven) ? periodGiven : 'monthly'
  const view: View = isOneOf(views, viewGiven) ? viewGiven : 'overview'
  const asOf = isDay(asOfGiven) ? asOfGiven : ''
  const day = { ...(asOf ? { asOf } : {}), ...(propertyId ? { propertyId } : {}) }
  const filter = { period, ...day }
  const summary = useReportSummaryQuery(filter)
  const data = summary.currentData

  return (
    <>
      <PageHeader
        title="Reports and Analytics"
        description={data ? `${spanWords(data)}. ${madeWords(data.generatedAt)}.` : 'Revenue, occupancy and arrears over any period.'}
        actions={
          <Menu
            align="end"
            trigger={
              <Button variant="secondary" icon={<Download aria-hidden />}>
                Export
              </Button>
            }
          >
            <MenuItem disabled={!data} onSelect={() => data && downloadJson(data)}>
              <FileJson aria-hidden />
              Financial report as JSON
            </MenuItem>
            {(['financial', 'rent-roll', 'ageing', 'deposits'] as const).flatMap((kind) => [
              <MenuItem key={`${kind} csv`} onSelect={() => location.assign(fileOf(kind, { ...filter, format: 'csv' }))}>
                <FileSpreadsheet aria-hidden />
                {fileNames[kind]} as CSV
              </MenuItem>,
              <MenuItem key={`${kind} pdf`} onSelect={() => location.assign(fileOf(kind, { ...filter, format: 'pdf' }))}>
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
            <Input
              type="date"
              aria-label="As of"
              value={asOf}
              max="2199-12-31"
              onChange={(event) => setAsOf(event.target.value)}
              className="w-auto"
            />
            {options.length > 1 && (
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
          <p className="text-muted">{asOf && asOf !== today() ? 'As it stood at the end of the chosen day.' : 'As it stands today.'}</p>
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
      </Tabs>
    </>
  )
}

const fileNames = { financial: 'Financial report', 'rent-roll': 'Rent roll', ageing: 'Ageing', deposits: 'Deposits' } as const

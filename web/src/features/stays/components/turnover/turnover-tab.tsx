import type { ShortTermTask } from '@keyhold/contracts/properties/stays/tasks'
import type { TaskView } from '@keyhold/contracts/properties/stays/task-values'
import { BrushCleaning, Link2, ListChecks, Plus } from 'lucide-react'
import { useState } from 'react'
import { useRentalChoices } from '~/api/listings.ts'
import { useCleaners, useListTasksInfiniteQuery } from '~/api/tasks.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { Button } from '~/components/ui/button.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { FilterChips, Toolbar, ToolbarSelect } from '~/components/ui/toolbar.tsx'
import { longDate, relativeDate } from '~/lib/format.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { NoListings } from '../overview/no-listings.tsx'
import { CleanersDialog } from './cleaners-dialog.tsx'
import { RulesDialog } from './rules-dialog.tsx'
import { TaskDialog } from './task-dialog.tsx'
import { TaskRow } from './task-row.tsx'

const views: { value: TaskView; label: string }[] = [
  { value: 'open', label: 'Open' },
  { value: 'late', label: 'Late' },
  { value: 'unassigned', label: 'Unassigned' },
  { value: 'all', label: 'All' },
]

type Shown = { kind: 'rules' } | { kind: 'cleaners' } | { kind: 'task'; task: ShortTermTask | null }

/** The turnovers of all homes, day by day. */
export function TurnoverTab() {
  const { rentals, options, isLoading } = useRentalChoices()
  const cleaners = useCleaners()
  const [show, setShow] = useSearchState('show')
  const [rental, setRental] = useSearchState('rental')
  const [cleaner, setCleaner] = useSearchState('cleaner')
  const [shown, setShown] = useState<Shown | null>(null)
  const view = views.find(({ value }) => value === show)?.value ?? 'open'
  const list = useListTasksInfiniteQuery({
    show: view,
    rentalId: rental || undefined,
    cleanerId: cleaner || undefined,
    limit: 50,
  })
  if (!isLoading && rentals.length === 0) return <NoListings />
  const close = () => setShown(null)
  const isFiltered = view !== 'open' || Boolean(rental || cleaner)
  const rules = (
    <Button variant="secondary" icon={<ListChecks aria-hidden />} onClick={() => setShown({ kind: 'rules' })}>
      Rules
    </Button>
  )
  return (
    <>
      <Toolbar
        end={
          <>
            {rules}
            <Button variant="secondary" icon={<Link2 aria-hidden />} onClick={() => setShown({ kind: 'cleaners' })}>
              Cleaners
            </Button>
            <Button icon={<Plus aria-hidden />} onClick={() => setShown({ kind: 'task', task: null })}>
              Add Task
            </Button>
          </>
        }
      >
        <FilterChips
          label="Which tasks"
          value={view}
          onChange={(next) => setShow(next === 'open' ? '' : next)}
          options={views}
        />
        <ToolbarSelect
          label="Listing"
          value={rental}
          onChange={setRental}
          options={[{ value: '', label: 'All listings' }, ...options]}
          className="max-w-56"
        />
        <ToolbarSelect
          label="Cleaner"
          value={cleaner}
          onChange={setCleaner}
          options={[
            { value: '', label: 'All cleaners' },
            ...cleaners.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          className="max-w-56"
        />
      </Toolbar>
      <PagedCard list={list}>
        {(tasks, loading) =>
          loading ? (
            <RowSkeletons count={5} />
          ) : tasks.length > 0 ? (
            <Days
              tasks={tasks}
              names={cleaners.map(({ name }) => name)}
              onEdit={(task) => setShown({ kind: 'task', task })}
            />
          ) : isFiltered ? (
            <EmptyState
              compact
              icon={<BrushCleaning aria-hidden />}
              title="No tasks match"
              description="Try another listing, cleaner or view."
            />
          ) : (
            <EmptyState
              icon={<BrushCleaning aria-hidden />}
              title="No turnovers to do"
              description="A rule makes a task for every stay: cleaning after check-out, a look before check-in."
              action={rules}
            />
          )
        }
      </PagedCard>
      {shown?.kind === 'rules' && <RulesDialog rentals={options} onClose={close} />}
      {shown?.kind === 'cleaners' && <CleanersDialog onClose={close} />}
      {shown?.kind === 'task' && <TaskDialog task={shown.task} rentals={options} onClose={close} />}
    </>
  )
}

interface DaysProps {
  tasks: readonly ShortTermTask[]
  /** Of the cleaners. */
  names: readonly string[]
  onEdit: (task: ShortTermTask) => void
}

function Days({ tasks, ...row }: DaysProps) {
  const days = [...Map.groupBy(tasks, ({ dueDate }) => dueDate)]
  return days.map(([day, ofDay]) => (
    <section key={day} aria-label={longDate(day)}>
      <h3 className="flex flex-wrap justify-between gap-x-3 border-b border-line bg-sunken px-5 py-2 text-sm font-semibold dark:bg-surface">
        {longDate(day)}
        <span className="font-normal text-muted">{relativeDate(day)}</span>
      </h3>
      <ul className="divide-y divide-line border-b border-line last:border-b-0">
        {ofDay.map((task) => (
          <TaskRow key={task.id} task={task} {...row} />
        ))}
      </ul>
    </section>
  ))
}

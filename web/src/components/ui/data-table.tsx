import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { cn } from '~/lib/cn.ts'
import { RowSkeletons } from './skeleton.tsx'

export interface Column<T> {
  key: string
  header: string
  cell: (row: T) => ReactNode
  /** 'right' for figures. */
  align?: 'left' | 'right'
  /** On phones: the card's title line ('primary'), left out ('hidden'), the buttons at its foot ('actions'), else a labelled line. */
  phone?: 'primary' | 'hidden' | 'actions' | 'line'
  /** Hides the column between 768 and 1280 px. */
  tablet?: 'hidden'
  /** Hides the column between 768 and 1440 px. */
  laptop?: 'hidden'
  className?: string
}

export interface DataTableProps<T> {
  /** Names the table for screen readers. */
  caption: string
  columns: readonly Column<T>[]
  rows: readonly T[]
  rowKey: (row: T) => string
  /** Makes the whole row lead somewhere; the first column becomes the link. Buttons in other cells still work. */
  rowHref?: (row: T) => string | undefined
  loading?: boolean
  /** Shown in place of an empty table. */
  empty?: ReactNode
}

const onTablets = 'md:max-xl:hidden'
const onLaptops = 'md:max-[90rem]:hidden'

/** A table that turns into a list of cards on phones; browsers keep it a table for screen readers. */
export function DataTable<T>({ caption, columns, rows, rowKey, rowHref, loading, empty }: DataTableProps<T>) {
  if (loading) return <RowSkeletons />
  if (rows.length === 0 && empty) return empty
  return (
    <div className="relative overflow-x-auto">
      <table className="w-full border-collapse text-left phone:block">
        <caption className="sr-only">{caption}</caption>
        <thead className="phone:sr-only">
          <tr className="border-b border-line">
            {columns.map((column) => (
              <th
                key={column.key}

                scope="col"
                className={cn(
                  'h-10 px-3 text-sm font-medium whitespace-nowrap text-muted first:pl-5 last:pr-5',
                  column.align === 'right' && 'text-right',
                  column.tablet === 'hidden' && onTablets,
                  column.laptop === 'hidden' && onLaptops,
                )}
              >
                {column.phone === 'actions' ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line phone:block">
          {rows.map((row) => (
            <Row key={rowKey(row)} row={row} columns={columns} href={rowHref?.(row)} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Row<T>({ row, columns, href }: { row: T; columns: readonly Column<T>[]; href: string | undefined }) {
  return (
    <tr
      className={cn(
        'relative phone:grid phone:gap-1.5 phone:px-4 phone:py-4',
        href && 'hover:bg-sunken/60 dark:hover:bg-raised/60',
      )}
    >
      {columns.map((column, index) => {
        const phone = column.phone ?? (index === 0 ? 'primary' : 'line')
        const content = column.cell(row)
        return (
          <td
            key={column.key}

            className={cn(
              'h-13 px-3 py-2 align-middle first:pl-5 last:pr-5 phone:h-auto phone:p-0!',
              column.align === 'right' && 'figures md:text-right',
              column.tablet === 'hidden' && onTablets,
              column.laptop === 'hidden' && onLaptops,
              phone === 'primary' && 'phone:pb-1 phone:text-lg',
              phone === 'hidden' && 'phone:hidden',
              phone === 'actions' && 'relative z-1 md:text-right phone:pt-2',
              phone === 'line' && 'phone:flex phone:items-baseline phone:justify-between phone:gap-4 phone:text-right',
              column.className,
            )}
          >
            {phone === 'line' && (
              <span aria-hidden className="text-sm text-muted md:hidden">
                {column.header}
              </span>
            )}
            {index === 0 && href ? (
              <Link
                to={href}
                className="font-medium after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-pine"
              >
                {content}
              </Link>
            ) : (
              content
            )}
          </td>
        )
      })}
    </tr>
  )
}

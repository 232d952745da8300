import {
  type ChecklistItem,
  taskPriorities,
  taskStatuses,
  taskTypes,
  turnoverTriggers,
} from '@keyhold/contracts/properties/stays/task-values'
import {
  calendarDate,
  createdAt,
  id,
  instant,
  landlordId,
  money,
  updatedAt,
  uuidRef,
} from '@keyhold/kit/database/columns'
import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { schema } from '../schema.ts'

/** Whoever tasks are assigned to: each name once. */
export const cleaner = schema.table(
  'cleaner',
  {
    id: id(),
    landlordId: landlordId(),
    name: text('name').notNull(),
    createdAt: createdAt(),
  },
  (table) => [uniqueIndex('cleaner_name').on(table.landlordId, sql`lower(name)`)],
)
export type CleanerRow = typeof cleaner.$inferSelect

/** The link that a cleaner has now, stored as the hash of its token. */
export const cleanerLink = schema.table(
  'cleaner_link',
  {
    id: id(),
    landlordId: landlordId(),
    cleanerId: uuidRef('cleaner_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    uniqueIndex('cleaner_link_of_cleaner').on(table.landlordId, table.cleanerId),
    // For cleaners, who are nobody's.
    index('cleaner_link_by_token').on(table.tokenHash),
  ],
)

/** Makes tasks of a listing. */
export const turnoverRule = schema.table(
  'turnover_rule',
  {
    id: id(),
    landlordId: landlordId(),
    rentalId: uuidRef('rental_id').notNull(),
    trigger: text('trigger', { enum: turnoverTriggers }).notNull(),
    taskType: text('task_type', { enum: taskTypes }).notNull(),
    title: text('title').notNull(),
    /** `every_n_days`: days between; `inspection`: nights that a stay has at least. */
    every: integer('every'),
    offsetDays: integer('offset_days').notNull(),
    cleanerId: uuidRef('cleaner_id'),
    priority: text('priority', { enum: taskPriorities }).notNull(),
    estimatedDuration: integer('estimated_duration'),
    cost: money('cost'),
    checklist: jsonb('checklist').$type<string[]>().notNull(),
    notes: text('notes'),
    isActive: boolean('is_active').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('turnover_rule_by_rental').on(table.landlordId, table.rentalId, table.createdAt, table.id),
    index('turnover_rule_by_time').on(table.landlordId, table.createdAt, table.id),
    // For the schedule, which looks through all landlords.
    index('turnover_rule_periodic')
      .on(table.id)
      .where(sql`is_active and trigger = 'every_n_days'`),
    check(
      'turnover_rule_every',
      sql`(${table.trigger} not in ('every_n_days', 'inspection')) or coalesce(${table.every}, 0) > 0`,
    ),
  ],
)
export type TurnoverRuleRow = typeof turnoverRule.$inferSelect

export const stayTask = schema.table(
  'stay_task',
  {
    id: id(),
    landlordId: landlordId(),
    rentalId: uuidRef('rental_id').notNull(),
    propertyId: uuidRef('property_id').notNull(),
    unitId: uuidRef('unit_id').notNull(),
    bookingId: uuidRef('booking_id'),
    ruleId: uuidRef('rule_id'),
    /** The booking of a rule's task, or the day for which a rule by the calendar made it: a rule makes it once. */
    occurrence: text('occurrence'),
    taskType: text('task_type', { enum: taskTypes }).notNull(),
    title: text('title').notNull(),
    cleanerId: uuidRef('cleaner_id'),
    dueDate: calendarDate('due_date').notNull(),
    priority: text('priority', { enum: taskPriorities }).notNull(),
    status: text('status', { enum: taskStatuses }).notNull(),
    estimatedDuration: integer('estimated_duration'),
    actualDuration: integer('actual_duration'),
    cost: money('cost'),
    checklist: jsonb('checklist').$type<ChecklistItem[]>().notNull(),
    notes: text('notes'),
    cleanerNote: text('cleaner_note'),
    /** The fields that a person changed: rules and bookings leave them alone. */
    edited: jsonb('edited').$type<string[]>().notNull().default([]),
    /** Cancelled because its stay or its rule is gone, so that it returns with them. */
    isWithdrawn: boolean('is_withdrawn').notNull().default(false),
    startedAt: instant('started_at'),
    completedAt: instant('completed_at'),
    revision: integer('revision').notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('stay_task_by_due').on(table.landlordId, table.dueDate, table.id),
    index('stay_task_by_rental').on(table.landlordId, table.rentalId, table.dueDate, table.id),
    index('stay_task_by_cleaner').on(table.landlordId, table.cleanerId, table.dueDate, table.id),
    index('stay_task_by_booking').on(table.landlordId, table.bookingId),
    index('stay_task_open')
      .on(table.landlordId, table.dueDate, table.id)
      .where(sql`status in ('pending', 'in_progress')`),
    uniqueIndex('stay_task_once')
      .on(table.landlordId, table.ruleId, table.occurrence)
      .where(sql`rule_id is not null`),
  ],
)
export type StayTaskRow = typeof stayTask.$inferSelect

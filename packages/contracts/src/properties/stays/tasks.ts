import * as routes from './tasks.routes.ts'
import { endpoint } from '../../endpoint.ts'
import { event } from '../../event.ts'
import {
  amount,
  calendarDate,
  changesOf,
  flag,
  id,
  instant,
  line,
  money,
  optional,
  pageQuery,
  personName,
  prose,
  requiredDate,
  whole,
} from '../../scalars.ts'
import { z } from '../../zod.ts'
import { taskPriorities, taskStatuses, taskTypes, taskViews, turnoverTriggers } from './task-values.ts'

export const ChecklistItem = z.object({ id: z.string(), text: z.string(), isDone: z.boolean() })

/** A task at a home of short stays: a turnover, an inspection, or one entered by hand. */
export const ShortTermTask = z
  .object({
    id,
    landlordId: id,
    rentalId: id,
    listingName: z.string(),
    propertyId: id,
    unitId: id,
    /** Of the stay that it follows or prepares. */
    bookingId: id.nullable(),
    guestName: z.string().nullable(),
    /** Null: entered by hand. */
    ruleId: id.nullable(),
    taskType: z.enum(taskTypes),
    title: z.string(),
    /** The name of whoever does it; each name is one cleaner with a link of their own. */
    assignedTo: z.string().nullable(),
    cleanerId: id.nullable(),
    dueDate: calendarDate,
    /** Between which moments the home is empty: the check-out before and the next check-in, where there is one. */
    windowFrom: instant.nullable(),
    windowUntil: instant.nullable(),
    timeZone: z.string(),
    priority: z.enum(taskPriorities),
    status: z.enum(taskStatuses),
    /** In minutes. */
    estimatedDuration: z.int().nullable(),
    actualDuration: z.int().nullable(),
    cost: amount.nullable(),
    checklist: z.array(ChecklistItem),
    notes: z.string().nullable(),
    /** Of whoever did it. */
    cleanerNote: z.string().nullable(),
    isLate: z.boolean(),
    startedAt: instant.nullable(),
    completedAt: instant.nullable(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'ShortTermTask' })
export type ShortTermTask = z.output<typeof ShortTermTask>

const minutes = optional(whole(1, 10_080, 'A number of minutes, at most a week'))
const cost = optional(money(0, 'Enter an amount'))
const assignedTo = optional(personName(120))
const checklist = z.array(line(200, 'An entry of the checklist is empty')).max(60, 'At most 60 entries')

export const ShortTermTaskForm = z.object({
  rentalId: z.uuid('Listing is required'),
  bookingId: optional(id),
  taskType: z.enum(taskTypes).default('cleaning'),
  title: line(200, 'Title is required'),
  assignedTo,
  dueDate: requiredDate('Due date is required'),
  priority: z.enum(taskPriorities).default('medium'),
  estimatedDuration: minutes,
  cost,
  checklist: checklist.default([]),
  notes: optional(prose(2000)),
})
export type ShortTermTaskForm = z.output<typeof ShortTermTaskForm>

/** The home and the stay of a task do not change. A `checklist` keeps the ticks of the entries that stay. */
export const ShortTermTaskChanges = changesOf(ShortTermTaskForm.omit({ rentalId: true, bookingId: true })).extend({
  status: z.enum(taskStatuses).optional(),
  actualDuration: minutes,
  ticks: z.record(z.string().max(60), z.boolean()).optional(),
})
export type ShortTermTaskChanges = z.output<typeof ShortTermTaskChanges>

export const listTasks = endpoint(routes.listTasks, {
  query: pageQuery.extend({
    show: z.enum(taskViews).default('all'),
    status: z.enum(taskStatuses).optional(),
    taskType: z.enum(taskTypes).optional(),
    rentalId: id.optional(),
    propertyId: id.optional(),
    cleanerId: id.optional(),
    bookingId: id.optional(),
    /** Due within `[from, to]`. */
    from: calendarDate.optional(),
    to: calendarDate.optional(),
  }),
  response: z.array(ShortTermTask),
  paged: true,
  summary: 'Tasks of short stays by due date',
})

export const createTask = endpoint(routes.createTask, {
  status: 201,
  body: ShortTermTaskForm,
  response: ShortTermTask,
  summary: 'Add a task by hand',
})

/** 409 where the status cannot follow. What is changed by hand stays when the booking moves. */
export const updateTask = endpoint(routes.updateTask, {
  body: ShortTermTaskChanges,
  response: ShortTermTask,
  summary: 'Change the given fields of a task',
})

/** Makes tasks of a listing. */
export const TurnoverRule = z
  .object({
    id,
    rentalId: id,
    trigger: z.enum(turnoverTriggers),
    taskType: z.enum(taskTypes),
    title: z.string(),
    /** `every_n_days`: days between; `inspection`: nights that a stay has at least. */
    every: z.int().nullable(),
    /** Days after the check-out, or before the check-in. */
    offsetDays: z.int(),
    assignedTo: z.string().nullable(),
    cleanerId: id.nullable(),
    priority: z.enum(taskPriorities),
    estimatedDuration: z.int().nullable(),
    cost: amount.nullable(),
    checklist: z.array(z.string()),
    notes: z.string().nullable(),
    isActive: z.boolean(),
    createdAt: instant,
    updatedAt: instant,
  })
  .meta({ id: 'TurnoverRule' })
export type TurnoverRule = z.output<typeof TurnoverRule>

const ruleFields = z.object({
  rentalId: z.uuid('Listing is required'),
  trigger: z.enum(turnoverTriggers, 'Choose when the task is due'),
  taskType: z.enum(taskTypes).default('cleaning'),
  title: line(200, 'Title is required'),
  every: optional(whole(1, 1095, 'A number of days from 1 to 1095')),
  offsetDays: whole(0, 30, 'A number of days from 0 to 30').default(0),
  assignedTo,
  priority: z.enum(taskPriorities).default('medium'),
  estimatedDuration: minutes,
  cost,
  checklist: checklist.default([]),
  notes: optional(prose(2000)),
  isActive: flag.default(true),
})

export const needsEvery = 'Enter a number of days'

export const TurnoverRuleForm = ruleFields.refine(
  ({ trigger, every }) => (trigger !== 'every_n_days' && trigger !== 'inspection') || typeof every === 'number',
  { path: ['every'], message: needsEvery },
)
export type TurnoverRuleForm = z.output<typeof TurnoverRuleForm>

export const TurnoverRuleChanges = changesOf(ruleFields.omit({ rentalId: true, trigger: true }))
export type TurnoverRuleChanges = z.output<typeof TurnoverRuleChanges>

export const listTurnoverRules = endpoint(routes.listTurnoverRules, {
  query: pageQuery.extend({ rentalId: id.optional() }),
  response: z.array(TurnoverRule),
  paged: true,
  summary: 'The rules that make tasks, oldest first',
})

/** Makes the tasks of the stays that are still to end, too. */
export const createTurnoverRule = endpoint(routes.createTurnoverRule, {
  status: 201,
  body: TurnoverRuleForm,
  response: TurnoverRule,
  summary: 'Add a rule to a listing',
})

/** Tasks that nobody has begun or changed follow it. */
export const updateTurnoverRule = endpoint(routes.updateTurnoverRule, {
  body: TurnoverRuleChanges,
  response: TurnoverRule,
  summary: 'Change the given fields of a rule',
})

export const deleteTurnoverRule = endpoint(routes.deleteTurnoverRule, {
  summary: 'Remove a rule; tasks of it that nobody has begun are withdrawn',
})

export const TaskAttention = z.object({
  late: z.object({ total: z.int(), items: z.array(ShortTermTask) }),
  unassigned: z.object({ total: z.int(), items: z.array(ShortTermTask) }),
})

export const taskAttention = endpoint(routes.taskAttention, {
  query: z.object({ limit: whole(1, 50, 'limit is a number from 1 to 50').default(5) }),
  response: TaskAttention,
  summary: 'Turnovers that are late, and those of the next days that nobody is assigned to',
})

/** A task as other services know it; whole, so that a later revision replaces an earlier one. */
export const TurnoverTask = z.object({
  taskId: id,
  landlordId: id,
  rentalId: id,
  propertyId: id,
  unitId: id,
  bookingId: id.nullable(),
  taskType: z.enum(taskTypes),
  title: z.string(),
  status: z.enum(taskStatuses),
  dueDate: calendarDate,
  cost: amount.nullable(),
  /** The day on which it was finished, where the property stands. */
  completedOn: calendarDate.nullable(),
  /** The day of the change, where the property stands. Events of before it was added have none. */
  changedOn: calendarDate.optional(),
  revision: z.int(),
})
export type TurnoverTask = z.output<typeof TurnoverTask>

export const ShortTermTaskChanged = event({
  type: 'properties.stay-task.changed',
  version: 1,
  subject: 'taskId',
  data: TurnoverTask,
})

import {
  answerWorkOrder,
  askAboutWorkOrder,
  finishWork,
  openWorkOrder,
  proposeWorkTime,
  takeWorkTime,
} from '@keyhold/contracts/maintenance/vendor-links'
import { refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { actVia, findWork, viewAnswer } from '../domain/act-via-link.ts'
import type { GuessLimit } from '../domain/link-guesses.ts'
import { takeStep } from '../domain/progress.ts'
import { assertOpen, offerTimes, takeTime } from '../domain/visits.ts'
import { saveWorkOrder } from '../domain/work-orders.ts'

/** What the holder of a link can do. They are not signed in: the service acts, for the landlord and the one request of the link. */
export const vendorLinkRoutes = (guesses: GuessLimit) => {
  const open = serve(openWorkOrder, async ({ params, request, ...tools }) =>
    viewAnswer(await findWork(params.token, request.ip, guesses, tools), tools),
  )

  const answer = serve(answerWorkOrder, async ({ params, body: { accept, reason = null }, request, ...tools }) => {
    const status = accept ? 'accepted' : 'declined'
    return actVia(params.token, request.ip, guesses, tools, async (tx, { actor, row, workOrder, now }) => {
      if (workOrder.status === status) return
      if (workOrder.status === 'done') refuse('conflict', 'This work is marked as done already.')
      assertOffered(workOrder.status)
      assertOpen(row)
      const changed = await saveWorkOrder(tx, workOrder, { status, reason: accept ? null : reason })
      await takeStep(tx, actor, {
        row,
        at: now.toISOString(),
        entry: {
          changes: [{ field: 'workOrderStatus', from: null, to: status }],
          note: reason,
          isShared: false,
          workOrder: changed,
          isByVendor: true,
        },
        step: {
          what: accept ? 'work-order-accepted' : 'work-order-declined',
          by: 'vendor',
          author: workOrder.vendorName,
          isForTenant: false,
        },
      })
    })
  })

  const ask = serve(askAboutWorkOrder, async ({ params, body: { note }, request, ...tools }) =>
    actVia(params.token, request.ip, guesses, tools, async (tx, { actor, row, workOrder, now }) => {
      await takeStep(tx, actor, {
        row,
        at: now.toISOString(),
        entry: { note, isShared: false, workOrder, isByVendor: true },
        step: { what: 'question', by: 'vendor', author: workOrder.vendorName, isForTenant: false },
      })
    }),
  )

  const propose = serve(proposeWorkTime, async ({ params, body, request, ...tools }) =>
    actVia(params.token, request.ip, guesses, tools, async (tx, { actor, row, workOrder, now }) => {
      assertAccepted(workOrder.status)
      await offerTimes(tx, { actor, side: 'vendor', workOrder }, row, { visits: [body] }, now)
    }),
  )

  const take = serve(takeWorkTime, async ({ params, request, ...tools }) =>
    actVia(params.token, request.ip, guesses, tools, async (tx, { actor, row, workOrder, now }) => {
      assertAccepted(workOrder.status)
      await takeTime(tx, { actor, side: 'vendor', workOrder }, row, params.visitId, now)
    }),
  )

  const finish = serve(finishWork, async ({ params, body: { note = null }, request, ...tools }) =>
    actVia(params.token, request.ip, guesses, tools, async (tx, { actor, row, workOrder, now }) => {
      if (workOrder.status === 'done') return
      assertAccepted(workOrder.status)
      const changed = await saveWorkOrder(tx, workOrder, { status: 'done' })
      await takeStep(tx, actor, {
        row,
        at: now.toISOString(),
        entry: {
          changes: [{ field: 'workOrderStatus', from: 'accepted', to: 'done' }],
          note,
          isShared: false,
          workOrder: changed,
          isByVendor: true,
        },
        // The tenant learns it when the landlord completes the request.
        step: { what: 'work-done', by: 'vendor', author: workOrder.vendorName, isForTenant: false },
      })
    }),
  )

  return [open, answer, ask, propose, take, finish]
}

/** A vendor who has declined may have been replaced: only a new work order asks them again. */
const assertOffered = (status: string): void => {
  if (status === 'declined')
    refuse(
      'conflict',
      'You have declined this work. If you can do it after all, ask the landlord to send it to you again.',
    )
  if (status === 'withdrawn') refuse('conflict', 'This work order was withdrawn. Nothing more needs to be done.')
}

const assertAccepted = (status: string): void => {
  assertOffered(status)
  if (status !== 'accepted') refuse('conflict', 'Accept the work first.')
}

import type { OnboardingPlan, OnboardingTask, TaskType } from '@keyhold/contracts/tenancy/onboarding'
import {
  ClipboardCheck,
  FileText,
  PhoneCall,
  ShieldCheck,
  UserRound,
  Wallet,
  Wrench,
  type LucideIcon,
} from 'lucide-react'
import { paths } from '~/lib/paths.ts'

/** Where a task is done, and what it looks like. */
export const tasks: Readonly<Record<TaskType, { icon: LucideIcon; place?: { to: string; label: string } }>> = {
  profile: { icon: UserRound, place: { to: paths.personalDetails, label: 'Open your profile' } },
  emergency_contact: { icon: PhoneCall, place: { to: paths.personalDetails, label: 'Open your profile' } },
  documents: { icon: FileText, place: { to: paths.documents, label: 'Open documents' } },
  payments: { icon: Wallet, place: { to: paths.ownPayments, label: 'Open payments' } },
  maintenance: { icon: Wrench, place: { to: paths.tenantMaintenance, label: 'Open maintenance' } },
  insurance: { icon: ShieldCheck, place: { to: paths.ownInsurance, label: 'Open insurance' } },
  custom: { icon: ClipboardCheck },
}

/** What a step checks, for the landlord. */
export const checks: Readonly<Record<TaskType, string>> = {
  profile: 'Done when the tenant has given a phone number',
  emergency_contact: 'Done when an emergency contact is complete',
  documents: 'The tenant marks it as done',
  payments: 'The tenant marks it as done',
  maintenance: 'The tenant marks it as done',
  insurance: 'Done when a renters insurance is entered',
  custom: 'The tenant marks it as done',
}

/** A plan as a tenant would see it who has completed these steps. */
export function previewOf({ steps }: Pick<OnboardingPlan, 'steps'>, done: ReadonlySet<string>): OnboardingTask[] {
  return steps
    .filter(({ isActive }) => isActive)
    .map(({ isActive: _, ...step }, index) => ({
      ...step,
      stepNumber: index + 1,
      isCompleted: done.has(step.id),
      missing: null,
    }))
}

/** The first required step that is not done, or the last one. */
export const currentOf = (list: readonly OnboardingTask[]): number =>
  list.find(({ isRequired, isCompleted }) => isRequired && !isCompleted)?.stepNumber ?? list.length

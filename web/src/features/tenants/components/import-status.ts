import type { TenantImport } from '@keyhold/contracts/tenancy/imports'
import { type Tone } from '~/components/ui/badge.tsx'

export const status: Record<TenantImport['status'], { label: string; tone: Tone }> = {
  checked: { label: 'Ready to import', tone: 'info' },
  running: { label: 'Importing', tone: 'info' },
  done: { label: 'Imported', tone: 'success' },
  undoing: { label: 'Undoing', tone: 'info' },
  undone: { label: 'Undone', tone: 'neutral' },
}

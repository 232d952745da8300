import type { BookingSource, BookingStatus } from '@keyhold/contracts/properties/stays/stay-values'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { sourceWords, statusTones, statusWords } from './words.ts'

export const BookingBadge = ({ status }: { status: BookingStatus }) => (
  <StatusBadge status={status} label={statusWords(status)} tone={statusTones[status]} />
)

export const SourceBadge = ({ source }: { source: BookingSource }) => <Badge>{sourceWords(source)}</Badge>

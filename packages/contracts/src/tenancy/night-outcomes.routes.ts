import { route } from '../route.ts'

export const nightClaimOutcomes = route('POST', '/internal/night-claim-outcomes', 'service')

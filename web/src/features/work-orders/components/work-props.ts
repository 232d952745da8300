import type { VendorView } from '@keyhold/contracts/maintenance/vendor-links'

export interface WorkProps {
  /** Of the link. */
  token: string
  work: VendorView
}

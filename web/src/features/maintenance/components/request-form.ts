import { MaintenanceForm, MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { z } from '@keyhold/contracts/zod'
import { newVendor } from '../form.ts'

export const RequestForm = MaintenanceForm.omit({ vendorId: true })
  .extend({ status: MaintenanceRequest.shape.status, vendor: z.string() })
  .refine(({ vendor, vendorName }) => vendor !== newVendor || Boolean(vendorName), {
    path: ['vendorName'],
    message: 'Vendor name is required',
  })

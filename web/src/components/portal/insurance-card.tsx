import { documentExtensions } from '@keyhold/contracts/properties/documents'
import { InsuranceForm, type RentersInsurance } from '@keyhold/contracts/tenancy/insurance'
import { skipToken } from '@reduxjs/toolkit/query'
import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { itemsOf } from '~/api/client/calls-of.ts'
import { isApiError } from '~/api/client/problem.ts'
import { documentFileUrl, useListDocumentsInfiniteQuery, useUploadTenantDocumentMutation } from '~/api/documents.ts'
import { useOwnInsuranceQuery, useSaveOwnInsuranceMutation } from '~/api/insurance.ts'
import { DateField, MoneyField, TextField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { SessionFileLink } from '~/components/session-file-link.tsx'
import { insuranceBadges, insuranceText } from '~/components/tenancy/insurance-words.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { Callout, ErrorState } from '~/components/ui/states.tsx'
import { FilePicker } from '~/components/upload/drop-zone.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { ScrollTarget } from '../scroll-target.tsx'

/** The tenant's renters insurance with its proof; nothing for an account without a home. */
export function InsuranceCard() {
  const { data, error, refetch } = useOwnInsuranceQuery()
  if (isApiError(error) && error.code === 'not-linked') return null
  const badge = data && insuranceBadges[data.status]
  return (
    <ScrollTarget id="renters-insurance">
      <SectionCard
        title="Renters Insurance"
        description="Your landlord sees the policy and its proof."
        action={badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
        padded={Boolean(data)}
      >
        {data ? (
          <Fields insurance={data} />
        ) : error ? (
          <ErrorState compact error={error} onRetry={() => void refetch()} />
        ) : (
          <RowSkeletons count={3} />
        )}
      </SectionCard>
    </ScrollTarget>
  )
}

const valuesOf = ({ policy }: RentersInsurance) => ({
  insurer: policy?.insurer ?? '',
  policyNumber: policy?.policyNumber ?? '',
  coverage: policy?.coverage ?? '',
  effectiveDate: policy?.effectiveDate ?? '',
  expiryDate: policy?.expiryDate ?? '',
})

/** The newest document of this kind that the tenant has, where the policy has no proof yet. */
function useSharedProof(isWanted: boolean) {
  const { data } = useListDocumentsInfiniteQuery(isWanted ? { category: 'insurance', limit: 1 } : skipToken)
  return isWanted ? itemsOf(data)[0] : undefined
}

function Fields({ insurance }: { insurance: RentersInsurance }) {
  const [save, saving] = useSaveOwnInsuranceMutation()
  const [upload, uploading] = useUploadTenantDocumentMutation()
  const [proof, setProof] = useState<File>()
  /** Uploaded or chosen, and not part of the policy yet: saving again must not upload it again. */
  const [uploadedId, setUploadedId] = useState<string>()
  const form = useZodForm(InsuranceForm, {
    values: valuesOf(insurance),
    resetOptions: { keepDirtyValues: true },
  })
  const { control } = form
  const text = insuranceText(insurance)
  const documentId = insurance.policy?.documentId
  const shared = useSharedProof(!documentId && !proof)

  const send = async (values: ReturnType<typeof InsuranceForm.parse>) => {
    try {
      const proofId = uploadedId ?? (proof && (await upload({ file: proof, category: 'insurance' }).unwrap()).id)
      setUploadedId(proofId)
      const saved = await save({ ...values, ...(proofId ? { documentId: proofId } : {}) }).unwrap()
      setProof(undefined)
      setUploadedId(undefined)
      form.reset(valuesOf(saved))
      toast({ variant: 'success', title: 'Renters insurance saved', description: 'Your landlord sees the policy.' })
    } catch (error) {
      showIssues(form, error)
      toastError('Failed to save the insurance', error)
    }
  }

  return (
    <Form form={form} onSubmit={send} className="sm:grid-cols-2">
      {text && (
        <Callout tone="warning" className="sm:col-span-2">
          {text}
        </Callout>
      )}
      {shared && uploadedId !== shared.id && (
        <Callout
          className="sm:col-span-2"
          title="Your insurance is among your documents"
          action={
            <Button type="button" size="sm" variant="secondary" onClick={() => setUploadedId(shared.id)}>
              Use as proof
            </Button>
          }
        >
          Enter what stands in{' '}
          <SessionFileLink
            href={documentFileUrl(shared.id)}
            className="font-medium wrap-anywhere text-pine underline-offset-4 hover:underline"
          >
            {shared.fileName}
          </SessionFileLink>{' '}
          below, and your landlord sees that you are insured.
        </Callout>
      )}
      <TextField control={control} name="insurer" label="Insurer" autoComplete="off" required />
      <TextField control={control} name="policyNumber" label="Policy Number" autoComplete="off" required />
      <MoneyField control={control} name="coverage" label="Coverage" required />
      <span className="max-sm:hidden" />
      <DateField control={control} name="effectiveDate" label="Effective Date" required />
      <DateField control={control} name="expiryDate" label="Expiry Date" required />
      <div className="flex flex-wrap items-center gap-3 sm:col-span-2">
        <FilePicker
          type="button"
          variant="secondary"
          icon={<Paperclip aria-hidden />}
          accept={documentExtensions.map((extension) => `.${extension}`).join(',')}
          onFiles={(files) => {
            setProof([...files][0])
            setUploadedId(undefined)
          }}
        >
          {documentId || proof ? 'Replace proof' : 'Add proof'}
        </FilePicker>
        {proof ? (
          <span className="min-w-0 wrap-anywhere text-muted">{proof.name} will be uploaded when you save.</span>
        ) : shared && uploadedId === shared.id ? (
          <span className="min-w-0 wrap-anywhere text-muted">{shared.fileName} is the proof once you save.</span>
        ) : documentId ? (
          <SessionFileLink
            href={documentFileUrl(documentId)}
            className="font-medium text-pine underline-offset-4 hover:underline"
          >
            Proof of insurance
          </SessionFileLink>
        ) : (
          <span className="text-muted">The declaration page of your policy, as a PDF or a photo.</span>
        )}
      </div>
      <Button
        type="submit"
        loading={saving.isLoading || uploading.isLoading}
        className="phone:w-full sm:justify-self-start"
      >
        Save insurance
      </Button>
    </Form>
  )
}

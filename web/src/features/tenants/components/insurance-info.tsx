import { InsuranceRequirementForm } from '@keyhold/contracts/tenancy/insurance'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { documentFileUrl } from '~/api/documents.ts'
import {
  useInsuranceRequirementQuery,
  useSaveInsuranceRequirementMutation,
  useTenantInsuranceQuery,
} from '~/api/insurance.ts'
import { SwitchField } from '~/components/form/choice-fields.tsx'
import { MoneyField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { SessionFileLink } from '~/components/session-file-link.tsx'
import { insuranceBadges, insuranceText } from '~/components/tenancy/insurance-words.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Details } from '~/components/ui/details.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { ago, date, dateTime, money } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { link } from './contact-info.tsx'

/** A tenant's renters insurance, and whether the property requires one. */
export function InsuranceInfo({ tenant }: { tenant: Tenant }) {
  const { data, error, refetch } = useTenantInsuranceQuery({ id: tenant.id })
  const [isOpen, setIsOpen] = useState(false)
  const badge = data && insuranceBadges[data.status]
  const policy = data?.policy
  const text = data && insuranceText(data)
  return (
    <SectionCard
      title="Renters Insurance"
      action={
        <span className="flex items-center gap-2">
          {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
          {tenant.propertyId && (
            <Button size="sm" variant="ghost" className="-mr-2" onClick={() => setIsOpen(true)}>
              Requirement
            </Button>
          )}
        </span>
      }
      padded={Boolean(data)}
    >
      {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowSkeletons count={2} />}
      {text && <p className="mb-3 text-warning">{text}</p>}
      {policy && (
        <>
          <Details
            items={[
              { label: 'Insurer', value: policy.insurer },
              { label: 'Policy number', value: policy.policyNumber },
              { label: 'Coverage', value: <span className="figures">{money(policy.coverage)}</span> },
              { label: 'In effect', value: `${date(policy.effectiveDate)} to ${date(policy.expiryDate)}` },
              {
                label: 'Proof',
                value: policy.documentId && (
                  <SessionFileLink href={documentFileUrl(policy.documentId)} className={link}>
                    Open
                  </SessionFileLink>
                ),
              },
            ]}
          />
          <p className="mt-3 text-sm text-muted" title={dateTime(policy.updatedAt)}>
            Entered by the tenant, {ago(policy.updatedAt)}
          </p>
        </>
      )}
      {data && !policy && !text && (
        <p className="text-muted">The tenant has not entered a policy. They can in the portal, under Settings.</p>
      )}
      {isOpen && tenant.propertyId && (
        <RequirementDialog
          propertyId={tenant.propertyId}
          name={tenant.propertyName ?? ''}
          onClose={() => setIsOpen(false)}
        />
      )}
    </SectionCard>
  )
}

interface RequirementProps {
  propertyId: string
  name: string
  onClose: () => void
}

function RequirementDialog({ propertyId, name, onClose }: RequirementProps) {
  const { data, error, refetch } = useInsuranceRequirementQuery({ id: propertyId })
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title="Insurance requirement"
      description={`For every tenant of ${name}. They see it in the portal.`}
    >
      {data ? (
        <RequirementFields propertyId={propertyId} requirement={data} onClose={onClose} />
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <RowSkeletons count={2} />
      )}
    </Dialog>
  )
}

function RequirementFields({
  propertyId,
  requirement,
  onClose,
}: {
  propertyId: string
  requirement: { isRequired: boolean; minimumCoverage: number | null }
  onClose: () => void
}) {
  const [save, { isLoading }] = useSaveInsuranceRequirementMutation()
  const form = useZodForm(InsuranceRequirementForm, {
    defaultValues: { isRequired: requirement.isRequired, minimumCoverage: requirement.minimumCoverage ?? '' },
  })
  const isRequired = Boolean(useWatch({ control: form.control, name: 'isRequired' }))
  const send = async ({ minimumCoverage }: ReturnType<typeof InsuranceRequirementForm.parse>) => {
    try {
      await save({
        id: propertyId,
        isRequired,
        minimumCoverage: isRequired ? (minimumCoverage ?? null) : null,
      }).unwrap()
      toast({ variant: 'success', title: isRequired ? 'Renters insurance is required' : 'Requirement removed' })
      onClose()
    } catch (error) {
      showIssues(form, error)
      toastError('Failed to save the requirement', error)
    }
  }
  return (
    <Form form={form} onSubmit={send} className="flex-1">
      <SwitchField control={form.control} name="isRequired" label="Tenants need renters insurance" />
      {isRequired && <MoneyField control={form.control} name="minimumCoverage" label="Coverage of at least" optional />}
      <FormFooter submit="Save" loading={isLoading} onCancel={onClose} />
    </Form>
  )
}

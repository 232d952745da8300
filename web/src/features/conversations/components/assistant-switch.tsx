import { useId } from 'react'
import { Switch } from '~/components/ui/choices.tsx'
import { useGetConversationSettingsQuery, useSaveConversationSettingsMutation } from '~/api/conversations.ts'
import { toastError } from '~/lib/toast.ts'

/** Whether the assistant answers tenants by itself, at any hour. */
export function AssistantSwitch() {
  const id = useId()
  const { data } = useGetConversationSettingsQuery()
  const [save, { isLoading, originalArgs }] = useSaveConversationSettingsMutation()
  if (!data) return null
  const isOn = isLoading && originalArgs ? originalArgs.assistantAnswersTenants === true : data.assistantAnswersTenants
  const change = async (assistantAnswersTenants: boolean) => {
    try {
      await save({ assistantAnswersTenants }).unwrap()
    } catch (error) {
      toastError('The setting was not saved', error)
    }
  }
  return (
    <span className="flex min-h-9 items-center gap-2.5 text-sm">
      <Switch id={id} checked={isOn} onCheckedChange={(checked) => void change(checked)} />
      <label htmlFor={id}>Assistant answers tenants at any hour</label>
    </span>
  )
}

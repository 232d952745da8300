import { useParams } from 'react-router-dom'
import { Question } from '../components/question.tsx'
import { QuestionList } from '../components/question-list.tsx'

/** `/support?q=…&status=…` and `/support/:id`. */
export function Component() {
  const { id } = useParams()
  return id ? <Question id={id} /> : <QuestionList />
}

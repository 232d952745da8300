// `npm run eval`: asks the assistant the evaluation questions and fails below its thresholds; with OPENAI_API_KEY and OPENAI_MODEL also the model's. `npm run eval -- --wrong` prints what went wrong in the
// development set; the held-out set prints figures only, so that nobody adjusts the engine to it.
import { config } from '@keyhold/ai/config'
import { answerTenant, type Composed } from '@keyhold/ai/domain/assistant/answers/answer-tenant'
import { askModel } from '@keyhold/ai/domain/assistant/model/ask-model'
import { nearestBy } from '@keyhold/ai/domain/assistant/understanding/nearest'
import { understand } from '@keyhold/ai/domain/assistant/understanding/understand'
import { threadEncoder } from '@keyhold/ai/providers/models/encoder'
import { type Model, ModelFailed, openAiModel } from '@keyhold/ai/providers/models/openai'
import { development } from '@keyhold/ai/testing/eval/development'
import { heldOut } from '@keyhold/ai/testing/eval/held-out'
import { more } from '@keyhold/ai/testing/eval/more'
import { type Figures, figuresOf, judge, shortfalls, type Verdict } from '@keyhold/ai/testing/eval/judge'
import type { Question } from '@keyhold/ai/testing/eval/questions'
import { seeds } from '@keyhold/ai/testing/eval/seeds'

const encoder = threadEncoder()
const nearest = nearestBy(encoder)
const builtIn = async ([tenant, text]: Question): Promise<Composed> =>
  answerTenant(text, await understand(text, nearest), seeds[tenant])

type Engine = (question: Question) => Promise<Composed>

/** The external model as the service uses it: behind the rules, and replaced by the built-in engine where it fails. */
const external =
  (model: Model, fallbacks: string[]): Engine =>
  async (question) => {
    const [tenant, text, expected] = question
    const understood = await understand(text, nearest)
    if (understood.kind !== 'answer') return builtIn(question)
    const asked = { question: text, history: [], facts: seeds[tenant], signal: AbortSignal.timeout(60_000) }
    try {
      const { composed } = await askModel(model, asked)
      // A model names no intents: what it says is compared with the records alone.
      return { ...composed, intents: expected.split('|')[0]!.split('+') }
    } catch (error) {
      if (!(error instanceof ModelFailed)) throw error
      fallbacks.push(error.message)
      return builtIn(question)
    }
  }

const percent = (share: number) => `${(share * 100).toFixed(1)} %`
const line = (name: string, figures: Figures) =>
  `${name}: ${figures.questions} questions, ${percent(figures.right)} right; precision ${percent(figures.precision)}, recall ${percent(figures.recall)}, ` +
  `handed over ${percent(figures.handedOver)} of the answerable, ${figures.wrongAmounts} wrong amounts or dates, ${figures.missedEmergencies} missed emergencies`

async function run(
  name: string,
  questions: readonly Question[],
  showWrong: boolean,
  engine: Engine = builtIn,
): Promise<boolean> {
  const verdicts: Verdict[] = []
  for (const question of questions) verdicts.push(judge(question, await engine(question)))
  const figures = figuresOf(verdicts)
  console.log(line(name, figures))
  if (showWrong)
    for (const { question, composed } of verdicts.filter(({ isRight, isWrongAmount }) => !isRight || isWrongAmount))
      console.log(
        `  [${question[0]}] ${question[1]}  → wanted ${question[2]}, ${composed.outcome} ${composed.intents.join('+')} ${composed.reason ?? ''}`,
      )
  const short = shortfalls(figures)
  for (const one of short) console.error(`${name}: ${one}`)
  return short.length === 0
}

const showWrong = process.argv.includes('--wrong')
const results = [await run('development', [...development, ...more], showWrong)]
if (!process.argv.includes('--development')) results.push(await run('held out', heldOut, false))
const { OPENAI_API_KEY: apiKey, OPENAI_MODEL: name, ...settings } = config.parse(process.env)
if (apiKey && name) {
  const model = openAiModel({
    apiKey,
    model: name,
    baseUrl: settings.OPENAI_BASE_URL,
    timeoutMs: settings.OPENAI_TIMEOUT_MS,
    prices: { input: settings.OPENAI_INPUT_PRICE, output: settings.OPENAI_OUTPUT_PRICE },
  })
  const fallbacks: string[] = []
  results.push(await run(`${name}, held out`, heldOut, false, external(model, fallbacks)))
  console.log(`${name}: the built-in engine answered ${fallbacks.length} times in its place`)
}
await encoder.stop()
process.exitCode = results.every(Boolean) ? 0 : 1

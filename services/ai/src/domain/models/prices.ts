/** Dollars per million tokens. */
export interface Prices {
  input: number
  output: number
}

export interface Usage {
  inputTokens: number
  outputTokens: number
}

/** In dollars, with fractions of a cent. */
export const costOf = ({ inputTokens, outputTokens }: Usage, { input, output }: Prices): number =>
  (inputTokens * input + outputTokens * output) / 1_000_000

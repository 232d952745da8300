export const creditNote =
  'No credit bureau is connected, so credit, evictions and criminal records are not known. Nothing here replaces or estimates them.'

/** What fair housing law and the Fair Credit Reporting Act (15 U.S.C. 1681m) require of the person who decides. */
export const notice =
  'This weighs your own records and what the tenant told you. It is advice: you decide, and it is not a consumer report. ' +
  'Use the same criteria for everyone. The Fair Housing Act forbids deciding by race, color, religion, sex, national origin, disability or family, ' +
  'and state and local law often adds more, such as age or where income comes from; none of these were looked at. ' +
  'If you turn somebody down, or ask for a higher rent, a higher deposit or a co-signer, even partly because of a report from a screening company or credit bureau, ' +
  'the Fair Credit Reporting Act requires you to tell them: which company it was, with its address and phone number, that the company did not make the decision, ' +
  'and that they can get a free copy within 60 days and dispute what is wrong in it.'

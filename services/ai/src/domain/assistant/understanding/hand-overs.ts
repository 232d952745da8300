import type { HandOverReason } from '../intents.ts'

/** What the landlord answers, whatever the records say. In normalized text; the first that matches counts. */
const rules: readonly (readonly [HandOverReason, RegExp])[] = [
  [
    'accommodation',
    /\b(wheelchair|ramp|emotional support|support animal|service (animal|dog)|esa|reasonable accommodation|accommodation|grab bars?|accessib\w*|disabilit\w*|disabled|my doctor|doctor s? ?(note|says)|hearing aid|walker|silla de ruedas|discapacidad|animal de apoyo)\b/,
  ],
  [
    'fair_housing',
    /\b(discriminat\w*|racis\w*|race|religio\w*|ethnic\w*|nationality|immigra\w*|harass\w*|pregnan\w*|section 8|vouchers?|gay|lesbian|transgender|sexual|because (i am|we are|of my) (black|white|latino|hispanic|asian|muslim|jewish|christian|old|young|a woman|female|gender|age|race|religion|kids)|rent to (people|families|women|men|immigrants)|people with (kids|children)|no kids|adults only|discrimina\w*|acos\w*)\b/,
  ],
  [
    'legal',
    /\b(evict\w*|lawyer|attorney|sue|suing|lawsuit|court|legal\w*|illegal\w*|against the law|the law|my rights|tenants? rights|housing authority|code violation|small claims|habitab\w*|enter (my|the) (apartment|unit|home|house|place)|come into my|without notice|withhold(ing)? rent|desaloj\w*|abogado|demandar|ilegal|mis derechos|is it ok(ay)? for (you|the landlord|him) to)\b/,
  ],
  [
    'health',
    /\b(mold\w*|mildew|asbestos|lead paint|lead pipes|injur\w*|hospital|asthma|allerg\w*|cough\w*|unsafe|not safe|dangerous|moho|made (me|us) sick|getting sick|feel sick|fell down the|in case of (fire|a fire|emergency))\b/,
  ],
  [
    'person',
    /\b(speak|talk|chat|connect me|call|meet)\b[^.?!]{0,25}\b(human|person|someone real|real|somebody|someone|manager|agent|representative|landlord|owner|staff)\b(?! s? ?(phone|number|email))|\b(real|actual|live) (person|human)\b|\bhuman (being|please)\b|\b(have|ask|tell|want|need)\b[^.?!]{0,25}\b(landlord|owner|manager|someone|somebody|them|him|her)\b[^.?!]{0,20}\b(call|contact|text|email|get (in touch|back)|reach out|reply)\b|\bcall me\b|\bnot a (bot|robot|machine)\b|\bare you a (bot|robot)\b|\b(want|need|like|let me|can i|could i|may i)\b[^.?!]{0,15}\b(speak|talk|chat) (with|to) (?!you\b)\w+|\bstop (the )?(bot|ai)\b|\b(hablar|comunicarme) con\b|\bque me llame\b|\buna persona\b/,
  ],
  ['not_in_records', /\bemergency contacts?\b|\bcontactos? de emergencia\b/],
  [
    'others',
    /\b(neighbors?|other (tenants?|people|units?|apartments?)|someone else|roommate|next door|the (guy|person|tenant|lady|people) (upstairs|downstairs|next door)|previous tenant|vecin\w*|otros inquilinos)\b[^.?!]{0,40}\b(pay|pays|paying|owe|owes|account|balance|rent|lease|deposit|phone|number|name|email|behind|late|paga|renta|debe)\b|\b(balance|account|rent|lease|phone|email|owes?)\b[^.?!]{0,20}\b(neighbors?|other tenants?|roommate s?)\b|\b(what|how much|which)\b[^.?!]{0,20}\b(rent|pay|owe)\b[^.?!]{0,20}\b(other tenants?|neighbors?|others)\b|\b(unit|apartment|apt) (number )?\w{1,4}\b[^.?!]{0,15}\b(pay|owe|rent)\b/,
  ],
  [
    'hardship',
    /\b(lost my job|laid off|got fired|unemployed|can not (pay|afford|make)|will not be able to pay|unable to pay|short on (rent|money|cash)|(a little|bit) short|tight this month|struggling|no money|hard time(s)? (paying|financially)|behind because|no puedo pagar|perdi mi trabajo)\b/,
  ],
  [
    'money_dispute',
    /\b(wrong|incorrect|mistake\w*|error|inaccurate|not (right|correct|accurate|fair)|unfair|overcharg\w*|charged (me )?(twice|double|too much|again)|double[- ]charged|refund\w*|money back|reimburs\w*|disput\w*|disagree|already paid|paid (that|this|it) already|never (agreed|signed|used|received a bill)|did not (agree|authorize)|rip ?off|scam\w*|should not (be charged|owe|have to pay)|do not owe|why (did you|do you|are you) (keep|kept|take|took)|kept (my|the|\d+)|equivocado|error en|reembols\w*|devuelv\w*|ya pague eso)\b/,
  ],
  [
    'decision',
    /\bdeposit\b[^.?!]{0,45}\b(back|return\w*|refund\w*|kept|keep|deduct\w*)\b|\b(get|give|return|use|apply)\b[^.?!]{0,20}\bdeposit\b[^.?!]{0,30}\b(back|for|toward\w*|as|rent)\b|\bdevol\w*\b[^.?!]{0,20}\bdeposito\b/,
  ],
  [
    'decision',
    /\b(waive|waiv\w*|forgive|remove|take off|drop|cancel|skip|delete|erase)\b[^.?!]{0,25}\b(fees?|charges?|payment|rent|penalty|lease|it|that)\b|\b(extension|more time|extra time|few (more |extra )?days|payment plan|installments?|pay (half|part|some|later|in two|next week|on friday)|partial payments?|pay\b[^.?!]{0,20}\b(late this|in installments|half)|pay rent late|late this month)\b|\b(lower|reduce|reduction|decrease|cut|negotiate|discount|raise|raising|increase\w*|go up|bajar|subir|rebaj\w*|descuento)\b[^.?!]{0,25}\b(rent|price|renta|alquiler)\b|\b(rent|renta)\b[^.?!]{0,20}\b(lower\w*|reduc\w*|decrease\w*|discount\w*|increase\w*|go(ing)? up|raise\w*|hike)\b|\b(renew\w*|extend (my|the) lease|another year|sign a new lease|month to month instead|renov\w*)\b|\b(break|breaking|terminate|terminating|get out of|leave|end|ending|cancel\w*|transfer)\b[^.?!]{0,15}\b(my|the|our|this) (lease|contract|agreement)\b[^.?!]{0,12}(\bearly\b|$)|\b(move|moving|leave|leaving) out early\b|\b(move|leave) early\b/,
  ],
  [
    'decision',
    /\b(get|have|keep|adopt|bring|own|allow|allowed|foster|buy)\b[^.?!]{0,20}\b(dogs?|cats?|pets?|pupp(y|ies)|kittens?|rabbit|hamster|bird|snake|mascota|perro|gato)\b|\b(dogs?|cats?|pets?)\b[^.?!]{0,12}\b(ok(ay)?|allowed|fine)\b|\b(can|could|may|is it ok(ay)? (if|for|to)|would it be ok|am i allowed to|allowed to|permission to|puedo)\b[^.?!]{0,30}\b(move in|stay with me|live with me|paint\w*|install|mount|hang|drill|replace|remodel|renovate|build|change the locks?|add (someone|my|a)|switch (units|apartments)|swap|airbnb|pintar|run a business|put up|grow)\b|\b(can|could|would|will) you (approve|allow|let me|give me|accept|make an exception)\b/,
  ],
]

/** Why a normalized message is for the landlord, whatever the records say. */
export const handOverFor = (normalized: string): HandOverReason | undefined =>
  rules.find(([, pattern]) => pattern.test(normalized))?.[0]

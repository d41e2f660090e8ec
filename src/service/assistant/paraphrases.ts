/** Rewrites to the grammar's words (`$1`); the first match applies. */
const WAYS: readonly (readonly [RegExp, string])[] = [
  [/^(?:put|place) (.+?) on (?:pause|hold)$/i, 'pause $1'],
  [/^i (?:need|want) (.+?) paused$/i, 'pause $1'],
  [/^(.+?) (?:should be|must be|has to be|needs to be) paused$/i, 'pause $1'],
  [/^shut (?:down )?(.+?)(?: down)?$/i, 'pause $1'],
  [/^bring (.+?) (?:back(?: up| online)?|up again)$/i, 'resume $1'],
  [/^(?:get|set) (.+?) (?:going|running)(?: again)?$/i, 'resume $1'],
  [/^(?:turn|switch) (.+?) back on$/i, 'resume $1'],
  [/^(?:put|set|switch|take) (.+?) (?:to|in|into|on) bypass(?: mode)?$/i, 'bypass $1'],
  [/^(?:bypass|skip) (?:all )?(?:the )?(?:transforms|steps|processing) (?:of|in|for) (.+)$/i, 'bypass $1'],
  [/^let (?:everything|all events|all) (?:pass )?through (.+?)(?: unchanged)?$/i, 'bypass $1'],
  [/^roll out (.+)$/i, 'deploy $1'],
  [/^(?:put|push|take|bring|make) (.+?) live$/i, 'deploy $1'],
  [/^(?:restore|reinstate|go back to|return to) (v\d+|version \d+) (?:of|in) (.+)$/i, 'deploy $1 of $2'],
  [/^roll (.+?) back to (v\d+|version \d+)$/i, 'deploy $2 of $1'],
  [
    /^(?:cancel|abort|withdraw|stop) the (?:pending |running )?(?:deployment|action|rollout|deploy) (?:of|on|in|for) (.+)$/i,
    'cancel $1',
  ],
  [/^(?:drop|throw away) (?:the )?pipeline (.+)$/i, 'delete $1'],
  [/^get rid of (.+)$/i, 'remove $1'],
  [/^rate[- ]limit (.+)$/i, 'limit $1'],
  [/^down-?sample (.+)$/i, 'sample $1'],
  [/^filter (.+?) out (?:of|from) (.+)$/i, 'drop $1 in $2'],
  [/^(?:drop|remove|filter out) repeated (?:events?|lines?|messages?)\b(.*)$/i, 'dedupe$1'],
  [
    /^(?:add|insert|put) (?:a |an )?(?:step|filter|transform|rule) (?:in|to|into) (.+?) (?:that|which|to) (.+)$/i,
    'in $1, $2',
  ],
  [/^(?:add|insert|apply) (?:a |an |the )?(?:redaction|masking) (?:of|for) (.+)$/i, 'hide $1'],
  [
    /^(?:remove|drop|strip) ((?:e-?mails?|mail)(?: addresses)?|(?:credit )?card numbers?|ip addresses|phone numbers?|passwords?|(?:api )?tokens?)\b(.*)$/i,
    'hide $1$2',
  ],
  [/^(?:i (?:want|need)|give me|i'd like) (an? (?:new )?pipeline\b.*)$/i, 'create $1'],
  [/^open (.+?) (?:in|with) the editor$/i, 'edit $1'],
  [/^what did (v\d+|version \d+) of (.+?) look like$/i, 'show $1 of $2'],
  [/^(?:let me see|i want to see|bring up) (.+)$/i, 'show $1'],
];

export function paraphrase(sentence: string): string {
  for (const [way, words] of WAYS) if (way.test(sentence)) return sentence.replace(way, words);
  return sentence;
}

/** Questions about the past; a time of day in them is past too. */
const ASKS_WHAT_WAS = /^(?:why|who|when|what (?:changed|happened|failed|broke|stopped|was|were|went|did))\b/;

/** Hypothetical or later: nothing is done now. */
export const isHypothetical = (low: string): boolean =>
  /^(?:if|unless|whenever|suppose|should (?:i|we)|would (?:it|you|that)|how (?:do|can|would|should) (?:i|we|one)|what (?:happens|would happen) (?:if|when)|did (?:someone|anyone|anybody|somebody)|can i)\b/.test(
    low,
  ) ||
  (!ASKS_WHAT_WAS.test(low) &&
    /\b(?:tomorrow|tonight|later|at \d{1,2}(?::\d\d)?\s*(?:am|pm)?|in \d+ (?:minutes?|hours?|days?)|until|for (?:an?|\d+) (?:minutes?|hours?|days?|while)|every (?:day|night|hour))$/.test(
      low,
    ));

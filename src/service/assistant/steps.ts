import type { Condition, ConditionRule } from '../../contract/conditions.ts';
import type { Config } from '../../contract/entities/common.ts';

export type Step = { name: string; type: string; config: Config; summary: string };

/** `gap`: what to ask before proposing anything. */
export type StepFound = { step: Step } | { gap: string };

const LEVELS = ['trace', 'debug', 'info', 'notice', 'warn', 'warning', 'error', 'critical', 'fatal'];

const SENSITIVE: readonly { words: RegExp; find: string; label: string }[] = [
  { words: /\be-?mails?( addresses)?\b|\bmail addresses\b/, find: 'email', label: 'e-mail addresses' },
  { words: /\b(credit )?cards?( numbers?)?\b|\bpans?\b/, find: 'card', label: 'card numbers' },
  { words: /\bibans?\b|\bbank accounts?\b/, find: 'iban', label: 'bank accounts' },
  { words: /\bipv6( addresses)?\b/, find: 'ipv6', label: 'IPv6 addresses' },
  { words: /\b(ips?|ipv4|ip addresses|ipv4 addresses)\b/, find: 'ipv4', label: 'IPv4 addresses' },
  { words: /\bphones?( numbers?)?\b/, find: 'phone', label: 'phone numbers' },
  { words: /\bjwts?\b|\bjson web tokens?\b/, find: 'jwt', label: 'JSON Web Tokens' },
  { words: /\bbearer( tokens?)?\b/, find: 'bearer', label: 'bearer tokens' },
  { words: /\baws( access)? keys?\b/, find: 'aws_key', label: 'AWS keys' },
  { words: /\b(api )?tokens?\b|\bapi keys?\b/, find: 'api_token', label: 'API tokens' },
  { words: /\bpasswords?\b|\bsecrets?\b|\bcredentials?\b/, find: 'secret', label: 'passwords and secrets' },
];

const listFields = (text: string): string[] =>
  text
    .replace(/\b(the|fields?|called|named|and)\b/g, ' ')
    .split(/[\s,]+/)
    .map((word) => word.replace(/^["'`]+|["'`.]+$/g, ''))
    .filter((word) => /^[\w@][\w.@*-]*$/.test(word));

const SAME_LEVELS: readonly (readonly string[])[] = [
  ['warn', 'warning'],
  ['error', 'err'],
  ['critical', 'crit'],
];
const withSynonyms = (levels: readonly string[]): string[] => [
  ...new Set(levels.flatMap((level) => SAME_LEVELS.find((same) => same.includes(level)) ?? [level])),
];

/** Levels as services write them; comparison is case-sensitive. */
const levelRule = (levels: readonly string[]): ConditionRule => ({
  field: 'level',
  operator: 'in',
  value: withSynonyms(levels).flatMap((level) => [
    level,
    level.toUpperCase(),
    level[0]!.toUpperCase() + level.slice(1),
  ]),
});

const OPERATORS: readonly [RegExp, ConditionRule['operator']][] = [
  [/^(?:is not|isn't|does not equal|!=|not equals?)$/, 'not_equals'],
  [/^(?:is|equals?|=|==)$/, 'equals'],
  [/^(?:does not contain|doesn't contain)$/, 'not_contains'],
  [/^(?:contains?|has|includes?)$/, 'contains'],
  [/^(?:starts with|begins with)$/, 'starts_with'],
  [/^(?:ends with)$/, 'ends_with'],
  [/^(?:>=|is at least|at least)$/, 'gte'],
  [/^(?:<=|is at most|at most)$/, 'lte'],
  [/^(?:>|is over|is above|over|above|is greater than|greater than)$/, 'gt'],
  [/^(?:<|is under|is below|under|below|is less than|less than)$/, 'lt'],
];
const RULE =
  /^([\w@][\w.@-]*)\s*(is not|isn't|does not equal|!=|does not contain|doesn't contain|is at least|is at most|is greater than|is less than|is over|is above|is under|is below|starts with|begins with|ends with|contains?|has|includes?|equals?|at least|at most|greater than|less than|over|above|under|below|>=|<=|==|=|>|<|is)\s*(.+)$/;

const strip = (text: string): string => text.trim().replace(/^["'`]|["'`]$/g, '');

/** `status >= 500`, `path starts with /health`; joined by `and` or `or`. */
export function parseCondition(text: string): Condition | undefined {
  const isAny = /\s+or\s+/.test(text) && !/\s+and\s+/.test(text);
  const rules: ConditionRule[] = [];
  for (const part of text.split(isAny ? /\s+or\s+/ : /\s+and\s+/)) {
    const [, field, words, value] = RULE.exec(part.trim()) ?? [];
    const operator = OPERATORS.find(([pattern]) => pattern.test(words ?? ''))?.[1];
    if (field === undefined || operator === undefined || value === undefined) return undefined;
    const isNumber = ['gt', 'gte', 'lt', 'lte'].includes(operator);
    if (isNumber && Number.isNaN(Number(strip(value)))) return undefined;
    rules.push({ field, operator, value: strip(value) });
  }
  return rules.length === 0 ? undefined : { match: isAny ? 'any' : 'all', rules };
}

/** Finds unsupported words: a request a step cannot fulfill must not become another one. */
function findSurplus(text: string, known: RegExp): string | undefined {
  const rest = text
    .replace(known, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  return rest === '' ? undefined : rest;
}

const LEVEL_WORDS =
  /\b(?:the|all|any|and|or|of|with|in|level|levels|severity|events?|logs?|lines?|messages?|entries|records)\b/g;
const REDACT_WORDS =
  /\b(?:the|all|any|and|or|of|in|from|with|every|each|fields?|events?|logs?|lines?|messages?|values?|addresses|numbers?|text)\b/g;
const SAMPLE_WORDS =
  /\b(?:the|all|of|in|out|to|at|rate|one|every|each|only|just|per|percent|events?|logs?|lines?|messages?|them|data|traffic|everything|it)\b|[\d.,]+(?:th|st|nd|rd)?|%/g;

const tellSurplus = (surplus: string, how: string): { gap: string } => ({
  gap: `I cannot take “${surplus}” into account. ${how}`,
});

function filterStep(action: 'drop' | 'keep', text: string): StepFound | undefined {
  const verb = action === 'drop' ? 'Drop' : 'Keep only';
  const where = /(?:where|when|whose|with|if)\s+(.+)$/.exec(text)?.[1];
  const condition = parseCondition(where ?? text);
  if (condition) {
    const said = (where ?? text).trim();
    const step = {
      name: `${verb} ${said}`.slice(0, 60),
      type: 'filter',
      summary: `${verb} events where ${said}`,
    };
    return { step: { ...step, config: { action, match: condition } } };
  }
  if (/\bhealth ?-?checks?\b|\bprobes?\b/.test(text)) {
    const rules = ['/health', '/ready', '/live', 'kube-probe', 'ELB-HealthChecker'].map(
      (value): ConditionRule => ({ field: 'message', operator: 'contains', value }),
    );
    const summary = `${verb} events whose message names a health check`;
    return {
      step: {
        name: `${verb} health checks`,
        type: 'filter',
        summary,
        config: { action, match: { match: 'any', rules } },
      },
    };
  }
  const levels = LEVELS.filter((level) => new RegExp(`\\b${level}s?\\b`).test(text));
  if (levels.length > 0) {
    const surplus = findSurplus(text, LEVEL_WORDS)
      ?.split(' ')
      .filter((word) => !LEVELS.some((level) => word === level || word === `${level}s`))
      .join(' ');
    if (surplus)
      return tellSurplus(
        surplus,
        `Name the levels to ${action}, or a field: “${action} events where status >= 500”.`,
      );
    const said = levels.join(' and ');
    return {
      step: {
        name: `${verb} ${said}`,
        type: 'filter',
        summary: `${verb} events whose field 'level' is ${levels.join(' or ')}`,
        config: { action, match: { match: 'all', rules: [levelRule(levels)] } },
      },
    };
  }
  if (text !== '' && !/\b(events?|lines?|messages?|logs?|noise|stuff|some|most)\b/.test(text))
    return undefined;
  return {
    gap: `Which events? Say it like “${action} events where status >= 500”, or name a level: “${action} debug”.`,
  };
}

function redactStep(text: string, isHash = false): StepFound {
  let rest = text;
  const found = SENSITIVE.filter(({ words }) => {
    const isNamed = words.test(rest);
    // `API tokens` does not also mean `tokens`.
    if (isNamed) rest = rest.replace(words, ' ');
    return isNamed;
  });
  if (found.length === 0)
    return {
      gap: 'What should be hidden? I find e-mail addresses, card numbers, bank accounts, IP addresses, phone numbers, tokens and passwords.',
    };
  const surplus = findSurplus(rest.replace(/\bby (?:a )?hash(?:es|ing)?\b/, ' '), REDACT_WORDS);
  if (surplus !== undefined)
    return tellSurplus(surplus, 'Redaction looks at all fields and hides every value of a kind.');
  const labels = found.map(({ label }) => label).join(', ');
  if (isHash)
    return {
      step: {
        name: `Hash ${labels}`.slice(0, 60),
        type: 'redact',
        summary: `Replace ${labels} in all fields by a hash, the same one for equal values`,
        config: { rules: found.map(({ find }) => ({ find, action: 'hash' })) },
      },
    };
  return {
    step: {
      name: `Hide ${labels}`.slice(0, 60),
      type: 'redact',
      summary: `Hide ${labels} in all fields`,
      config: { rules: found.map(({ find }) => ({ find, action: 'replace' })) },
    },
  };
}

function sampleStep(text: string): StepFound {
  const percent = /(\d+(?:\.\d{1,2})?)\s*(?:%|percent)/.exec(text)?.[1];
  const oneIn = /\b(?:1|one|every)\s*(?:in|of|out of|:|\/)?\s*(?:every\s*)?(\d[\d,]*)(?:th|st|nd|rd)?\b/.exec(
    text,
  )?.[1];
  const surplus = findSurplus(text, SAMPLE_WORDS);
  if (surplus !== undefined && (percent !== undefined || oneIn !== undefined))
    return tellSurplus(
      surplus,
      'A sample is taken of all events. Add a condition to the step in the editor.',
    );
  if (percent !== undefined && Number(percent) <= 100)
    return {
      step: {
        name: `Keep ${percent} %`,
        type: 'sample',
        summary: `Keep ${percent} % of the events`,
        config: { mode: 'percent', percent: Number(percent) },
      },
    };
  const rate = Number(oneIn?.replaceAll(',', ''));
  if (rate >= 1)
    return {
      step: {
        name: `Keep 1 in ${rate}`,
        type: 'sample',
        summary: `Keep one event in every ${rate}`,
        config: { mode: 'one_in', rate },
      },
    };
  return { gap: 'How many events should be kept? Say “sample 1 in 10” or “sample 10 %”.' };
}

function throttleStep(text: string): StepFound {
  const [, count, unit = 'second'] =
    /(\d[\d,]*)\s*(?:events?\s*)?(?:\/|per|an?|each|every)\s*(s|sec|second|m|min|minute|h|hour)/.exec(text) ??
    [];
  const seconds = unit.startsWith('s') ? 1 : unit.startsWith('m') ? 60 : 3600;
  const events = Number(count?.replaceAll(',', ''));
  if (!(events >= 1)) return { gap: 'How many events may pass? Say “limit to 100 per second”.' };
  const time = seconds === 1 ? 'second' : seconds === 60 ? 'minute' : 'hour';
  return {
    step: {
      name: `Limit to ${events} per ${time}`,
      type: 'throttle',
      summary: `Let ${events} events per ${time} through, and drop the rest`,
      config: { events, seconds },
    },
  };
}

function fieldsStep(type: 'remove_fields' | 'keep_fields', text: string): StepFound {
  const fields = listFields(text);
  const verb = type === 'remove_fields' ? 'Remove' : 'Keep only';
  if (fields.length === 0) return { gap: `Which fields? Say “${verb.toLowerCase()} field user_agent”.` };
  const said = fields.join(', ');
  return {
    step: {
      name: `${verb} ${said}`.slice(0, 60),
      type,
      summary: `${verb} the fields ${said}`,
      config: { fields },
    },
  };
}

const PARSERS: readonly [RegExp, Step][] = [
  [/\bjson\b/, { name: 'Parse JSON', type: 'parse_json', config: {}, summary: 'Read JSON into fields' }],
  [
    /\bkey[- ]?values?\b|\blogfmt\b/,
    {
      name: 'Parse key=value',
      type: 'parse_key_value',
      config: {},
      summary: 'Read key=value pairs into fields',
    },
  ],
  [/\bcef\b/, { name: 'Parse CEF', type: 'parse_cef', config: {}, summary: 'Read CEF into fields' }],
  [
    /\b(apache|nginx|access|combined)\b/,
    {
      name: 'Parse access log',
      type: 'parse_grok',
      config: { pattern: '%{COMBINEDAPACHELOG}' },
      summary: 'Read lines of web access logs into fields',
    },
  ],
];

function parseStep(text: string): StepFound {
  const found = PARSERS.find(([words]) => words.test(text));
  return found
    ? { step: found[1] }
    : { gap: 'Which format? I set up JSON, key=value, CEF and web access logs; others are in the editor.' };
}

/** Verbs of steps, and what makes a step of the following words. */
const STEP_VERBS: readonly { verb: RegExp; make: (text: string) => StepFound | undefined }[] = [
  {
    verb: /^(?:remove|delete|drop|strip|cut) (?:the )?fields?\b/,
    make: (rest) => fieldsStep('remove_fields', rest),
  },
  { verb: /^(?:keep|retain) only (?:the )?fields?\b/, make: (rest) => fieldsStep('keep_fields', rest) },
  {
    verb: /^(?:keep|retain|take|pass)s? only\b|^only (?:keep|take|pass)s?\b/,
    make: (rest) => filterStep('keep', rest),
  },
  {
    verb: /^(?:drop|discard|filter out|throw away|ignore|exclude|remove|delete)s?\b/,
    make: (rest) => filterStep('drop', rest),
  },
  { verb: /^(?:hide|redact|mask|anonymi[sz]e|obfuscate|scrub)s?\b/, make: (rest) => redactStep(rest) },
  { verb: /^hash(?:es)?\b/, make: (rest) => redactStep(rest, true) },
  { verb: /^(?:sample|keep)s?\b(?=.*\d)/, make: (rest) => sampleStep(rest) },
  { verb: /^samples?\b|^sampling\b/, make: (rest) => sampleStep(rest) },
  { verb: /^(?:limit|throttle|cap)s?\b/, make: (rest) => throttleStep(rest) },
  { verb: /^(?:parse|read|decode)s?\b/, make: (rest) => parseStep(rest) },
  {
    verb: /^(?:dedupe|deduplicate|de-duplicate|remove duplicates|drop duplicates|drop repeats)s?\b/,
    make: () => ({
      step: {
        name: 'Drop repeats',
        type: 'dedupe',
        config: {},
        summary: 'Drop events that repeat an earlier one',
      },
    }),
  },
];

/** Repeats first, since `remove` and `drop` begin other steps too. */
const ORDERED = STEP_VERBS.toSorted(
  (a, b) => Number(b.verb.source.includes('duplicates')) - Number(a.verb.source.includes('duplicates')),
);

const ADD =
  /^(?:add|insert|put|apply|use)\s+(?:a |an |the |some )?(?:step|transform|filter|rule)?\s*(?:that|which|to|for)?\s*/;

/** Normalizes third person and `-ing` after `that` and `by`. */
const bare = (text: string): string =>
  text
    .replace(
      /^(\w{3,}?)(?:ing)\b/,
      (word, stem: string) =>
        ({ dropping: 'drop', hiding: 'hide', sampling: 'sample', removing: 'remove', keeping: 'keep' })[
          word
        ] ??
        { masking: 'mask', redacting: 'redact', parsing: 'parse', limiting: 'limit' }[word] ??
        `${stem}ing`,
    )
    .trim();

/**
 * One clause: `drops debug`, `hide e-mail addresses`, `sample 1 in 10`.
 * @returns undefined when it asks for no step
 */
export function parseStepClause(clause: string): StepFound | undefined {
  const text = bare(
    clause
      .toLowerCase()
      .trim()
      .replace(ADD, '')
      .replace(/^(?:then|also|and|please)\s+/, ''),
  );
  for (const { verb, make } of ORDERED) {
    const match = verb.exec(text);
    const found = match && make(text.slice(match[0].length).trim());
    if (found) return found;
  }
  return undefined;
}

const STEP_START =
  'drops?|discards?|filters? out|throws? away|ignores?|excludes?|removes?|hides?|redacts?|masks?|anonymi[sz]es?|scrubs?|samples?|keeps?|only keeps?|limits?|throttles?|caps?|parses?|reads?|decodes?|dedupes?|deduplicates?|strips?';

/** `drops debug and hides e-mail addresses, then samples 1 in 10` */
export const splitClauses = (text: string): string[] =>
  text
    .split(new RegExp(`\\s*(?:,|;|\\band then\\b|\\bthen\\b|\\band\\b)\\s*(?=(?:${STEP_START})\\b)`, 'i'))
    .map((part) => part.trim())
    .filter((part) => part !== '');

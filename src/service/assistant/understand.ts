import { type Found, findNamed, listNamed, type Named, simplify } from './names.ts';
import { isHypothetical, paraphrase } from './paraphrases.ts';
import { isTypoOf } from './similar.ts';
import { parseStepClause, splitClauses } from './steps.ts';

export type KnownNode = Named & { templateId: string };

/** The site, as far as the person may read it. */
export type Facts = {
  pipelines: readonly Named[];
  sources: readonly KnownNode[];
  sinks: readonly KnownNode[];
};

export type LifecycleVerb = 'PAUSE' | 'BYPASS' | 'RESUME' | 'DEPLOY' | 'DELETE' | 'CANCEL';

/** `given`: the sentence names the pipeline; otherwise `it` and the screen decide. */
export type Intent =
  | { kind: 'help' | 'thanks' | 'unknown' | 'many' }
  | { kind: 'declined' }
  /** Partly understood: what to ask first. */
  | { kind: 'gap'; text: string }
  /** `isOfSelection`: `these`, the selection. */
  | { kind: 'action'; verb: LifecycleVerb; pipeline: Found<Named>; version?: number; isOfSelection?: true }
  | { kind: 'create'; name: string | undefined; from: string; to: string[]; clauses: string[] }
  | { kind: 'steps'; clauses: string[]; pipeline: Found<Named> }
  | { kind: 'edit' | 'open'; pipeline: Found<Named>; node: Found<KnownNode> }
  | { kind: 'version'; version: number; pipeline: Found<Named> }
  | { kind: 'grok'; pipeline: Found<Named> }
  | { kind: 'uses'; node: Found<KnownNode> }
  | { kind: 'list'; status: 'all' | 'paused' | 'running' | 'bypassed' | 'failing' }
  | {
      kind: 'status' | 'errors' | 'volume' | 'changes';
      pipeline: Found<Named>;
      seconds: number;
      namesTime: boolean;
      asksVolume?: true;
    };

const POLITE =
  /^(?:hey|hi|hello|ok|okay|so|please|pls|kindly|can you|could you|would you|will you|can we|i want you to|i want to|i'd like to|i would like to|i need to|let's|lets|let us|just|now)[\s,]+/;

/** Drops greetings, politeness and final marks; keeps quotes. */
export function trimSentence(text: string): string {
  let rest = text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[?!.]+$/, '')
    .trim();
  for (;;) {
    const next = rest
      .replace(new RegExp(POLITE.source, 'i'), '')
      .replace(/[\s,]+(?:please|pls|thanks|thank you|now|for me|right now|asap)$/i, '');
    if (next === rest) return rest;
    rest = next;
  }
}

const VERBS: readonly [LifecycleVerb, readonly string[]][] = [
  ['PAUSE', ['pause', 'stop', 'halt', 'suspend', 'hold', 'freeze']],
  ['RESUME', ['resume', 'unpause', 'continue', 'start', 'reactivate', 'activate']],
  ['BYPASS', ['bypass', 'skip']],
  ['DEPLOY', ['deploy', 'release', 'run', 'launch', 'redeploy', 'publish', 'rollout', 'ship', 'push']],
  ['DELETE', ['delete', 'remove', 'destroy', 'drop', 'erase']],
  ['CANCEL', ['cancel', 'abort']],
];

/** Words that resemble a misspelled verb, but are none. */
const OTHER_WORDS = new Set([
  'restart',
  'stall',
  'held',
  'bold',
  'ran',
  'rerun',
  'please',
  'state',
  'report',
]);

const findVerb = (word: string): LifecycleVerb | undefined =>
  VERBS.find(([, words]) => words.includes(word))?.[0] ??
  (OTHER_WORDS.has(word)
    ? undefined
    : VERBS.find(([, words]) => words.some((known) => isTypoOf(word, known)))?.[0]);

const ELSEWHERE = /^(?:do not|don't|dont|never|no need to|please don't|stop trying to)\b/i;
const SPAN = /(?:last|past)\s+(\d+)?\s*(m|min|minutes?|h|hours?|d|days?|weeks?)\b/;
const UNIT_SECONDS: Record<string, number> = { m: 60, h: 3600, d: 86_400, w: 604_800 };

const DAYS = /\byesterday\b|\btoday\b|\b24 ?h|\bweek\b/;
/** The clock is the person's, so the whole previous day is searched. */
const CLOCK = /\bat \d{1,2}(?::\d\d| ?[ap]m\b)/;
const namesTime = (low: string): boolean => SPAN.test(low) || DAYS.test(low) || CLOCK.test(low);

/** Seconds back from now; an hour by default. */
export function readSpan(low: string): number {
  const [, count = '1', unit = 'h'] = SPAN.exec(low) ?? [];
  if (SPAN.test(low)) return Math.min(Number(count) * UNIT_SECONDS[unit[0]!]!, 60 * 86_400);
  if (/\byesterday\b|\btoday\b|\b24 ?h/.test(low) || CLOCK.test(low)) return 86_400;
  return /\bweek\b/.test(low) ? 604_800 : 3600;
}

const NAMED = /\s+(?:called|named|as)\s+(?:"([^"]+)"|'([^']+)'|“([^”]+)”|([\w.-]+))/i;
/** `create pipeline edge from …`. */
const NAMED_FIRST =
  /^\s+(?:"([^"]+)"|'([^']+)'|“([^”]+)”|(?!from\b|to\b|for\b|that\b)([\w.-]+))(?=\s+from\b)/i;

/** `create a pipeline (called X) from A to B, C that drops debug and hides e-mail addresses`. */
function readCreate(text: string): Intent | undefined {
  const match =
    /^(?:create|make|build|set up|setup|add|new|start)\b\s*(?:me\s+)?(?:an?\s+|the\s+)?(?:new\s+)?pipeline\b(.*)$/i.exec(
      text,
    ) ?? /^(?:send|ship|forward|route|move|stream|copy|get|archive)\s+(?=.*\bto\b)(.*)$/i.exec(text);
  if (!match) return undefined;
  const isPipeline = /pipeline/i.test(text.slice(0, text.length - match[1]!.length));
  let rest = ` ${match[1]!.trim()}`;
  const named = NAMED.exec(rest) ?? (isPipeline ? NAMED_FIRST.exec(rest) : null);
  if (named) rest = rest.replace(named[0], '');
  const name = named?.slice(1).find((one) => one !== undefined);
  const [head, ...tails] = rest.split(
    /(?:,|\s)\s*(?:and\s+(?=(?:drop|hide|mask|redact|sample|keep|remove|parse|limit|filter|dedupe|throttle)s?\b)|(?:that|which|and then|then|but|while)\b\s*|(?:with\s+)?(?=(?:dropping|hiding|removing|keeping|masking|redacting|sampling|parsing|limiting)\b))/i,
  );
  const tail = rest
    .slice(head!.length)
    .replace(/^[\s,]*(?:(?:that|which|and then|then|and|but|while|with)\b)?/i, '')
    .trim();
  const ways = /^\s*(?:from\s+)?(.*?)\s+(?:in)?to\s+(.+)$/i.exec(head!) ?? undefined;
  if (!isPipeline && !ways) return undefined;
  const to = (ways?.[2] ?? '')
    .split(/\s*(?:,|\band\b|\bas well as\b)\s*/i)
    .map((one) => one.replace(/^(?:the|my|a|an)\s+/i, '').trim())
    .filter((one) => one !== '');
  return {
    kind: 'create',
    name,
    from: (ways?.[1] ?? /\bfrom\s+(.+)$/i.exec(head!)?.[1] ?? '')
      .replace(/^(?:the|my|a|an|all)\s+/i, '')
      .trim(),
    to,
    clauses: tails.length === 0 ? [] : splitClauses(tail),
  };
}

/** `in web-logs`, `from web-logs`, `of the pipeline web-logs` at the end of a clause. */
const PLACE =
  /\s+(?:in|from|of|on|to|for|at|within|through)\s+(?:the\s+)?(?:pipeline\s+)?(?:"([^"]+)"|'([^']+)'|“([^”]+)”|([^,;"']+?))(?:\s+pipeline)?$/i;

/** `sample web-logs 1 in 10`, `drop debug`: the pipeline is in the middle or unnamed. */
function readStepsWithObject(text: string, facts: Facts): Intent | undefined {
  const [item, ...others] = listNamed(text, facts.pipelines);
  const body = item && others.length === 0 ? cutName(text, item.name) : text;
  const clauses = splitClauses(body);
  if (clauses.length === 0 || clauses.some((clause) => parseStepClause(clause) === undefined))
    return undefined;
  return {
    kind: 'steps',
    clauses,
    pipeline:
      item && others.length === 0
        ? { kind: 'one', item, typed: simplify(item.name), isWhole: true }
        : { kind: 'none' },
  };
}

const isAlone = (text: string, typed: string): boolean =>
  simplify(text)
    .split(' ')
    .every((word) => typed.split(' ').includes(word) || FILLERS.has(word));

function cutName(text: string, name: string): string {
  const words = simplify(name)
    .split(' ')
    .map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''));
  const before = '(?:\\b(?:in|from|of|on|for|at|within)\\s+(?:the\\s+)?(?:pipeline\\s+)?)?';
  return text
    .replace(new RegExp(`${before}["'“]?\\b${words.join('[^\\p{L}\\p{N}]+')}\\b["'”]?`, 'iu'), '')
    .replace(/\s+/g, ' ')
    .trim();
}

function readSteps(text: string, facts: Facts): Intent | undefined {
  const lead =
    /^(?:in|on|for)\s+(?:the\s+)?(?:pipeline\s+)?(.+?)[,:]?\s+((?:drop|hide|redact|mask|remove|keep|sample|limit|throttle|parse|dedupe|filter)\b.*)$/i.exec(
      text,
    );
  const place = lead ? undefined : PLACE.exec(text);
  const named = lead?.[1] ?? place?.slice(1).find((one) => one !== undefined);
  const pipeline: Found<Named> = named === undefined ? { kind: 'none' } : findNamed(named, facts.pipelines);
  const isHere = named !== undefined && /^(?:it|this|this pipeline|that|here)$/i.test(named.trim());
  const isPlace =
    lead !== null || isHere || (pipeline.kind !== 'none' && isAlone(named ?? '', pipeline.typed));
  if (!isPlace) return readStepsWithObject(text, facts);
  const body = lead?.[2] ?? text.slice(0, place?.index);
  const clauses = splitClauses(body);
  if (clauses.length === 0 || clauses.some((clause) => parseStepClause(clause) === undefined))
    return undefined;
  return { kind: 'steps', clauses, pipeline };
}

/** Words around a name that do not change the meaning. */
const FILLERS = new Set([
  ...[
    'the',
    'a',
    'my',
    'our',
    'this',
    'that',
    'it',
    'pipeline',
    'one',
    'again',
    'now',
    'please',
    'immediately',
    'to',
  ],
  ...[
    'called',
    'named',
    'for',
    'me',
    'back',
    'version',
    'up',
    'down',
    'flow',
    'action',
    'of',
    'on',
    'off',
    'data',
    'latest',
    'newest',
  ],
]);

const SELECTION = /\b(?:these|those|selected|picked|marked)\b/;
const OF_SELECTION = /\b(?:these|those|selected|picked|marked|all|both|rows|ones|pipelines|\d+)\b/g;

/** `these`, `the selected pipelines`, `all of those`, and nothing else. */
const isSelection = (rest: string): boolean =>
  SELECTION.test(rest) &&
  simplify(rest.replace(OF_SELECTION, ' '))
    .split(' ')
    .every((word) => word === '' || FILLERS.has(word));

/** A verb, a pipeline's name and nothing else. */
function readAction(low: string, facts: Facts): Intent | undefined {
  const [first = '', ...others] = low.split(' ');
  const isRollBack = /^(?:roll ?back|revert|go back)\b/.test(low);
  const isTurn = /^(?:turn|switch) (off|on)\b/.exec(low)?.[1];
  const verb: LifecycleVerb | undefined = isRollBack
    ? 'DEPLOY'
    : isTurn
      ? isTurn === 'off'
        ? 'PAUSE'
        : 'RESUME'
      : findVerb(first);
  if (!verb) return undefined;
  const version = /\b(?:v|version )(\d+)\b/.exec(low)?.[1];
  const rest = others.join(' ').replace(/\b(?:v|version )\d+\b/, ' ');
  if (isSelection(rest) && version === undefined && !isRollBack)
    return { kind: 'action', verb, pipeline: { kind: 'none' }, isOfSelection: true };
  const pipeline = findNamed(rest, facts.pipelines);
  if (/\b(all|every|everything)\b/.test(rest) && pipeline.kind === 'none') return { kind: 'many' };
  const typed = pipeline.kind === 'none' ? [] : pipeline.typed.split(' ');
  const extra = simplify(rest)
    .split(' ')
    .filter((word) => word !== '' && !typed.includes(word) && !FILLERS.has(word));
  // `drop debug` is about events, and `pause it for an hour` cannot be done.
  if (extra.length > 0) return undefined;
  // Only a deployment has a version.
  if (isRollBack && version === undefined)
    return {
      kind: 'gap',
      text: 'Back to which version? Say it with its number, such as “roll back payments to v2”.',
    };
  if (version !== undefined && !['DEPLOY', 'RESUME'].includes(verb)) return undefined;
  const wanted = version === undefined ? verb : 'DEPLOY';
  return {
    kind: 'action',
    verb: wanted,
    pipeline,
    ...(version === undefined ? {} : { version: Number(version) }),
  };
}

/** Question words that may also be part of a name. */
const ASKED = /^(?:errors?|problems?|changes?|volume|traffic|input|output|rate|status|health)$/;

type Hit = Exclude<Found<Named>, { kind: 'none' }>;

/** `web sink` is the destination of that name, not the pipeline `web`. */
const isNamedRather = (node: Hit, pipeline: Hit): boolean =>
  !pipeline.isWhole ||
  (node.isWhole && node.typed.length > pipeline.typed.length && node.typed.includes(pipeline.typed));

const USES =
  /^(?:who|what) (?:uses|depends on|feeds|reads|writes)\b|\bused by\b|^where (?:does|do)\b.*\bgo\b|^is\b.*\b(?:used|in use)\b/;
const CHANGED =
  /\bwhat (?:has |was )?(?:changed|happened|deployed|edited)\b|\bwhat's new\b|\bany changes\b|\bchanges\b|\bdeployments\b|^(?:who|when)\b.*\b(?:changed|edited|deployed|paused|deleted|bypassed|resumed|touched|updated)\b|^explain\b|\bwhat did\b/;
const FAILING =
  /\b(?:errors?|problems?|fail(?:s|ing|ed|ures?)?|broken|wrong|issues?|unhealthy|trouble|red)\b/;
const VOLUME =
  /\b(?:saves?|saved|savings?|reduc(?:e|es|ed|tion)|optimi[sz](?:e|ed|ation)|volume|throughput|traffic|how (?:much|big|large)|biggest|largest|top pipelines|bytes|input|output|rate|how many events)\b/;
const STATUS =
  /\b(?:status|state|how is|how's|how healthy|health|is\b.*\b(?:running|paused|up|deployed|healthy|ok)|which version|what version)\b|^(?:tell me about|describe)\b|^what does\b.*\bdo\b/;

function readQuestion(sentence: string, facts: Facts): Intent | undefined {
  const hit = findNamed(sentence, facts.pipelines);
  const pipeline: Found<Named> =
    hit.kind !== 'none' && !hit.isWhole && ASKED.test(hit.typed) ? { kind: 'none' } : hit;
  const time = { seconds: readSpan(sentence), namesTime: namesTime(sentence) };
  const { seconds } = time;
  // A name may contain question words, as `k8s-audit-reduce` does.
  const low =
    pipeline.kind !== 'none' && pipeline.isWhole
      ? simplify(sentence).replace(pipeline.typed, ' ').replace(/\s+/g, ' ').trim()
      : sentence;
  const isUse =
    /^(?:which|what|who|list|show)\b.*\b(?:write|writes|send|sends|ship|go|goes|read|reads|use|uses|using|feed|feeds|writing|reading|sending)\b/.test(
      low,
    );
  const node = findNamed(sentence, [...facts.sources, ...facts.sinks]);
  const isNode = node.kind !== 'none' && (pipeline.kind === 'none' || isNamedRather(node, pipeline));
  if (isUse || USES.test(low)) {
    if (isNode) return { kind: 'uses', node };
    if (/^where\b/.test(low) && pipeline.kind !== 'none') return { kind: 'status', pipeline, ...time };
  }
  // A single source's or destination's figures are on its screen; the site's would be wrong.
  if (isNode && node.isWhole && /\b(?:how (?:much|many)|volume|bytes|throughput|traffic)\b/.test(low))
    return { kind: 'open', pipeline: { kind: 'none' }, node };
  if (
    (CHANGED.test(low) || /\bwhy\b/.test(low)) &&
    !(/\bwhy\b/.test(low) && FAILING.test(low)) &&
    !/\bwhat did we save\b/.test(low)
  )
    return {
      kind: 'changes',
      pipeline,
      ...time,
      seconds: /\bwhy\b/.test(low) && !SPAN.test(low) ? Math.max(seconds, 21_600) : seconds,
      ...(/\bwhy\b/.test(low) && VOLUME.test(low) ? { asksVolume: true as const } : {}),
    };
  if (FAILING.test(low) || /^is (?:everything|all) (?:ok|okay|fine|well|good)\b/.test(low))
    return { kind: 'errors', pipeline, ...time, seconds: Math.max(seconds, 3600) };
  if (VOLUME.test(low)) return { kind: 'volume', pipeline, ...time };
  if (STATUS.test(low) && pipeline.kind !== 'none') return { kind: 'status', pipeline, ...time };
  const list =
    /\b(?:which|list|what|show|are)\b.*\bpipelines?\b/.test(low) ||
    /^what(?:'s| is) (?:running|paused|bypassed|deployed)$/.test(low) ||
    /^pipelines$/.test(low) ||
    /^how many pipelines\b/.test(low);
  if (list) {
    const status = /\b(?:failing|broken|unhealthy)\b/.test(low)
      ? 'failing'
      : /\bpaused\b/.test(low)
        ? 'paused'
        : /\bbypassed\b/.test(low)
          ? 'bypassed'
          : /\b(running|deployed|active|live)\b/.test(low)
            ? 'running'
            : 'all';
    return pipeline.kind === 'one' ? { kind: 'status', pipeline, ...time } : { kind: 'list', status };
  }
  return undefined;
}

/** `write a grok pattern for web-logs`, `what format are the logs of payments`. */
function readPatternWish(low: string, facts: Facts): Intent | undefined {
  const isWish =
    /^(?:write|find|suggest|give|make|create|detect|guess|propose|generate|which|what)\b.*\b(?:grok|patterns?|parser|format)\b/.test(
      low,
    ) || /^how (?:do|can|should|would) (?:i|we|you) parse\b/.test(low);
  return isWish ? { kind: 'grok', pipeline: findNamed(low, facts.pipelines) } : undefined;
}

/** `show errors of payments` does not open the screen of payments. */
const ASKED_OF =
  /^(?:me )?(?:the |all |recent )*(?:errors?|problems?|failures?|changes|deployments|volume|savings?|throughput|status)\b/;

function readOpen(low: string, facts: Facts): Intent | undefined {
  const edit = /^(?:edit|change|modify|open the editor of|open the editor for|update)\b(.*)$/.exec(low);
  const version = /^(?:show|open|view|display)\b.*\b(?:v|version )(\d+)\b/.exec(low)?.[1];
  if (version !== undefined)
    return { kind: 'version', version: Number(version), pipeline: findNamed(low, facts.pipelines) };
  const open = /^(?:open|show|go to|view|display|take me to|navigate to|jump to|see)\b(.*)$/.exec(low);
  const rest = (edit ?? open)?.[1];
  if (rest === undefined) return undefined;
  const pipeline = findNamed(rest, facts.pipelines);
  const node = findNamed(rest, [...facts.sources, ...facts.sinks]);
  const isBare = /^\s*(?:it|this|that|the pipeline|this pipeline)?\s*$/.test(rest);
  if (pipeline.kind === 'none' && node.kind === 'none' && !isBare) return undefined;
  const isPart = [pipeline, node].every((found) => found.kind === 'none' || !found.isWhole);
  const asks = !isBare && !edit && (isPart || ASKED_OF.test(simplify(rest)));
  const question = asks ? readQuestion(low, facts) : undefined;
  if (question) return question;
  const isNode =
    node.kind !== 'none' && node.isWhole && pipeline.kind !== 'none' && isNamedRather(node, pipeline);
  return { kind: edit ? 'edit' : 'open', pipeline: isNode ? { kind: 'none' } : pipeline, node };
}

const NOT_LATER =
  'I do one thing at once, when you agree to it, and nothing later or under a condition. Say it as a wish, such as “pause payments”.';
const APPLIED_BY_KEY =
  'No sentence changes anything: press Apply (Ctrl+Enter) on the card of the proposal when you agree. Nothing was changed.';
const UNDONE_BY_KEY =
  'Taking back is a key press too: Undo is on the card of what was applied last. Nothing was changed.';
const HOW_TO_REDUCE =
  'By what? Say “sample payments 1 in 10”, “drop debug in payments” or “limit payments to 100 per second”.';

/**
 * Interprets a sentence by a grammar over verbs, components and the site's names. Ambiguity is never resolved
 * here: names return as one, many or none, and the answer asks.
 */
export function understand(sentence: string, facts: Facts): Intent {
  const text = paraphrase(trimSentence(sentence));
  const low = text.toLowerCase();
  if (
    /^(?:thanks|thank you|thx|cool|great|nice|perfect)\b/.test(low) ||
    sentence.trim().toLowerCase() === 'ok'
  )
    return { kind: 'thanks' };
  if (
    sentence.trim() === '' ||
    /^(?:hi|hello|hey) there\W*$/i.test(sentence.trim()) ||
    /^(?:hi|hello|hey)\b(?: there)?$|^how does (?:this|it|that) work\b|^(?:help|what can you do|who are you|commands|how do you work|what can i ask)\b/.test(
      low,
    )
  )
    return { kind: 'help' };
  if (ELSEWHERE.test(low)) return { kind: 'declined' };
  if (low === '') return { kind: 'unknown' };
  if (
    /^(?:apply|accept|confirm|do|agree to) (?:it|that|this|the proposal)$|^(?:yes|go ahead|apply)$/.test(low)
  )
    return { kind: 'gap', text: APPLIED_BY_KEY };
  if (
    /^(?:undo|revert)(?: (?:it|that|this|the (?:last )?(?:change|proposal)))?$|^take (?:it|that|this) back$/.test(
      low,
    )
  )
    return { kind: 'gap', text: UNDONE_BY_KEY };
  const wish = readPatternWish(low, facts);
  if (wish) return wish;
  if (isHypothetical(low)) return { kind: 'gap', text: NOT_LATER };
  if (/^reduce\b/.test(low)) return { kind: 'gap', text: HOW_TO_REDUCE };
  return (
    readCreate(text) ??
    (/^(?:why|what|which|who|how|is|are|does|do|list|when|any)\b/.test(low)
      ? readQuestion(low, facts)
      : undefined) ??
    readAction(low, facts) ??
    readSteps(text, facts) ??
    readOpen(low, facts) ??
    readQuestion(low, facts) ?? { kind: 'unknown' }
  );
}

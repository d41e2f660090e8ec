import { type Found, findNamed, listNamed, type Named, simplify } from './names.ts';
import { isTypoOf } from './similar.ts';
import { parseStepClause, splitClauses } from './steps.ts';

export type KnownNode = Named & { templateId: string };

/** What a site has, as far as the person may read it. */
export type Facts = {
  pipelines: readonly Named[];
  sources: readonly KnownNode[];
  sinks: readonly KnownNode[];
};

export type LifecycleVerb = 'PAUSE' | 'BYPASS' | 'RESUME' | 'DEPLOY' | 'DELETE' | 'CANCEL';

/** `given` is whether the sentence itself names the pipeline; without it `it` and the screen decide. */
export type Intent =
  | { kind: 'help' | 'thanks' | 'unknown' | 'many' }
  | { kind: 'declined' }
  | { kind: 'action'; verb: LifecycleVerb; pipeline: Found<Named>; version?: number }
  | { kind: 'create'; name: string | undefined; from: string; to: string[]; clauses: string[] }
  | { kind: 'steps'; clauses: string[]; pipeline: Found<Named> }
  | { kind: 'edit' | 'open'; pipeline: Found<Named>; node: Found<KnownNode> }
  | { kind: 'version'; version: number; pipeline: Found<Named> }
  | { kind: 'uses'; node: Found<KnownNode> }
  | { kind: 'list'; status: 'all' | 'paused' | 'running' | 'bypassed' | 'failing' }
  | {
      kind: 'status' | 'errors' | 'volume' | 'changes';
      pipeline: Found<Named>;
      seconds: number;
      namesTime: boolean;
    };

const POLITE =
  /^(?:hey|hi|hello|ok|okay|so|please|pls|kindly|can you|could you|would you|will you|can we|i want you to|i want to|i'd like to|i would like to|i need to|let's|lets|let us|just|now)[\s,]+/;

/** Without greetings, politeness and the mark at the end; quotes stay. */
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
  ['RESUME', ['resume', 'unpause', 'continue', 'restart', 'start', 'reactivate']],
  ['BYPASS', ['bypass', 'skip']],
  ['DEPLOY', ['deploy', 'release', 'run', 'launch', 'redeploy', 'publish', 'rollout']],
  ['DELETE', ['delete', 'remove', 'destroy', 'drop', 'erase']],
  ['CANCEL', ['cancel', 'abort']],
];

const findVerb = (word: string): LifecycleVerb | undefined =>
  VERBS.find(([, words]) => words.includes(word))?.[0] ??
  VERBS.find(([, words]) => words.some((known) => isTypoOf(word, known)))?.[0];

const ELSEWHERE = /^(?:do not|don't|dont|never|no need to|please don't|stop trying to)\b/i;
const SPAN = /(?:last|past)\s+(\d+)?\s*(m|min|minutes?|h|hours?|d|days?|weeks?)\b/;
const UNIT_SECONDS: Record<string, number> = { m: 60, h: 3600, d: 86_400, w: 604_800 };

const DAYS = /\byesterday\b|\btoday\b|\b24 ?h|\bweek\b/;
const namesTime = (low: string): boolean => SPAN.test(low) || DAYS.test(low);

/** Seconds back from now; an hour unless the sentence says otherwise. */
export function readSpan(low: string): number {
  const [, count = '1', unit = 'h'] = SPAN.exec(low) ?? [];
  if (SPAN.test(low)) return Math.min(Number(count) * UNIT_SECONDS[unit[0]!]!, 60 * 86_400);
  if (/\byesterday\b|\btoday\b|\b24 ?h/.test(low)) return 86_400;
  return /\bweek\b/.test(low) ? 604_800 : 3600;
}

const NAMED = /\s+(?:called|named|as)\s+(?:"([^"]+)"|'([^']+)'|“([^”]+)”|([\w.-]+))/i;

/** `create a pipeline (called X) from A to B, C that drops debug and hides e-mail addresses`. */
function readCreate(text: string): Intent | undefined {
  const match =
    /^(?:create|make|build|set up|setup|add|new|start)\b\s*(?:me\s+)?(?:an?\s+|the\s+)?(?:new\s+)?pipeline\b(.*)$/i.exec(
      text,
    ) ?? /^(?:send|ship|forward|route|move|stream|copy|get|archive)\s+(?=.*\bto\b)(.*)$/i.exec(text);
  if (!match) return undefined;
  const isPipeline = /pipeline/i.test(text.slice(0, text.length - match[1]!.length));
  let rest = ` ${match[1]!.trim()}`;
  const named = NAMED.exec(rest);
  if (named) rest = rest.replace(named[0], '');
  const name = named?.slice(1).find((one) => one !== undefined);
  const [head, ...tails] = rest.split(
    /(?:,|\s)\s*(?:(?:that|which|and then|then|but|while)\b\s*|(?=(?:dropping|hiding|removing|keeping|masking|redacting|sampling|parsing|limiting)\b))/i,
  );
  const tail = rest
    .slice(head!.length)
    .replace(/^[\s,]*(?:(?:that|which|and then|then|but|while)\b)?/i, '')
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

/** `sample web-logs 1 in 10`, `drop debug`: the pipeline stands between, or is not named at all. */
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

/** Whether a text is a name and nothing else that matters. */
const isAlone = (text: string, typed: string): boolean =>
  simplify(text)
    .split(' ')
    .every((word) => typed.split(' ').includes(word) || FILLERS.has(word));

/** Without the name, however its words are parted. */
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

/** Words around the name of a pipeline that change nothing of what is meant. */
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

/** A verb with the name of a pipeline and nothing else that is meant by it. */
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
  const pipeline = findNamed(rest, facts.pipelines);
  if (/\b(all|every|everything)\b/.test(rest) && pipeline.kind === 'none') return { kind: 'many' };
  const typed = pipeline.kind === 'none' ? [] : pipeline.typed.split(' ');
  const extra = simplify(rest)
    .split(' ')
    .filter((word) => word !== '' && !typed.includes(word) && !FILLERS.has(word));
  // `drop debug` and `stop dropping debug` are about events, and `pause it for an hour` is more than can be done.
  if (extra.length > 0) return undefined;
  return { kind: 'action', verb, pipeline, ...(version === undefined ? {} : { version: Number(version) }) };
}

/** Words of questions that may also be a part of a name. */
const ASKED = /^(?:errors?|problems?|changes?|volume|traffic|input|output|rate|status|health)$/;

function readQuestion(sentence: string, facts: Facts): Intent | undefined {
  const hit = findNamed(sentence, facts.pipelines);
  const pipeline: Found<Named> =
    hit.kind !== 'none' && !hit.isWhole && ASKED.test(hit.typed) ? { kind: 'none' } : hit;
  const time = { seconds: readSpan(sentence), namesTime: namesTime(sentence) };
  const { seconds } = time;
  // A name may hold words of questions, such as `k8s-audit-reduce`.
  const low =
    pipeline.kind !== 'none' && pipeline.isWhole
      ? simplify(sentence).replace(pipeline.typed, ' ').replace(/\s+/g, ' ').trim()
      : sentence;
  const isUse =
    /^(?:which|what|who|list|show)\b.*\b(?:write|writes|send|sends|ship|go|goes|read|reads|use|uses|using|feed|feeds|writing|reading|sending)\b/.test(
      low,
    );
  const nodes = [...facts.sources, ...facts.sinks];
  if (isUse || /^(?:who|what) uses\b|\bused by\b/.test(low)) {
    const node = findNamed(sentence, nodes);
    if (node.kind !== 'none') return { kind: 'uses', node };
  }
  if (
    /\bwhat (?:has )?(?:changed|happened)\b|\bwhat's new\b|\bany changes\b|\bchanges\b|\bwhy\b|\bwhat did\b/.test(
      low,
    )
  )
    return {
      kind: 'changes',
      pipeline,
      ...time,
      seconds: /\bwhy\b/.test(low) && !SPAN.test(low) ? Math.max(seconds, 21_600) : seconds,
    };
  if (/\b(errors?|problems?|fail(s|ing|ed|ures?)?|broken|wrong|issues?|unhealthy|trouble|red)\b/.test(low))
    return { kind: 'errors', pipeline, ...time, seconds: Math.max(seconds, 3600) };
  if (
    /\b(saves?|saved|savings?|reduc(e|es|ed|tion)|optimi[sz](e|ed|ation)|volume|throughput|traffic|how much|bytes|input|output|rate)\b/.test(
      low,
    )
  )
    return { kind: 'volume', pipeline, ...time };
  if (
    /\b(status|state|how is|how's|health|is\b.*\b(?:running|paused|up|deployed|healthy|ok))\b/.test(low) &&
    pipeline.kind !== 'none'
  )
    return { kind: 'status', pipeline, ...time };
  const list =
    /\b(?:which|list|what|show)\b.*\bpipelines?\b/.test(low) ||
    /^pipelines$/.test(low) ||
    /^how many pipelines\b/.test(low);
  if (list) {
    const status = /\bpaused\b/.test(low)
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
  const question = isPart && !isBare ? readQuestion(low, facts) : undefined;
  if (question) return question;
  return { kind: edit ? 'edit' : 'open', pipeline, node };
}

/**
 * What a sentence asks for: a grammar over verbs, components and the names of one site. It decides nothing that two
 * readings fit: names come back as found one, many or none, and the answer asks.
 */
export function understand(sentence: string, facts: Facts): Intent {
  const text = trimSentence(sentence);
  const low = text.toLowerCase();
  if (
    /^(?:thanks|thank you|thx|cool|great|nice|perfect)\b/.test(low) ||
    sentence.trim().toLowerCase() === 'ok'
  )
    return { kind: 'thanks' };
  if (
    low === '' ||
    /^(?:hi|hello|hey)$|^(?:help|what can you do|who are you|commands|how do you work|what can i ask)\b/.test(
      low,
    )
  )
    return { kind: 'help' };
  if (ELSEWHERE.test(low)) return { kind: 'declined' };
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

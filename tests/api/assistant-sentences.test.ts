import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Found, Named } from '../../src/service/assistant/names.ts';
import { type ReadIntent, readSentence } from '../../src/service/assistant/reading.ts';
import type { Facts } from '../../src/service/assistant/understand.ts';
import { KNOWN_SENTENCES, UNSEEN_SENTENCES } from './support/sentences.ts';

const toNamed = (first: number, names: readonly string[]) =>
  names.map((name, index) => ({ id: String(first + index), name, templateId: 'file' }));

const FACTS: Facts = {
  pipelines: toNamed(300, [
    'web-logs',
    'k8s-audit-reduce',
    'vpc flow compact',
    'web errors',
    'Payments',
    'edge-firewall',
    'auth-events',
  ]),
  sources: toNamed(200, ['syslog edge', 'nginx', 'kafka-orders']),
  sinks: toNamed(250, ['s3-prod', 'Archive', 'siem-splunk', 'loki-dev']),
};

/** Words of what is understood; undefined where nothing is done: asked, declined or answered with words. */
const nameOf = (found: Found<Named>): string | undefined =>
  found.kind === 'one' ? found.item.name : found.kind === 'none' ? '-' : undefined;

function describeSteps(intent: Extract<ReadIntent, { steps: unknown }>): string | undefined {
  if ('gap' in intent.steps) return undefined;
  return intent.steps.steps.map(({ name }) => name).join('; ');
}

function describeIntent(intent: ReadIntent): string | undefined {
  if (intent.kind === 'create') {
    const steps = describeSteps(intent);
    if (steps === undefined) return undefined;
    const { name = '-', from, to } = intent;
    const ways = `${from.toLowerCase() || '-'} > ${to.join(' + ').toLowerCase() || '-'}`;
    return `create ${name} ${ways}${steps === '' ? '' : `; ${steps}`}`;
  }
  if (intent.kind === 'uses') {
    const node = nameOf(intent.node);
    return node && `uses ${node}`;
  }
  if (intent.kind === 'list') return `list ${intent.status}`;
  if (!('pipeline' in intent)) return ['help', 'thanks'].includes(intent.kind) ? intent.kind : undefined;
  const pipeline = nameOf(intent.pipeline);
  if (pipeline === undefined) return undefined;
  if (intent.kind === 'steps') {
    const steps = describeSteps(intent);
    return steps && `steps ${pipeline}: ${steps}`;
  }
  if (intent.kind === 'action' && intent.isOfSelection) return `${intent.verb} these`;
  if (intent.kind === 'action')
    return `${intent.verb} ${pipeline}${intent.version === undefined ? '' : ` v${intent.version}`}`;
  if (intent.kind === 'version') return `version ${intent.version} ${pipeline}`;
  if (intent.kind === 'open' || intent.kind === 'edit')
    return `${intent.kind} ${pipeline === '-' ? (nameOf(intent.node) ?? '') : pipeline}`;
  return `${intent.kind} ${pipeline}`;
}

/** Whether a proposal would follow, were it agreed to. */
const isChange = (understood: string | undefined): boolean =>
  understood !== undefined && /^(?:[A-Z]{5,}|create|steps) /.test(understood);

type Outcome = { said: string; meant: string; understood: string | undefined };

function judge(half: readonly (readonly [string, string])[]) {
  const outcomes = half.map(([said, meant]): Outcome => {
    return { said, meant, understood: describeIntent(readSentence({ text: said, facts: FACTS }).intent) };
  });
  const isRight = ({ meant, understood }: Outcome) => meant === (understood ?? 'ask');
  return {
    // An answer in words to what was not asked changes nothing, and is wrong all the same.
    wrong: outcomes.filter((one) => !isRight(one)),
    acted: outcomes.filter((one) => !isRight(one) && isChange(one.understood)),
    rightPercent: (100 * outcomes.filter(isRight).length) / outcomes.length,
  };
}

const known = judge(KNOWN_SENTENCES);
const unseen = judge(UNSEEN_SENTENCES);

describe('assistant: sentences of operators', () => {
  test('there are at least 300, each once', () => {
    const all = [...KNOWN_SENTENCES, ...UNSEEN_SENTENCES].map(([said]) => said);
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBeGreaterThanOrEqual(300);
  });

  test('those it was built with are all understood', () => {
    expect(known.wrong).toEqual([]);
  });

  test('nine in ten of the others are understood [R1-23]', () => {
    expect(unseen.rightPercent).toBeGreaterThanOrEqual(90);
  });

  test('the docs say what both parts come to today', () => {
    const docs = readFileSync(new URL('../../src/docs/assistant.md', import.meta.url), 'utf8');
    const [all, first, second] = [
      KNOWN_SENTENCES.length + UNSEEN_SENTENCES.length,
      KNOWN_SENTENCES.length,
      UNSEEN_SENTENCES.length,
    ];
    const right = second - unseen.wrong.length;
    expect(docs).toContain(
      `${all} sentences: ${first} of ${first} of the first part are understood, and ${right} of ${second} (${Math.floor(unseen.rightPercent)} %) of the second`,
    );
  });

  test('none is taken for a change that it does not ask for', () => {
    expect([...known.acted, ...unseen.acted]).toEqual([]);
  });
});

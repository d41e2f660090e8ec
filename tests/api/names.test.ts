import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { CALLS, type CallId } from '../../src/contract/calls/index.ts';
import { changingCalls } from './support/changing-calls.ts';
import { makePipeline } from './support/fixtures.ts';
import { expectRefusal } from './support/refusal.ts';
import { type CallParts, startService, type TestService } from './support/service.ts';

let api: TestService;
beforeEach(async () => {
  api = await startService();
});
afterEach(() => api.stop());

/** One that reads as `invoice fdp.exe`, ones with a line break, and one that hides its end. */
const MISLEADING = ['invoice \u202Eexe.pdf', 'web\u2066logs', 'web\nlogs', 'web\u0000logs'];
const PLAIN = [
  '<img src=x onerror=alert(1)>',
  'שלום logs',
  '日本語 👩‍👩‍👧',
  "'; DROP TABLE pipelines; --",
  '../../etc',
];

type Json = { [key: string]: unknown };
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Paths of user-given names in a body. Component settings have rules of their own. */
const listNames = (value: unknown, path: string[] = []): string[][] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, inner]) => {
        if (key === 'config') return [];
        return key === 'name' && typeof inner === 'string'
          ? [[...path, key]]
          : listNames(inner, [...path, key]);
      })
    : [];

const replaceName = (value: unknown, [key = '', ...rest]: readonly string[], name: string): unknown => {
  if (!isObject(value)) return name;
  const entry = replaceName(rest.length === 0 ? undefined : value[key], rest, name);
  if (Array.isArray(value)) return value.map((one, index) => (String(index) === key ? entry : one));
  return { ...value, [key]: entry };
};

const isTakingName = (id: CallId): boolean => {
  const call = CALLS[id];
  if (!('body' in call)) return false;
  return JSON.stringify(z.toJSONSchema(call.body, { io: 'input', unrepresentable: 'any' })).includes(
    '"name"',
  );
};
const NAMING = (Object.keys(changingCalls) as (keyof typeof changingCalls)[]).filter(isTakingName);

test('the calls that name something are found', () => {
  expect(NAMING).toEqual(
    expect.arrayContaining(['createPipeline', 'createSource', 'saveGraph', 'createRole']),
  );
});

describe.each(NAMING)('%s', (id) => {
  test('refuses a name that looks like another one, by field', async () => {
    const parts: CallParts | (() => unknown) = await changingCalls[id](api);
    if (typeof parts === 'function') return;
    for (const path of listNames(parts.body)) {
      for (const name of MISLEADING) {
        const body = replaceName(parts.body, path, name);
        const refusal = await expectRefusal(api, () => api.call(id, { ...parts, body }), {
          status: 400,
          code: 'VALIDATION_FAILED',
          field: path.join('.'),
          message: /must not contain control characters or characters that turn the direction of text/,
        });
        expect(refusal.body.details[0].rule).toBe('characters');
      }
    }
  });
});

test('any other text is a name: markup, scripts of all directions, quotes', async () => {
  for (const name of PLAIN) {
    const id = await makePipeline(api, name);
    const { body } = await api.call('getPipeline', { path: { pipelineId: id } });
    expect(body.pipeline.name).toBe(name);
  }
});

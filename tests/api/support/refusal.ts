import { expect } from 'vitest';
import type { Answer, TestService } from './service.ts';

export type Refusal = { status: number; code: string; field?: string; message?: RegExp };

export const GHOST = {
  node: '299999999999999999',
  pipeline: '399999999999999999',
  site: '499999999999999999',
  capture: '799999999999999999',
  sample: '899999999999999999',
};

async function fetchEverything(api: TestService): Promise<string> {
  const lists = ['listPipelines', 'listSources', 'listSinks', 'listTransforms', 'listSites'] as const;
  const answers = await Promise.all(lists.map((id) => api.call(id)));
  return JSON.stringify(answers.map((answer) => answer.body));
}

export async function expectRefusal(
  api: TestService,
  send: () => Promise<Answer>,
  expected: Refusal,
): Promise<Answer> {
  const before = await fetchEverything(api);
  const answer = await send();
  expect(answer.body).toMatchObject({ code: expected.code, reason: expected.code });
  expect(answer.status).toBe(expected.status);
  expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
  if (expected.field) {
    expect(answer.body.details.map((one: { field: string }) => one.field)).toContain(expected.field);
    for (const detail of answer.body.details) expect(detail.rule).not.toBe('');
  }
  if (expected.message) expect(answer.body.message).toMatch(expected.message);
  expect(await fetchEverything(api)).toBe(before);
  return answer;
}

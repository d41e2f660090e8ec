import { afterEach, expect, it, vi } from 'vitest';
import { computePlan, loadDag3Url } from './compute.ts';
import type { WorkerRequest } from './layout.worker.ts';
import { createBranchingGraph } from './testing-graph.ts';

type Worker = { onmessage?: (event: { data: WorkerRequest }) => Promise<void> };

const postMessage = vi.fn();
const worker: Worker = {};
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function answerOf(data: Omit<WorkerRequest, 'id'>): Promise<unknown> {
  vi.stubGlobal('self', Object.assign(worker, { postMessage }));
  await import('./layout.worker.ts');
  await worker.onmessage?.({ data: { id: 7, ...data } });
  return postMessage.mock.lastCall?.[0];
}

it('a worker makes the plan of the page [R3-16]', async () => {
  const request = createBranchingGraph(120);
  const dag3Url = await loadDag3Url();
  expect(await answerOf({ dag3Url, request })).toEqual({ id: 7, plan: await computePlan(request) });
});

it('a worker without d3-dag says that it has no plan [R3-16]', async () => {
  expect(await answerOf({ dag3Url: 'file:///none.js', request: createBranchingGraph(120) })).toEqual({
    id: 7,
  });
});

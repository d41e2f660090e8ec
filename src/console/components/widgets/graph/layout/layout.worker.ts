import { computePlan } from './compute.ts';
import type { PlanRequest } from './plan.ts';

self.onmessage = async (event: MessageEvent<{ id: number; request: PlanRequest }>) => {
  const { id, request } = event.data;
  try {
    self.postMessage({ id, plan: await computePlan(request) });
  } catch {
    self.postMessage({ id });
  }
};

import { layOut } from './lay-out.ts';
import type { PlanRequest } from './plan.ts';

/** `dag3Url`: the page's `dag3.ts`. */
export type WorkerRequest = { id: number; dag3Url: string; request: PlanRequest };

self.onmessage = async (event: MessageEvent<WorkerRequest>) => {
  const { id, dag3Url, request } = event.data;
  try {
    self.postMessage({ id, plan: layOut(await import(/* @vite-ignore */ dag3Url), request) });
  } catch {
    self.postMessage({ id });
  }
};

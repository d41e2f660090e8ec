import { expect } from 'vitest';
import type { Batch } from '../../event/batch.ts';
import { readJson } from '../../event/testing/read-json.ts';
import { Delivery } from '../../topology/delivery.ts';
import { validateConfig } from '../catalogue.ts';
import { components } from '../registry.ts';
import { TransformProbe } from './contexts.ts';

export type Ran = { events: unknown[]; texts: string[] };

function collectLive(batch: Batch): Ran {
  const ran: Ran = { events: [], texts: [] };
  for (let ev = 0; ev < batch.count; ev++)
    if (batch.isLive(ev)) {
      ran.texts.push(batch.bytesOf(ev).toString());
      ran.events.push(readJson(batch.toJsonText(ev)));
    }
  return ran;
}

export function openTransform(templateId: string, config: Record<string, unknown>, loaded?: unknown) {
  const checked = validateConfig('TRANSFORM', templateId, config);
  expect(checked.details).toBeUndefined();
  const probe = new TransformProbe();
  const transform = components.transforms[templateId]!.create(checked.config!, {
    ...probe.context,
    loaded,
  });
  const { state } = probe;
  if (transform.keeper) state.attachKeeper(transform.keeper);
  return {
    probe,
    clock: probe.clock,
    run(batch: Batch): Ran {
      const entered = batch.count;
      state.begin(new Delivery({ waiting: () => {}, settled: () => {} }));
      for (let ev = 0; ev < entered; ev++) if (batch.isLive(ev)) transform.process(batch, ev);
      state.end();
      return collectLive(batch);
    },
  };
}

export function runTransform(
  templateId: string,
  config: Record<string, unknown>,
  batch: Batch,
  loaded?: unknown,
) {
  const { probe, run } = openTransform(templateId, config, loaded);
  return { ...run(batch), failures: probe.failures };
}

export const refusals = (templateId: string, config: Record<string, unknown>): string[] =>
  (validateConfig('TRANSFORM', templateId, config).details ?? []).map(({ message }) => message);

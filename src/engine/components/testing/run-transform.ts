import { expect } from 'vitest';
import type { Batch } from '../../event/batch.ts';
import { readJson } from '../../event/testing/read-json.ts';
import { Delivery } from '../../topology/delivery.ts';
import { validateConfig } from '../catalogue.ts';
import { components } from '../registry.ts';
import { TransformProbe } from './contexts.ts';

export type Ran = { events: unknown[]; texts: string[] };

function liveOf(batch: Batch): Ran {
  const ran: Ran = { events: [], texts: [] };
  for (let ev = 0; ev < batch.count; ev++)
    if (batch.isLive(ev)) {
      ran.texts.push(batch.bytesOf(ev).toString());
      ran.events.push(readJson(batch.toJsonText(ev)));
    }
  return ran;
}

/** A transform that takes one batch after the other, on a clock of its own. */
export function openTransform(templateId: string, config: Record<string, unknown>, loaded?: unknown) {
  const checked = validateConfig('TRANSFORM', templateId, config);
  expect(checked.details).toBeUndefined();
  const probe = new TransformProbe();
  const transform = components.transforms[templateId]!.create(checked.config!, {
    ...probe.context,
    loaded,
  });
  const { holding } = probe;
  if (transform.keeper) holding.keepFor(transform.keeper);
  return {
    probe,
    clock: probe.clock,
    /** What is live after the transform saw the live events of a batch. */
    run(batch: Batch): Ran {
      const entered = batch.count;
      holding.begin(new Delivery({ waiting: () => {}, settled: () => {} }));
      for (let ev = 0; ev < entered; ev++) if (batch.isLive(ev)) transform.process(batch, ev);
      holding.end();
      return liveOf(batch);
    },
  };
}

/** Runs a transform over the live events of a batch; what is live afterwards, and the errors it reported. */
export function runTransform(
  templateId: string,
  config: Record<string, unknown>,
  batch: Batch,
  loaded?: unknown,
) {
  const { probe, run } = openTransform(templateId, config, loaded);
  return { ...run(batch), failures: probe.failures };
}

/** What a configuration is refused for. */
export const refusals = (templateId: string, config: Record<string, unknown>): string[] =>
  (validateConfig('TRANSFORM', templateId, config).details ?? []).map(({ message }) => message);

import { runHttpSource } from '../../shared/inbound/http-source.ts';
import { appendLine, isObject } from '../../shared/payload.ts';
import type { SourceComponent } from '../../types.ts';
import { Collector } from './collector.ts';
import { EnvelopeParts } from './events.ts';
import { type SplunkHecSourceConfig, splunkHecSourceSchema } from './schema.ts';

const ANYTHING = {
  defaults: {},
  indexes: new Set<string>(),
  maxEventBytes: Number.POSITIVE_INFINITY,
  most: Number.POSITIVE_INFINITY,
};

export const splunkHecSource: SourceComponent = {
  read: () => (batch, payload) => {
    if (!isObject(payload)) return appendLine(batch, payload);
    const parts = new EnvelopeParts(payload, () => batch, ANYTHING);
    while (parts.next());
    if (parts.refusal) batch.appendJson(payload);
  },
  start: (input, context) =>
    runHttpSource<SplunkHecSourceConfig, Collector>(
      splunkHecSourceSchema.parse(input),
      context,
      (changed) => splunkHecSourceSchema.parse(changed),
      (config, former) => new Collector(config, context, former),
    ),
};

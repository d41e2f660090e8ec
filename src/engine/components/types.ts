import type { SinkComponent } from './types/sink.ts';
import type { SourceComponent } from './types/source.ts';
import type { TransformComponent } from './types/transform.ts';

/**
 * A component knows no pipeline, counters, buffer or retries: the topology handles those. Its configuration
 * arrives validated, with secrets in clear text.
 */
export * from './types/component.ts';
export * from './types/sink.ts';
export type * from './types/source.ts';
export type * from './types/transform.ts';

export type ComponentRegistry = {
  readonly sources: Readonly<Record<string, SourceComponent>>;
  readonly transforms: Readonly<Record<string, TransformComponent>>;
  readonly sinks: Readonly<Record<string, SinkComponent>>;
};

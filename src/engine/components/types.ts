import type { SinkComponent } from './types/sink.ts';
import type { SourceComponent } from './types/source.ts';
import type { TransformComponent } from './types/transform.ts';

/**
 * What every component implements. A component knows no pipeline, no counter, no buffer and no retry:
 * the topology around it does those once for all. Configurations arrive validated by the component's own
 * schema, secrets in clear.
 */
export * from './types/component.ts';
export * from './types/sink.ts';
export type * from './types/source.ts';
export type * from './types/transform.ts';

/** Implementations by templateId; `components/registry.ts` exports the real one as `components`. */
export type ComponentRegistry = {
  readonly sources: Readonly<Record<string, SourceComponent>>;
  readonly transforms: Readonly<Record<string, TransformComponent>>;
  readonly sinks: Readonly<Record<string, SinkComponent>>;
};

import type { Config } from '../../contract/entities/common.ts';
import type { ConnectionKind } from '../store/nodes.ts';
import type { AlertDefinition } from './alert-rule-format.ts';
import type { Path } from './yaml/parse.ts';

/** Secrets are masked or new. */
export type ConnectionDefinition = {
  kind: ConnectionKind;
  name: string;
  type: string;
  description: string;
  status: 'ACTIVE' | 'INACTIVE';
  archive: string;
  config: Config;
};

export type Ref = { nodeType: 'TRANSFORM' | 'SINK'; name: string };

export type NodeDefinition = {
  nodeType: 'SOURCE' | 'TRANSFORM' | 'SINK';
  name: string;
  notes: string;
  disabled: boolean;
  /** With named outputs, their union. */
  to: Ref[];
  outputs?: Record<string, Ref[]> | undefined;
  own?: { type: string; description: string; config: Config } | undefined;
};

/** No nodes when no version was saved. */
export type PipelineDefinition = { name: string; description: string; nodes: NodeDefinition[] };

export type LookupDefinition = { name: string; content: string };

export type Definition = { connections: ConnectionDefinition[]; pipelines: PipelineDefinition[] };

export type FileDefinition = { name: string; type: string; sha256?: string | undefined };

export type Placed<T> = { what: T; path: Path };

export type PlacedPipeline = Placed<PipelineDefinition> & { nodePaths: Path[] };

export type PlacedDefinition = {
  alerts: Placed<AlertDefinition>[];
  connections: Placed<ConnectionDefinition>[];
  files: Placed<FileDefinition>[];
  lookups: Placed<LookupDefinition>[];
  pipelines: PlacedPipeline[];
};

export const formatKey = ({ nodeType, name }: { nodeType: string; name: string }): string =>
  `${nodeType} ${name}`;

export const compareNames = <T extends { name: string }>(a: T, b: T): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;

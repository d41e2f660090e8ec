import type { Config } from '../../contract/entities/common.ts';
import type { ConnectionKind } from '../store/nodes.ts';
import type { Path } from './yaml/parse.ts';

/** A source or destination by name; its secrets are masked or new. */
export type ConnectionDefinition = {
  kind: ConnectionKind;
  name: string;
  type: string;
  description: string;
  status: 'ACTIVE' | 'INACTIVE';
  /** Of a source: name of the destination it is archived to; empty text where it is not, and of destinations. */
  archive: string;
  config: Config;
};

/** What an edge leads to. */
export type Ref = { nodeType: 'TRANSFORM' | 'SINK'; name: string };

export type NodeDefinition = {
  nodeType: 'SOURCE' | 'TRANSFORM' | 'SINK';
  name: string;
  notes: string;
  disabled: boolean;
  /** In their order; where outputs have names, the union of those. */
  to: Ref[];
  outputs?: Record<string, Ref[]> | undefined;
  /** Of a transform. */
  own?: { type: string; description: string; config: Config } | undefined;
};

/** A pipeline with the graph of one version; no nodes when it has none yet. */
export type PipelineDefinition = { name: string; description: string; nodes: NodeDefinition[] };

export type Definition = { connections: ConnectionDefinition[]; pipelines: PipelineDefinition[] };

/** An uploaded file that transforms name; its content is never part of a definition. */
export type FileDefinition = { name: string; type: string; sha256?: string | undefined };

/** A thing with the place in the text where it stands. */
export type Placed<T> = { what: T; path: Path };

export type PlacedPipeline = Placed<PipelineDefinition> & { nodePaths: Path[] };

/** A definition as read from a text. */
export type PlacedDefinition = {
  connections: Placed<ConnectionDefinition>[];
  files: Placed<FileDefinition>[];
  pipelines: PlacedPipeline[];
};

/** One key for what has a name of its own within its kind. */
export const keyOf = ({ nodeType, name }: { nodeType: string; name: string }): string =>
  `${nodeType} ${name}`;

export const byName = <T extends { name: string }>(a: T, b: T): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;

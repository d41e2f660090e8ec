import type { Edges, MetaInfo } from '../../contract/entities/pipeline.ts';
import type { NodeType } from '../../contract/enums.ts';

export type PlanFile = { name: string; path: string; sha256: string; sizeBytes: number };

/** `componentId` is stable across versions; metrics are stored under it. */
export type PlanNode = {
  id: string;
  componentId: string;
  nodeType: NodeType;
  name: string;
  templateId: string;
  /** Validated, with secrets in clear text. */
  config: Record<string, unknown>;
  /**
   * Part of an archive (src/docs/archive.md). The source copies the input of running pipelines; the
   * destination receives archive records.
   */
  isArchive?: true;
  files?: Readonly<Record<string, PlanFile>> | undefined;
};

/** `bypass` sends raw events to every destination; `pause` stops intake and drains. */
export type PlanMode = 'run' | 'bypass' | 'pause';

export type ExpectedPipeline = { pipelineId: string; siteId: string; sourceIds: string[] };

export type PipelinePlan = {
  pipelineId: string;
  siteId: string;
  name: string;
  graphVersion: number;
  mode: PlanMode;
  nodes: PlanNode[];
  edges: Edges;
  metaInfo: MetaInfo;
};

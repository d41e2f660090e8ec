import type { PipelinePlan, PlanNode } from '../../engine/port.ts';

type End = Pick<PlanNode, 'id' | 'name' | 'templateId' | 'config'>;
export type ArchiveParts = {
  /** Looks like that of a pipeline: buffers and figures of the archive are kept under it. */
  readonly id: string;
  readonly siteId: string;
  readonly source: End;
  readonly sink: End;
};

/** What archive records are made in, as a component of the archive. */
const recordIdOf = (archiveId: string): string => `1${archiveId.slice(1)}`;

/** What the engine is to run for an archive: all that the source takes in, as records, to the destination. */
export function archivePlan({ id, siteId, source, sink }: ArchiveParts): PipelinePlan {
  const recordId = recordIdOf(id);
  return {
    pipelineId: id,
    siteId,
    name: `Archive of ${source.name}`,
    graphVersion: 1,
    mode: 'run',
    nodes: [
      { ...source, componentId: source.id, nodeType: 'SOURCE', isArchive: true },
      {
        id: recordId,
        componentId: recordId,
        nodeType: 'TRANSFORM',
        name: 'Archive record',
        templateId: 'archive_record',
        config: { source: source.name, sourceId: source.id },
      },
      { ...sink, componentId: sink.id, nodeType: 'SINK', isArchive: true },
    ],
    edges: { [source.id]: { nodeIds: [recordId] }, [recordId]: { nodeIds: [sink.id] } },
    metaInfo: {},
  };
}

import type { PipelinePlan, PlanNode } from '../../engine/port.ts';

type End = Pick<PlanNode, 'id' | 'name' | 'templateId' | 'config'>;
type ArchiveParts = {
  /** Looks like a pipeline id: buffers and figures use it. */
  readonly id: string;
  readonly siteId: string;
  readonly source: End;
  readonly sink: End;
};

const deriveRecordId = (archiveId: string): string => `1${archiveId.slice(1)}`;
const RECORD = { name: 'Archive record', templateId: 'archive_record' } as const;

/** The archive's transform, which no graph names. */
export const describeArchiveRecord = (source: { archive_id: string; name: string }) => ({
  id: deriveRecordId(source.archive_id),
  description: `Wraps each event of '${source.name}' as its archive keeps it`,
  ...RECORD,
});

export function buildArchivePlan({ id, siteId, source, sink }: ArchiveParts): PipelinePlan {
  const recordId = deriveRecordId(id);
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
        ...RECORD,
        config: {
          source: source.name,
          sourceId: source.id,
          ...(sink.config.origin === true && { origin: '@origin' }),
        },
      },
      { ...sink, componentId: sink.id, nodeType: 'SINK', isArchive: true },
    ],
    edges: { [source.id]: { nodeIds: [recordId] }, [recordId]: { nodeIds: [sink.id] } },
    metaInfo: {},
  };
}

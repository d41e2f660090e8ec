import type { Sink } from '../../../contract/entities/node.ts';
import type { Template } from '../../../contract/entities/template.ts';

type Used = readonly { nodeId: string; pipelineIds: readonly string[] }[];

/** `refusal`: why it cannot store an archive. */
export type ArchiveOption = { sink: Sink; refusal: string | undefined };

/** Those with archives first, unsuitable ones last. */
export function listArchiveOptions(
  sinks: readonly Sink[],
  templates: readonly Template[],
  used: Used,
): ArchiveOption[] {
  const findRefusal = (sink: Sink): string | undefined => {
    if (!templates.find(({ id }) => id === sink.templateId)?.holdsArchive)
      return `${sink.templateName} cannot hold an archive; choose a file or an S3 bucket`;
    const count = used.find(({ nodeId }) => nodeId === sink.id)?.pipelineIds.length ?? 0;
    return count > 0 ? 'A pipeline uses it; an archive needs its own destination' : undefined;
  };
  const rank = ({ sink, refusal }: ArchiveOption) =>
    refusal !== undefined ? 2 : sink.archivalEnabled ? 0 : 1;
  return sinks
    .map((sink) => ({ sink, refusal: findRefusal(sink) }))
    .sort((a, b) => rank(a) - rank(b) || a.sink.name.localeCompare(b.sink.name));
}

import type { SampleSummary } from '../../../../contract/entities/sample.ts';
import { counted } from '../../../../contract/values.ts';
import { fetchCall } from '../../../api/use-call.ts';
import type { Option, OptionArgument } from '../../../commands/types.ts';
import './scope.ts';

const formatSampleDetail = ({ eventCount, pinned, createdBy }: SampleSummary): string =>
  `${counted(eventCount, 'event')}${pinned ? ', pinned as a test' : ''}, by ${createdBy}`;

export const createSampleArgument = (
  title: string,
  accepts?: (sample: SampleSummary) => string | undefined,
): OptionArgument => ({
  name: 'sample',
  title,
  kind: 'option',
  load: async (ctx) => {
    const pipelineId = ctx.scopes['pipeline.preview']?.pipelineId;
    if (pipelineId === undefined) return [];
    const { samples } = await fetchCall('listSamples', { path: { pipelineId } });
    return samples.map((sample): Option => {
      const reason = accepts?.(sample);
      return {
        id: sample.id,
        label: sample.name,
        detail: formatSampleDetail(sample),
        icon: 'fileText',
        ...(reason === undefined ? {} : { disabledReason: reason }),
      };
    });
  },
  empty: 'No sample is saved for this pipeline yet',
});

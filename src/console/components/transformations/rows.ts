import type { SiteComponent } from '../../../contract/entities/analytics.ts';
import type { PipelineStatus } from '../../../contract/enums.ts';
import { fromCount } from '../../../contract/parameters.ts';
import { paths } from '../../lib/paths.ts';
import type { TransformationRow } from '../widgets/transformations/transformations-card.tsx';

const WITHOUT_DETAILS: readonly PipelineStatus[] = ['DELETED', 'DELETING', 'TO_DELETE'];

/** Pipelines deleted or being deleted have no details to link to. */
export const hasDetails = (status: PipelineStatus): boolean => !WITHOUT_DETAILS.includes(status);

export const toTransformationRows = (components: readonly SiteComponent[]): TransformationRow[] =>
  components
    .filter((one) => one.nodeType === 'TRANSFORM')
    .map((one) => ({
      id: `${one.pipelineId}/${one.componentId}`,
      name: one.name,
      pipelineName: one.pipelineName,
      pipelineHref: hasDetails(one.pipelineStatus) ? paths.pipeline(one.pipelineId) : undefined,
      input: fromCount(one.dataProcessed.totalInputDataBytes),
      output: fromCount(one.dataProcessed.totalOutputDataBytes),
      percent: one.dataProcessed.percentDataOptimized,
    }));

import type { Pipeline } from '../../../contract/entities/pipeline.ts';
import type { Crumb } from '../../actors/shell-state.ts';
import { paths } from '../../app/paths.ts';
import { type PipelineTab, TAB_FACTS } from './tabs.ts';

/** What the screen says about itself in breadcrumb and title: the pipeline, and below it what is shown of it. */
export function pageOf(
  pipeline: Pipeline | undefined,
  isEditing: boolean,
  tab: PipelineTab,
): [title: string, above: Crumb[]] {
  if (!pipeline) return ['New pipeline', []];
  if (!isEditing && tab === 'overview') return [pipeline.name, []];
  return [
    isEditing ? 'Edit' : TAB_FACTS[tab].label,
    [{ label: pipeline.name, path: paths.pipeline(pipeline.id) }],
  ];
}

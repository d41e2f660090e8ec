import type { Proposal } from '../../../contract/assistant.ts';
import { paths } from '../../lib/paths.ts';
import { isAssistantOpen } from '../../state/assistant-panel.ts';
import { handedProposal } from '../../state/handed-proposal.ts';
import { goTo } from '../../state/location.tsx';

/** In narrower windows it covers the screen. */
export const isPanelBeside = (): boolean => matchMedia('(min-width: 1280px)').matches;

/** True, or why a proposal cannot be edited. */
export function findEditRefusal({ graphs, call }: Proposal): true | string {
  if (call.id === 'fillForm') return 'It fills the form that is open, where it can be edited';
  if (call.id === 'runPipelineAction' || call.id === 'runPipelineActions')
    return 'It runs an action, and changes nothing that could be edited';
  if (!graphs) return 'Ask again: this proposal was made before it could be edited';
  const missing = graphs.after.nodes.find(({ nodeType, id }) => nodeType !== 'TRANSFORM' && id === '');
  return missing
    ? `It makes '${missing.name}', which the editor cannot place yet; apply it, and edit the pipeline then`
    : true;
}

/** Opens the pipeline's editor with the proposal as an unsaved draft. */
export function editProposal({ graphs, pipelineId }: Proposal): void {
  if (!graphs) return;
  handedProposal.set({ pipelineId, ...graphs });
  if (!isPanelBeside()) isAssistantOpen.set(false);
  goTo(pipelineId === undefined ? paths.createPipeline() : paths.pipeline(pipelineId, { mode: 'edit' }));
}

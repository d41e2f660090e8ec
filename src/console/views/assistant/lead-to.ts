import type { ChatAnswer } from '../../../contract/assistant.ts';
import { commandContext } from '../../commands/runtime.ts';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import './scope.ts';

const KEEP_FOCUS_MS = 3000;

/** Leads to another screen while one types on here: a screen that arrives takes the focus otherwise. */
export function leadTo(address: string): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.closest('[data-assistant]')) {
    const keep = () => activeElement.focus();
    const stop = () => {
      removeEventListener('focusin', keep);
      removeEventListener('pointerdown', stop);
    };
    addEventListener('focusin', keep);
    addEventListener('pointerdown', stop);
    addEventListener('keydown', ({ key }) => key.length > 1 && key !== 'Enter' && stop(), { once: true });
    setTimeout(stop, KEEP_FOCUS_MS);
  }
  goTo(address);
}

/** Answers that lead to a screen. On the pipeline's own, its editor or its version is shown there. */
export function followAnswer({ functionType, metadata: { pipelineId, version } }: ChatAnswer): void {
  if (pipelineId === undefined) return;
  const { pipeline: screen } = commandContext.get().scopes;
  const isThere = screen?.pipeline?.id === pipelineId;
  if (functionType === 'SHOW_PIPELINE_VERSION') {
    if (isThere && version !== undefined && screen.tab !== undefined) {
      screen.showTab('overview');
      screen.chooseVersion(version);
    } else leadTo(paths.pipeline(pipelineId, { version }));
  }
  if (functionType === 'SHOW_PIPELINE_EDIT_MODE') {
    if (isThere) screen.send({ type: 'edit.start' });
    else leadTo(paths.pipeline(pipelineId, { mode: 'edit' }));
  }
}

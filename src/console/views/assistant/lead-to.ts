import type { ChatAnswer } from '../../../contract/assistant.ts';
import { commandContext } from '../../commands/runtime.ts';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';
import './scope.ts';

const KEEP_FOCUS_MS = 3000;

/** Keeps the focus while typing: a new screen would take it. */
function keepTyping(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLElement) || !activeElement.closest('[data-assistant]')) return;
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

/** Opens another screen without interrupting typing. */
export function leadTo(address: string): void {
  keepTyping();
  goTo(address);
}

/** Answers that open a screen. On the pipeline's own screen, its editor or version is shown there. */
export function followAnswer({ functionType, metadata: { pipelineId, version } }: ChatAnswer): void {
  if (pipelineId === undefined) return;
  const { pipeline: screen } = commandContext.get().scopes;
  const isThere = screen?.pipeline?.id === pipelineId;
  if (functionType === 'SHOW_PIPELINE_VERSION') {
    if (isThere && version !== undefined && screen.tab !== undefined) {
      keepTyping();
      screen.showTab('overview');
      screen.chooseVersion(version);
    } else leadTo(paths.pipeline(pipelineId, { version }));
  }
  if (functionType === 'SHOW_PIPELINE_EDIT_MODE') {
    if (isThere) {
      keepTyping();
      screen.send({ type: 'edit.start' });
    } else leadTo(paths.pipeline(pipelineId, { mode: 'edit' }));
  }
}

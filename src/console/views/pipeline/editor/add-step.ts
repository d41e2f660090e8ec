import type { EditorEvent } from '../../../../../machines/pipeline-editor/index.ts';
import { getErrorMessage } from '../../../../contract/values.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { commandContext } from '../../../commands/runtime.ts';
import { notify } from '../../../state/toasts.ts';

/** For failures that nothing on screen shows. */
export const notifyFailure = (error: unknown): void =>
  notify({ message: getErrorMessage(error), status: 'error' });

/**
 * Adds a node as one step and opens it. Shows why when that is not possible.
 * @param stepOf throws when the graph does not allow it
 * @returns whether the node was added
 */
export function addStep(stepOf: (draft: Draft) => EditorEvent): boolean {
  const graph = commandContext.get().scopes['pipeline.graph'];
  if (!graph) return false;
  try {
    const id = `new-${graph.snapshot.context.nextNumber}`;
    graph.send(stepOf(graph.draft));
    graph.open(id);
    return true;
  } catch (error) {
    notifyFailure(error);
    return false;
  }
}

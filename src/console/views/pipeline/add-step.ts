import type { Draft, EditorEvent } from '../../../../machines/pipeline-editor/index.ts';
import { notify } from '../../actors/toasts.ts';
import { commandContext } from '../../commands/runtime.ts';

/** Tells what failed where nothing on screen can. */
export const tellFailure = (error: unknown): void =>
  notify({ message: error instanceof Error ? error.message : String(error), status: 'error' });

/**
 * Adds a node to the graph on screen as one step of the editor, and opens it; in view mode editing begins with
 * it. Tells why when that is not possible.
 * @param stepOf the step for that graph; it throws where the graph cannot take it.
 * @returns whether the node is there.
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
    tellFailure(error);
    return false;
  }
}

import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { type DraftProblem, selectAllProblems } from '../../../../machines/pipeline-editor/index.ts';
import { EditorContext } from './editor-context.ts';

/** A node whose fields somebody is led to; another object each time. */
export type Lead = { nodeId: string };

const nodesOf = (problems: readonly DraftProblem[]): string[] => [
  ...new Set(problems.flatMap(({ nodeId }) => nodeId ?? [])),
];

/**
 * Leads to what is wrong: from node to node on request (R5-18), and by itself to the first field that the
 * service refused in a save. A node without a wrong field takes the focus in the graph.
 */
export function useProblems(
  openedId: string | undefined,
  open: (nodeId: string) => void,
  focusNode: (nodeId: string) => void,
) {
  const actor = EditorContext.useActorRef();
  const refused = EditorContext.useSelector(({ context }) => context.failure?.refused);
  const [lead, setLead] = useState<Lead>();

  const leadTo = useCallback(
    (nodeId: string) => {
      const problems = selectAllProblems(actor.getSnapshot());
      open(nodeId);
      if (problems.some((problem) => problem.nodeId === nodeId && problem.field !== undefined))
        setLead({ nodeId });
      else focusNode(nodeId);
    },
    [actor, open, focusNode],
  );
  const goToProblem = useCallback(() => {
    const nodes = nodesOf(selectAllProblems(actor.getSnapshot()));
    const at = openedId === undefined ? -1 : nodes.indexOf(openedId);
    const next = nodes[(at + 1) % nodes.length];
    if (next !== undefined) leadTo(next);
  }, [actor, openedId, leadTo]);
  const leadByItself = useEffectEvent(leadTo);
  useEffect(() => {
    const [first] = refused ?? [];
    if (first) leadByItself(first.nodeId);
  }, [refused]);
  return { lead, goToProblem };
}

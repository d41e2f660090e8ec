import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { selectAllProblems } from '../../../../../machines/pipeline-editor/index.ts';
import type { DraftProblem } from '../../../../graph/validate.ts';
import { runCommand } from '../../../commands/runtime.ts';
import { findDetailField } from './detail-fields.ts';
import { EditorContext } from './editor-context.ts';

/** The node to lead the user to; a new object for each request. */
export type Lead = { nodeId: string };

/** Problems at the same place are visited once. */
const buildPlaceKey = ({ nodeId, field, rule }: DraftProblem): string =>
  nodeId === undefined ? `${rule} ${field ?? ''}` : `node ${nodeId}`;

const REMEDIES: Partial<Record<DraftProblem['rule'], string>> = {
  no_source: 'graph.chooseSource',
  no_sink: 'graph.addDestination',
};

/**
 * Leads to problems: to the next on request, and automatically to the first field refused by a save. A node
 * without such a field gets the focus.
 */
export function useProblems(
  openedId: string | undefined,
  open: (nodeId: string) => void,
  focusNode: (nodeId: string) => void,
) {
  const actor = EditorContext.useActorRef();
  const refused = EditorContext.useSelector(({ context }) => context.failure?.refused);
  const [lead, setLead] = useState<Lead>();
  const last = useRef<string>(undefined);

  const leadToNode = useCallback(
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
    const problems = selectAllProblems(actor.getSnapshot());
    const places = [...new Set(problems.map(buildPlaceKey))];
    const here = openedId === undefined ? last.current : `node ${openedId}`;
    const at = places.indexOf(here ?? '');
    const next = problems.find((problem) => buildPlaceKey(problem) === places[(at + 1) % places.length]);
    if (!next) return;
    last.current = buildPlaceKey(next);
    const remedy = REMEDIES[next.rule];
    if (next.nodeId !== undefined) leadToNode(next.nodeId);
    else if (remedy !== undefined) runCommand(remedy);
    else findDetailField(next.field)?.focus();
  }, [actor, openedId, leadToNode]);
  const leadByItself = useEffectEvent(leadToNode);
  useEffect(() => {
    const [first] = refused ?? [];
    if (first) leadByItself(first.nodeId);
  }, [refused]);
  return { lead, goToProblem };
}

import { counted } from '../../../../contract/values.ts';
import { type ChangeChip, changeChips, countChanges } from '../../../../graph/change-counts.ts';
import { comparedGraph } from '../../../../graph/compared-graph.ts';
import type { Draft } from '../../../../graph/draft.ts';
import type { DraftProblem } from '../../../../graph/validate.ts';
import { diffVersions, type NodeChange } from '../../../../graph/version-diff.ts';

export type NodeLine = { key: string; kind: NodeChange['kind']; name: string; what: string };
export type DestinationLine = {
  key: string;
  name: string;
  effect: 'new' | 'stays' | 'ends' | 'disabled';
};

export type DeploySummary = {
  chips: ChangeChip[];
  nodes: NodeLine[];
  destinations: DestinationLine[];
  validation: { state: 'valid' | 'invalid' | Exclude<DraftCheck, 'answered'>; text: string };
};
export type DraftCheck = 'answered' | 'asking' | 'unanswered';

const FIELD_WORDS: Record<string, string> = {
  name: 'name',
  description: 'description',
  nodeType: 'kind',
  templateId: 'type',
  disabled: 'on or off',
  notes: 'notes',
};

function describeNodeChange(change: NodeChange): string {
  if (change.kind !== 'changed') return '';
  const words = change.fields.map((one) =>
    one.field === 'config' ? one.property : (FIELD_WORDS[one.field] ?? one.field),
  );
  return words.join(', ');
}

const KIND_ORDER = { added: 0, changed: 1, removed: 2 } as const;

function listNodeLines(changes: readonly NodeChange[]): NodeLine[] {
  return changes
    .map((change) => ({
      key: change.key,
      kind: change.kind,
      name: change.kind === 'removed' ? change.before.name : change.after.name,
      what: describeNodeChange(change),
    }))
    .toSorted((a, b) => KIND_ORDER[a.kind] - KIND_ORDER[b.kind]);
}

const UNREAD = {
  asking: 'Checking the changed settings …',
  unanswered: 'The service could not be reached; settings are checked when you save',
} as const;

/** @param running the running draft; undefined when nothing runs. */
export function deploySummary(
  draft: Draft,
  running: Draft | undefined,
  problems: readonly DraftProblem[],
  check: DraftCheck = 'answered',
): DeploySummary {
  const after = comparedGraph(draft);
  const before = running ? comparedGraph(running) : { nodes: {}, edges: {} };
  const diff = diffVersions(before, after);
  const destinations = [...Object.values({ ...before.nodes, ...after.nodes })]
    .filter(({ nodeType }) => nodeType === 'SINK')
    .map(({ key, name }): DestinationLine => {
      const [was, is] = [before.nodes[key], after.nodes[key]];
      if (!is) return { key, name, effect: 'ends' };
      if (is.disabled) return { key, name, effect: 'disabled' };
      return { key, name, effect: was && !was.disabled ? 'stays' : 'new' };
    })
    .toSorted((a, b) => a.name.localeCompare(b.name));
  const [problem] = problems;
  const size = `${counted(Object.keys(after.nodes).length, 'node')}, ${counted(Object.keys(after.edges).length, 'connection')}`;
  return {
    chips: changeChips(countChanges(diff)),
    nodes: listNodeLines(diff.nodes),
    destinations,
    validation: problem
      ? { state: 'invalid', text: problem.message }
      : check === 'answered'
        ? { state: 'valid', text: `Valid: ${size}, nothing missing` }
        : { state: check, text: UNREAD[check] },
  };
}

import type { Template } from '../../../../contract/entities/template.ts';
import { counted } from '../../../../contract/values.ts';
import {
  type ChangeChip,
  changeChips,
  countChanges,
  movedEdges,
  ownEdgeChanges,
} from '../../../../graph/change-counts.ts';
import { type ComparedEdge, type ComparedNode, comparedGraph } from '../../../../graph/compared-graph.ts';
import type { Draft } from '../../../../graph/draft.ts';
import type { DraftProblem } from '../../../../graph/validate.ts';
import { diffVersions, type NodeChange, type VersionDiff } from '../../../../graph/version-diff.ts';
import { listBypasses } from './bypasses.ts';
import { type ChangeWords, describeChange } from './change-words.ts';

export type NodeLine = ChangeWords & { key: string; kind: NodeChange['kind']; name: string };
/** An edge not explained by an added or removed node. */
export type ConnectionLine = { key: string; kind: NodeChange['kind']; text: string };
export type DestinationLine = {
  key: string;
  name: string;
  effect: 'new' | 'stays' | 'ends' | 'disabled';
};

export type DeploySummary = {
  chips: ChangeChip[];
  nodes: NodeLine[];
  connections: ConnectionLine[];
  /** Meaning of the changed edges. */
  warnings: string[];
  destinations: DestinationLine[];
  validation: { state: 'valid' | 'invalid' | Exclude<DraftCheck, 'answered'>; text: string };
};
export type DraftCheck = 'answered' | 'asking' | 'unanswered';

const KIND_ORDER = { added: 0, changed: 1, removed: 2 } as const;

function listNodeLines(changes: readonly NodeChange[], templates: readonly Template[]): NodeLine[] {
  return changes
    .map((change) => {
      const { name, nodeType, templateId } = change.kind === 'removed' ? change.before : change.after;
      const template = templates.find((one) => one.id === templateId && one.nodeType === nodeType);
      return { key: change.key, kind: change.kind, name, ...describeChange(change, template) };
    })
    .toSorted((a, b) => KIND_ORDER[a.kind] - KIND_ORDER[b.kind]);
}

function listConnectionLines(
  diff: VersionDiff,
  nodes: Readonly<Record<string, ComparedNode>>,
): ConnectionLine[] {
  const nameOf = (key: string) => `'${nodes[key]?.name ?? key}'`;
  const format = ({ from, to, outputs }: ComparedEdge) =>
    `${nameOf(from)} → ${nameOf(to)}${outputs.length > 0 ? ` by ${outputs.join(', ')}` : ''}`;
  const { moved, rest } = movedEdges(ownEdgeChanges(diff));
  return [
    ...moved.map(({ before, after }) => ({
      key: after.key,
      kind: 'changed' as const,
      text: `${format(after.after)} instead of ${format(before.before)}`,
    })),
    ...rest.map((change) => ({
      key: change.key,
      kind: change.kind,
      text:
        change.kind === 'changed'
          ? `${format(change.after)} instead of ${format(change.before)}`
          : `${format(change.kind === 'added' ? change.after : change.before)} ${change.kind}`,
    })),
  ];
}

const UNREAD = {
  asking: 'Checking the changed settings …',
  unanswered: 'The service could not be reached; settings are checked when you save',
} as const;

/** @param running the running draft; undefined when nothing runs */
export function deploySummary(
  draft: Draft,
  running: Draft | undefined,
  problems: readonly DraftProblem[],
  check: DraftCheck = 'answered',
  templates: readonly Template[] = [],
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
    nodes: listNodeLines(diff.nodes, templates),
    connections: listConnectionLines(diff, { ...before.nodes, ...after.nodes }),
    warnings: listBypasses(before, after).map(
      ({ transform, destination }) => `Events reach '${destination}' without passing '${transform}'`,
    ),
    destinations,
    validation: problem
      ? { state: 'invalid', text: problem.message }
      : check === 'answered'
        ? { state: 'valid', text: `Valid: ${size}, nothing missing` }
        : { state: check, text: UNREAD[check] },
  };
}
